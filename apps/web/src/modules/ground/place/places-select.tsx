import { useQuery } from '@tanstack/react-query';
import type { EnumCode } from '@tongda/contract/core/enum';
import { placeOptions } from '@tongda/contract/ground/place/calls';
import { placeKind } from '@tongda/contract/ground/place/enums';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '../../../kit/call/api';
import { byPinyin } from '../../../kit/form/input/by-pinyin';
import { moreChosen } from '../../../kit/form/input/more-chosen';

type PlaceKind = EnumCode<typeof placeKind>;
export interface KnownPlace {
  id: string;
  name: string;
}
interface PlacesSelectProps {
  kinds: readonly PlaceKind[];
  /** names of those that stood there already */
  known: readonly KnownPlace[];
  value?: string[];
  onChange?: (ids: string[]) => void;
  label?: string;
  placeholder?: string;
  id?: string;
}

/** Several places: the company's first five hundred, others found by typing. */
export function PlacesSelect({ kinds, known, value, onChange, label, placeholder, id }: PlacesSelectProps) {
  const [keyword, setKeyword] = useState('');
  const answer = useQuery({
    queryKey: [placeOptions.path, 'rule', kinds.join(), keyword],
    queryFn: async ({ signal }) =>
      (
        await Promise.all(
          kinds.map((kind) => call(placeOptions, { kind, ...(keyword ? { keyword } : {}) }, { signal, quiet: true })),
        )
      ).flatMap((rows, i) => rows.map((row) => ({ id: row.id, name: row.name, kind: kinds[i] }))),
    staleTime: 30_000,
    placeholderData: (before) => before,
  });
  const options = useMemo(() => {
    const found = answer.data ?? [];
    const rest = known.filter((place) => !found.some((row) => row.id === place.id));
    return [
      ...found.map((row) => ({ value: row.id, label: row.name, note: row.kind ? placeKind.label(row.kind) : '' })),
      ...rest.map((place) => ({ value: place.id, label: place.name, note: '' })),
    ];
  }, [answer.data, known]);
  return (
    <Select<string[], (typeof options)[number]>
      id={id}
      aria-label={label}
      mode="multiple"
      value={value ?? []}
      options={options}
      maxTagCount="responsive"
      maxTagPlaceholder={moreChosen}
      allowClear
      loading={answer.isLoading}
      placeholder={placeholder ?? '名称或拼音首字母'}
      showSearch={{
        ...byPinyin,
        onSearch: setKeyword,
      }}
      notFoundContent={answer.isLoading ? '加载中…' : '没有符合的地点'}
      optionRender={(option) => (
        <span>
          {option.label} <span className="td-cap">{option.data.note}</span>
        </span>
      )}
      onChange={(ids) => onChange?.(ids)}
    />
  );
}
