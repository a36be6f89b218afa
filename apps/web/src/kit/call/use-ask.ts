import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Endpoint, Input, Output } from '@tongda/contract/core/endpoint';
import { call, callRaw } from './api';

interface AskOptions<E extends Endpoint>
  extends Pick<
    UseQueryOptions<Output<E>>,
    | 'refetchInterval'
    | 'staleTime'
    | 'gcTime'
    | 'retry'
    | 'refetchOnWindowFocus'
    | 'refetchOnMount'
    | 'structuralSharing'
  > {
  /** false: not asked yet; what was answered before stays */
  when?: boolean;
  /** the former answer is shown until that for the new input is here; a function says for which former inputs */
  keep?: boolean | ((before: Input<E>) => boolean);
  /**
   * For what is edited: loaded anew whenever a page opens it and never refreshed while somebody edits it (the server refuses an old version);
   * its answer is not shared with other pages.
   */
  own?: string;
}

/** Under what key the answer to an input is kept: for who puts an answer into the cache by itself. */
export const askKey = <E extends Endpoint>(endpoint: E, input: Input<E> | null, own?: string): QueryKey =>
  own === undefined ? [endpoint.path, input] : [endpoint.path, input, own];

/**
 * Asks one call: its answer (`data`), whether the first one is on its way (`isLoading`), what went wrong (`error`) and asking again (`refetch`).
 * The request is aborted when no page needs it any more; a former answer stays shown while a newer one is loaded. Failures are the
 * page's to show (`<Answer of>`, `ErrorState`, `StaleBar`). Invalidated by the endpoint (`useInvalidate`, `stale` of an act).
 * `input` null: something of it is missing yet, so nothing is asked. Pages that ask the same thing share one answer.
 */
export function useAsk<E extends Endpoint>(
  endpoint: E,
  input: Input<E> | null,
  options: AskOptions<E> = {},
): UseQueryResult<Output<E>> {
  const { when = true, keep, own, ...more } = options;
  return useQuery<Output<E>>({
    queryKey: askKey(endpoint, input, own),
    // nobody asks while the input is null, whatever the endpoint takes
    queryFn: ({ signal }) => (endpoint.raw ? callRaw : call)(endpoint, input as Input<E>, { signal, quiet: true }),
    enabled: when && input !== null,
    ...(keep ? { placeholderData: formerAnswer(endpoint, keep) } : {}),
    ...(own === undefined ? {} : asOwn),
    ...more,
  });
}

/** What is shown while a new answer is loaded: the former one, or only that to an input which `keep` accepts. */
const formerAnswer =
  <E extends Endpoint>(endpoint: E, keep: true | ((before: Input<E>) => boolean)) =>
  <T>(old: T | undefined, query: { queryKey: QueryKey } | undefined): T | undefined => {
    if (keep === true) return old;
    if (query?.queryKey[0] !== endpoint.path) return undefined;
    // keys of an endpoint are made by askKey: the second part is its input
    return keep(query.queryKey[1] as Input<E>) ? old : undefined;
  };

const asOwn = {
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
} as const;
