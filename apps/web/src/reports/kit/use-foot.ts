import type { Foot, Report } from '@tongda/contract/reports/kit/report';
import { useEffect, useRef } from 'react';
import { useAsk } from '../../kit/call/use-ask';
import type { List } from '../../kit/list/use-rows';
import type { AnyRow } from './cells';

/** How long the page waits until it asks once more for a foot and rows that do not belong together, ms. */
const againMs = 5_000;

/**
 * The foot of what the list shows. Where it counts other rows than the list does (days were computed between the two questions), the older one of the two is asked again, so that one page
 * never says two numbers.
 */
export function useFoot(of: Report, list: List<AnyRow>): Foot | undefined {
  // filters are as the user left them: the server reads them anew
  const input = list.filters as never;
  // figures of probes are wanted most where nothing went wrong, so that there are no rows
  const wanted = list.total > 0 || (of.stat !== undefined && list.answer !== undefined);
  const foot = useAsk(of.totalsCall, input, { when: list.asked && wanted });
  const { data, refetch, dataUpdatedAt } = foot;
  const isSettled = !foot.isFetching && !list.isFetching && list.answer !== undefined;
  const apart = wanted && isSettled && data !== undefined && data.rows !== list.total;
  const { refresh, updatedAt } = list;
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!apart || Date.now() - askedAt.current < againMs) return;
    askedAt.current = Date.now();
    if (updatedAt < dataUpdatedAt) refresh();
    else void refetch();
  }, [apart, updatedAt, dataUpdatedAt, refresh, refetch]);
  return wanted ? data : undefined;
}
