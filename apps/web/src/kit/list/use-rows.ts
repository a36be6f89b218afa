import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { pagerSchemes } from '@tongda/contract/core/page';
import { type Key, useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { create } from 'zustand';
import { useAsk } from '../call/use-ask';
import { useWindow } from '../show/hooks/use-window';
import { rowHeight } from '../table/row-height';
import { type Filters, isBlank, readListState, writeListState } from './url';

export interface Paged<Row> {
  list: Row[];
  total: number;
  /** wire time of what the rows were made of, of calls whose answers are kept for a while */
  asOf?: string;
}
/** A call that takes `page`, `size`, `sort` and filters and answers a page of rows. */
export type PageEndpoint<Row> = Endpoint<z.ZodType, z.ZodType<Paged<Row>>>;

export interface ListOptions<Row> {
  /** pager scheme of the specification; C (15 of 15/30/45/60) unless said otherwise */
  scheme?: keyof typeof pagerSchemes;
  /** sent until the user chooses otherwise; 重置 returns to them */
  defaults?: Filters;
  /** takes out of the address what the list cannot be asked with */
  read?: (filters: Filters) => Filters;
  /** sent always and never shown in the address (the id of the object that the list belongs to) */
  fixed?: Filters;
  /** field that identifies a row; `id` unless said otherwise */
  rowKey?: Extract<keyof Row, string>;
  /** false: wait for the first 查询 (reports) */
  auto?: boolean;
  /** false: something is missing without which nothing can be asked */
  ready?: (filters: Filters) => boolean;
  /** what the page says until something was asked; 请选择车辆和时间后查询 unless said otherwise */
  prompt?: (filters: Filters) => string | undefined;
}

export interface List<Row> {
  endpoint: PageEndpoint<Row>;
  rowKey: Extract<keyof Row, string>;
  rows: Row[];
  /** the whole answer, for calls that say more than their rows */
  answer: Paged<Row> | undefined;
  total: number;
  page: number;
  size: number;
  sizes: readonly number[];
  sort: string | null;
  /** what is queried now: defaults, address and fixed ones, without blanks */
  filters: Filters;
  /** what the page asks for by itself: defaults and fixed ones */
  base: Filters;
  /** the user asks for something else than the page does by itself */
  filtered: boolean;
  /** true until the first rows are here */
  isLoading: boolean;
  /** old rows are shown while new ones are on their way */
  isFetching: boolean;
  error: unknown;
  /** epoch ms of the rows shown, 0 before the first */
  updatedAt: number;
  /** false: nothing asked yet (`auto: false`) */
  asked: boolean;
  /** what to do before the first query */
  prompt?: string | undefined;
  selectedKeys: Key[];
  selectedRows: Row[];
  select: (keys: Key[], rows: Row[]) => void;
  /** New filters, from page 1. */
  query: (filters: Filters) => void;
  reset: () => void;
  setPage: (page: number, size: number) => void;
  setSort: (sort: string | null) => void;
  /** Asks again for what is shown. */
  refresh: () => void;
  /** The table says how many rows there is room for. */
  roomFor: (rows: number) => void;
}

/** Height of everything on a list page that is no row, px: header, tabs, status tabs, filter, toolbar, table head, totals, pager. */
const aroundRows = 330;
/** How many rows a list page has room for, before it was drawn once. */
const usualRows = (): number => Math.floor((window.innerHeight - aroundRows) / rowHeight(window.innerHeight));
/** How many rows each list had room for when it was drawn, by its call and the height of the window. */
const useMeasured = create<Record<string, number>>(() => ({}));

/** A list fills the window unless somebody chose a page size: by the room that its table has, and by what is usual until that is known. */
function useFittedRows(path: string): [rows: number, measured: (rows: number) => void] {
  const estimate = useWindow(usualRows);
  const key = `${path} ${useWindow(windowHeight)}`;
  const known = useMeasured((rows) => rows[key]);
  const measured = useCallback((rows: number) => useMeasured.setState({ [key]: rows }), [key]);
  return [known ?? estimate, measured];
}
const windowHeight = (): number => window.innerHeight;

/** The largest size with which the first page of a question was asked: charts and totals take room from the table as soon as its rows are here. */
function useFirstSize(question: string, size: number): number {
  const [first, setFirst] = useState({ question, size });
  if (first.question === question && size <= first.size) return first.size;
  setFirst({ question, size });
  return size;
}

/** A list whose filters, page, size and order live in the address; rows by TanStack Query; the old page stays until the new one is there. */
export function useList<Row>(endpoint: PageEndpoint<Row>, options: ListOptions<Row> = {}): List<Row> {
  const { defaults, fixed, auto = true, ready, read } = options;
  const scheme: { size: number; sizePage: readonly number[] } = pagerSchemes[options.scheme ?? 'C'];
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => {
    const found = readListState(params);
    return read ? { ...found, filters: read(found.filters) } : found;
  }, [params, read]);
  const [fitted, roomFor] = useFittedRows(endpoint.path);
  const usual = Math.max(scheme.size, fitted);
  const size = state.size ?? usual;
  const filters = useMemo(
    () => withoutBlanks({ ...defaults, ...state.filters, ...fixed }),
    [defaults, state.filters, fixed],
  );
  const base = useMemo(() => withoutBlanks({ ...defaults, ...fixed }), [defaults, fixed]);
  const sorted = state.sort ? { sort: state.sort } : {};
  const askedSize = useFirstSize(JSON.stringify([sortedEntries(filters), sorted]), size);
  // rows that the table turns out to have no room for are cut off, and not asked for again without them
  const isCut = state.page === 1 && state.size === null && askedSize > size;
  const input = { ...filters, page: state.page, size: isCut ? askedSize : size, ...sorted };
  const isReady = ready?.(filters) ?? true;
  const asked = (auto || [...params.keys()].length > 0) && isReady;
  // filters are as the user left them: the server checks them
  const answer = useAsk(endpoint, input as Input<PageEndpoint<Row>>, { keep: true, when: asked });
  // rows with another key say so
  const rowKey = options.rowKey ?? ('id' as Extract<keyof Row, string>);
  const all = answer.data?.list ?? noRows;
  const rows = useMemo(() => (isCut ? all.slice(0, size) : all), [all, isCut, size]);
  const selection = useSelection<Row>(endpoint.path, rows, rowKey);
  const go = useCallback(
    (next: Partial<typeof state>) => setParams(writeListState({ ...state, ...next }), { replace: true }),
    [state, setParams],
  );
  const total = answer.data?.total ?? 0;
  // The last row of the last page is gone: one page back.
  const lastPage = Math.max(1, Math.ceil(total / size));
  useEffect(() => {
    if (answer.data && !answer.isPlaceholderData && state.page > lastPage) go({ page: lastPage });
  }, [answer.data, answer.isPlaceholderData, state.page, lastPage, go]);
  return {
    endpoint,
    rowKey,
    rows,
    answer: answer.data,
    total,
    page: state.page,
    size,
    sizes: scheme.sizePage.includes(usual) ? scheme.sizePage : [...scheme.sizePage, usual].sort((a, b) => a - b),
    sort: state.sort,
    filters,
    base,
    filtered: !sameFilters(filters, base),
    isLoading: answer.isLoading,
    isFetching: answer.isFetching,
    error: answer.error,
    updatedAt: answer.dataUpdatedAt,
    asked,
    prompt: options.prompt?.(filters),
    ...selection,
    query: (next) => {
      selection.select([], []);
      // A default that the user took away must be written, or it would come back.
      go({ filters: withClearedDefaults(next, defaults), page: 1 });
      if (isReady && sameFilters(withoutBlanks({ ...next, ...fixed }), filters)) void answer.refetch();
    },
    reset: () => {
      selection.select([], []);
      go({ filters: {}, page: 1, sort: null });
    },
    setPage: (page, nextSize) => go({ page: nextSize === size ? page : 1, size: nextSize === usual ? null : nextSize }),
    setSort: (sort) => go({ sort, page: 1 }),
    refresh: () => {
      if (isReady) void answer.refetch();
    },
    roomFor,
  };
}

