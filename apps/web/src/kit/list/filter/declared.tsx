import type { Filter, FilterTable } from '@tongda/contract/core/register/filters';
import { type ReactNode, useCallback } from 'react';
import { call } from '../../call/api';
import type { DictItem } from '../../call/dict-cache';
import { FilterArea } from '../../form/input/area';
import type { TreeItem } from '../../form/input/tree-options';
import { useFilterDraft } from './bar';
import { FilterRemote, FilterSelect, FilterText, FilterTree } from './controls';
import { FilterRange } from './range';

interface RegisterFiltersProps {
  of: FilterTable;
  /** options of filters by text that only the page knows (models that the company has): the text is chosen, not typed */
  choices?: Readonly<Record<string, readonly DictItem[]>>;
}

/** The filter bar of a register, drawn from the filters that its contract declares: the main search, those that stand first, then the others. */
export function RegisterFilters({ of, choices = {} }: RegisterFiltersProps): ReactNode {
  const { first } = useFilterDraft();
  const place = (name: string, filter: Filter): number => {
    if (filter.kind === 'text' && filter.main) return 0;
    return first.has(name) || ('until' in filter && first.has(filter.until)) ? 1 : 2;
  };
  return Object.entries(of)
    .filter(([, filter]) => filter.bar !== false)
    .sort(([a, one], [b, other]) => place(a, one) - place(b, other))
    .map(([name, filter]) => <Control key={name} name={name} of={filter} choices={choices[name]} />);
}

interface ControlProps {
  name: string;
  of: Filter;
  choices: readonly DictItem[] | undefined;
}
function Control({ name, of, choices }: ControlProps): ReactNode {
  const shared = { name, label: of.label, width: of.width };
  if (choices) return <FilterSelect {...shared} options={choices} />;
  switch (of.kind) {
    case 'text':
      return of.area ? <FilterArea {...shared} /> : <FilterText {...shared} main={of.main} hint={of.hint} />;
    case 'choice':
      return <FilterSelect {...shared} options={of.options} multiple={of.many} />;
    case 'ends':
      return <FilterSelect {...shared} options={of.options} />;
    case 'record':
      return of.from ? <RecordControl {...shared} from={of.from} /> : null;
    case 'org':
      return <OrgControl {...shared} from={of.from} />;
    case 'days':
    case 'times':
      return <FilterRange names={[name, of.until]} label={of.label} width={of.width} maxDays={of.maxDays} />;
  }
}

interface Shared {
  name: string;
  label: string;
  width: number | undefined;
}
type Of<K extends Filter['kind']> = Extract<Filter, { kind: K }>;

function RecordControl({ from, ...shared }: Shared & Required<Pick<Of<'record'>, 'from'>>) {
  const load = useCallback(async () => {
    const rows = await call(from, {}, { quiet: true });
    return rows.map((row) => ({ code: 'id' in row ? row.id : row.placeId, name: row.name }));
  }, [from]);
  return <FilterRemote {...shared} load={load} />;
}

function OrgControl({ from, ...shared }: Shared & Pick<Of<'org'>, 'from'>) {
  const load = useCallback((): Promise<TreeItem[]> => call(from, undefined, { quiet: true }), [from]);
  return <FilterTree {...shared} load={load} />;
}
