import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { hourMs } from '@tongda/contract/core/durations';
import type { EnumCode } from '@tongda/contract/core/enum';
import { placeOptions } from '@tongda/contract/ground/place/calls';
import { placeKind } from '@tongda/contract/ground/place/enums';
import { Select } from 'antd';
import { useCallback, useMemo, useState } from 'react';
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

const asked = [placeOptions.path, 'rule'] as const;

/** Every place that was offered since the page was loaded: one that was found by typing stays chosen when something else is typed. */
function offered(client: QueryClient): KnownPlace[] {
  return client.getQueriesData<KnownPlace[]>({ queryKey: asked }).flatMap(([, places]) => places ?? []);
}

/** Names of places by their ids, as far as they were offered or stood there already. To be called when they are needed: more come with each search. */
export function usePlaceNames(known: readonly KnownPlace[]): () => ReadonlyMap<string, string> {
  const client = useQueryClient();
  return useCallback(() => new Map([...known, ...offered(client)].map(({ id, name }) => [id, name])), [client, known]);
}

/** Several places: the company's first five hundred, others found by typing. */
export function PlacesSelect({ kinds, known, value, onChange, label, placeholder, id }: PlacesSelectProps) {
  const client = useQueryClient();
  const [keyword, setKeyword] = useState('');
  const answer = useQuery({
    queryKey: [...asked, kinds.join(), keyword],
    queryFn: async ({ signal }) =>
      (
        await Promise.all(
          kinds.map((kind) => call(placeOptions, { kind, ...(keyword ? { keyword } : {}) }, { signal, quiet: true })),
        )
      ).flatMap((rows, i) => rows.map((row) => ({ id: row.id, name: row.name, kind: kinds[i] }))),
    staleTime: 30_000,
    gcTime: hourMs,
    placeholderData: (before) => before,
  });
  const options = useMemo(() => {
    const found = answer.data ?? [];
    const chosen = new Set(value);
    const elsewhere = offered(client).filter((place) => chosen.has(place.id));
    const rest = new Map(
      [...known, ...elsewhere]
        .filter((place) => !found.some((row) => row.id === place.id))
        .map((place) => [place.id, place]),
    );
    return [
      ...found.map((row) => ({ value: row.id, label: row.name, note: row.kind ? placeKind.label(row.kind) : '' })),
      ...[...rest.values()].map((place) => ({ value: place.id, label: place.name, note: '' })),
    ];
  }, [answer.data, known, value, client]);
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
