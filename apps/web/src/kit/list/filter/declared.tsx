import type { Filter, FilterTable } from '@tongda/contract/core/register/filters';
import { type ReactNode, useCallback } from 'react';
import { call } from '../../call/api';
import { FilterArea } from '../../form/input/area';
import type { TreeItem } from '../../form/input/tree-options';
import { FilterRange, FilterRemote, FilterSelect, FilterText, FilterTree } from './controls';

/** The filter bar of a register, drawn from the filters that its contract declares. */
export function RegisterFilters({ of }: { of: FilterTable }): ReactNode {
  return Object.entries(of)
    .filter(([, filter]) => filter.bar !== false)
    .map(([name, filter]) => <Control key={name} name={name} of={filter} />);
}

function Control({ name, of }: { name: string; of: Filter }): ReactNode {
  const shared = { name, label: of.label, width: of.width };
  switch (of.kind) {
    case 'text':
      return of.area ? <FilterArea {...shared} /> : <FilterText {...shared} main={of.main} hint={of.hint} />;
    case 'choice':
    case 'ends':
      return <FilterSelect {...shared} options={of.options} />;
    case 'record':
      return <RecordControl {...shared} from={of.from} />;
    case 'org':
      return <OrgControl {...shared} from={of.from} />;
    case 'days':
      return <FilterRange names={[name, of.until]} label={of.label} width={of.width} />;
  }
}

interface Shared {
  name: string;
  label: string;
  width: number | undefined;
}
type Of<K extends Filter['kind']> = Extract<Filter, { kind: K }>;

function RecordControl({ from, ...shared }: Shared & Pick<Of<'record'>, 'from'>) {
  const load = useCallback(async () => {
    const rows = await call(from, {}, { quiet: true });
    return rows.map((row) => ({ code: row.id, name: row.name }));
  }, [from]);
  return <FilterRemote {...shared} load={load} />;
}

function OrgControl({ from, ...shared }: Shared & Pick<Of<'org'>, 'from'>) {
  const load = useCallback((): Promise<TreeItem[]> => call(from, undefined, { quiet: true }), [from]);
  return <FilterTree {...shared} load={load} />;
}