/** Marks all pages of a list as old: after adding, editing or deleting. */
export function useInvalidate(): (endpoint: Pick<Endpoint, 'path'>) => Promise<void> {
  const client = useQueryClient();
  return useCallback((endpoint) => client.invalidateQueries({ queryKey: [endpoint.path] }), [client]);
}

const noRows: never[] = [];

/** Ticked rows; those on the page shown are the rows as they are now, not as they were when they were ticked. */
function useSelection<Row>(name: string, shown: Row[], rowKey: Extract<keyof Row, string>) {
  const [chosen, setChosen] = useState<{ name: string; keys: Key[]; rows: Row[] }>({ name, keys: [], rows: [] });
  const select = useCallback((keys: Key[], rows: Row[]) => setChosen({ name, keys, rows }), [name]);
  const selectedRows = useMemo(() => {
    if (chosen.rows.length === 0) return chosen.rows;
    const now = new Map(shown.map((row) => [row[rowKey], row]));
    return chosen.rows.map((row) => now.get(row[rowKey]) ?? row);
  }, [chosen.rows, shown, rowKey]);
  return { selectedKeys: chosen.keys, selectedRows, select };
}

const withoutBlanks = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => !isBlank(value)));
/** Blank defaults become null, which the address keeps. */
const withClearedDefaults = (filters: Filters, defaults: Filters | undefined): Filters => ({
  ...Object.fromEntries(Object.keys(defaults ?? {}).map((key) => [key, null])),
  ...withoutBlanks(filters),
});
const sameFilters = (a: Filters, b: Filters): boolean =>
  JSON.stringify(sortedEntries(a)) === JSON.stringify(sortedEntries(b));
const sortedEntries = (filters: Filters): unknown => Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
