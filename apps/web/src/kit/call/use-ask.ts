import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Endpoint, Input, Output } from '@tongda/contract/core/endpoint';
import { call } from './api';

interface AskOptions<E extends Endpoint>
  extends Pick<
    UseQueryOptions<Output<E>>,
    'refetchInterval' | 'staleTime' | 'gcTime' | 'retry' | 'refetchOnWindowFocus'
  > {
  /** false: not asked yet; what was answered before stays */
  when?: boolean;
  /** the former answer is shown until that for the new input is here */
  keep?: boolean;
  /**
   * For what is edited: loaded anew whenever a page opens it and never refreshed while somebody edits it (the server refuses an old version);
   * its answer is not shared with other pages.
   */
  own?: string;
}

/**
 * Asks one call: its answer (`data`), whether the first one is on its way (`isLoading`), what went wrong (`error`) and asking again (`refetch`).
 * The request is aborted when no page needs it any more; a former answer stays shown while a newer one is loaded. Failures are the
 * page's to show (`<Answer of>`, `ErrorState`, `StaleBar`). Invalidated by the endpoint (`useInvalidate`, `stale` of an act).
 */
export function useAsk<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: AskOptions<E> = {},
): UseQueryResult<Output<E>> {
  const { when = true, keep, own, ...more } = options;
  return useQuery<Output<E>>({
    queryKey: own === undefined ? [endpoint.path, input] : [endpoint.path, input, own],
    queryFn: ({ signal }) => call(endpoint, input, { signal, quiet: true }),
    enabled: when,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...(own === undefined ? {} : asOwn),
    ...more,
  });
}

const asOwn = {
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
} as const;
