import { pinyinMatch } from '@tongda/contract/core/pinyin';
import { constants } from '@tongda/contract/shell/constants';
import { Form, Select } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { reportError } from '../../dialog/notify';
import { none } from '../../show/format';
import { useEditScope } from '../edit-context';
import { EditField, type FieldProps } from '../edit-field';

/** A choice that a search answers; `note` stands small behind the name. */
export interface Found {
  id: string;
  name: string;
  note?: string;
}
/** Stands for one that is chosen, while its name is not known. */
export const unnamed = '已选 1 项';
export type Search = (keyword: string) => Promise<Found[]>;

interface RemoteSelectProps {
  /** asks the server; '' = the first ones. Must be stable. */
  search: Search;
  value?: string | null;
  onChange?: (id: string | undefined, found: Found | undefined) => void;
  /** the chosen one's name, when it is known before any search */
  known?: Found | null;
  placeholder?: string;
  disabled?: boolean;
  prefix?: ReactNode;
  /** what it chooses, where no visible label says so */
  label?: string;
  id?: string;
}

/** Select box over more rows than a page can hold: searches while typing; what is already here is found by pinyin initials at once. */
export function RemoteSelect(props: RemoteSelectProps) {
  const { search, known, value } = props;
  const [found, setFound] = useState<Found[]>([]);
  const [keyword, setKeyword] = useState('');
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState(false);
  const turn = useRef(0);
  useEffect(() => {
    if (!open) return;
    const mine = ++turn.current;
    const timer = setTimeout(
      async () => {
        setBusy(true);
        try {
          const rows = await search(keyword);
          // An answer that a later question overtook is dropped.
          if (mine === turn.current) setFound((old) => mergeFound(rows, old));
        } catch (error) {
          reportError(error);
        } finally {
          if (mine === turn.current) setBusy(false);
        }
      },
      keyword ? constants.debounce.defaultMs : 0,
    );
    return () => clearTimeout(timer);
  }, [open, keyword, search]);
  const all = useMemo(() => (known ? mergeFound(found, [known]) : found), [found, known]);
  const options = all
    .filter((row) => pinyinMatch(`${row.name}${row.note ?? ''}`, keyword))
    .map((row) => ({ value: row.id, label: row.name, note: row.note }));
  return (
    <Select<string>
      id={props.id}
      aria-label={props.label}
      prefix={props.prefix}
      value={value ?? undefined}
      options={options}
      // an id without a name, from an address or of what is gone, is no word for a person
      labelRender={({ value: id }) => all.find((row) => row.id === id)?.name ?? unnamed}
      loading={busy}
      allowClear
      disabled={props.disabled}
      placeholder={props.placeholder ?? '名称、拼音首字母'}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      notFoundContent={busy ? '查询中…' : '没有符合的结果'}
      onOpenChange={setOpen}
      optionRender={(option) => (
        <span>
          {option.label}
          <span className="td-cap"> {option.data.note}</span>
        </span>
      )}
      onChange={(id: string | undefined) =>
        props.onChange?.(
          id,
          all.find((row) => row.id === id),
        )
      }
    />
  );
}

/** The select box as a field of a form. */
export function RemoteField(props: FieldProps & { search: Search; known?: Found | null; placeholder?: string }) {
  const { search, known: _known, placeholder, ...field } = props;
  const names = useRef(new Map<string, string>());
  const scope = useEditScope();
  const given = Form.useWatch(field.name, scope.form);
  const told = typeof given === 'string' ? scope.names[`${field.name} ${given}`] : undefined;
  const known = props.known ?? (told === undefined ? null : { id: String(given), name: told });
  if (known) names.current.set(known.id, known.name);
  const remembering = useCallback<Search>(
    async (keyword) => {
      const rows = await search(keyword);
      for (const row of rows) names.current.set(row.id, row.name);
      return rows;
    },
    [search],
  );
  const show = useCallback((value: unknown) => (value ? (names.current.get(String(value)) ?? unnamed) : none), []);
  return (
    <EditField {...field} verb="选择" show={show}>
      <RemoteSelect search={remembering} known={known} placeholder={placeholder} disabled={field.disabled} />
    </EditField>
  );
}

const mergeFound = (first: readonly Found[], then: readonly Found[]): Found[] => [
  ...first,
  ...then.filter((row) => !first.some(({ id }) => id === row.id)),
];
