/** Filters in the address bar: strings as they are, everything else as JSON; a string that reads like JSON is quoted. */
export type Filters = Record<string, unknown>;

export interface ListState {
  filters: Filters;
  page: number;
  /** null: the list's own default */
  size: number | null;
  /** `<column> asc|desc`, or null */
  sort: string | null;
  /** which of the page's lists this is: no filter, and kept whatever is queried or reset */
  view?: string | null;
}

const reserved = new Set(['page', 'size', 'sort', 'view']);

export function encodeValue(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return readsLikeJson(value) ? JSON.stringify(value) : value;
}
export function decodeValue(text: string): unknown {
  return readsLikeJson(text) ? JSON.parse(text) : text;
}
function readsLikeJson(text: string): boolean {
  if (!/^["[{\-\dtfn]/u.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A filter that says nothing is left out of the address and of the request. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Reads a list's state from the query part of the address; wrong numbers count as absent. */
export function readListState(query: URLSearchParams): ListState {
  const filters: Filters = {};
  for (const [key, value] of query) if (!reserved.has(key)) filters[key] = decodeValue(value);
  return {
    filters,
    page: positiveOrNull(query.get('page')) ?? 1,
    size: positiveOrNull(query.get('size')),
    sort: query.get('sort'),
    view: query.get('view'),
  };
}

/** The query part for a state; `fallback` values (first page, default size) are not written. */
export function writeListState(state: ListState): URLSearchParams {
  const query = new URLSearchParams();
  if (state.view) query.set('view', state.view);
  for (const [key, value] of Object.entries(state.filters)) {
    // null says: not even the default
    if (value === null || !isBlank(value)) query.set(key, encodeValue(value));
  }
  if (state.page > 1) query.set('page', String(state.page));
  if (state.size) query.set('size', String(state.size));
  if (state.sort) query.set('sort', state.sort);
  return query;
}

function positiveOrNull(text: string | null): number | null {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value > 0 ? value : null;
}
