import { useDeferredValue, useMemo, useState } from 'react';
import {
  countStates,
  type ExtraFilters,
  type MonitorItem,
  matchesExtra,
  matchesState,
  matchesText,
  noExtraFilters,
  type SortOrder,
  type StateFilter,
  sortedIds,
} from './monitor-model';

/** What the tree filters by and in which order it stands. The order is taken when asked for and when vehicles come or go, never in between. */
export function useFleetFilter(items: readonly MonitorItem[], now: number) {
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<StateFilter>('all');
  const [extra, setExtra] = useState<ExtraFilters>(noExtraFilters);
  const [sort, setSort] = useState<SortOrder>('state');
  const [asked, setAsked] = useState(0);
  const [hiddenFleets, setHidden] = useState<ReadonlySet<string>>(new Set());
  const needle = useDeferredValue(text);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows must not jump under the cursor with every update
  const order = useMemo(
    () => new Map(sortedIds(items, sort).map((id, rank) => [id, rank])),
    [items.length, sort, asked],
  );
  const minute = Math.floor(now / 60_000);
  const shownItems = useMemo(() => {
    const passing = items.filter(
      (item) => matchesState(item, filter) && matchesText(item, needle) && matchesExtra(item, extra, minute * 60_000),
    );
    return passing.sort((a, b) => (order.get(a.info.vehicleId) ?? 0) - (order.get(b.info.vehicleId) ?? 0));
  }, [items, filter, needle, extra, minute, order]);
  const shown = useMemo(() => new Set(shownItems.map((item) => item.info.vehicleId)), [shownItems]);
  const counts = useMemo(() => countStates(items), [items]);
  return {
    text,
    onText: setText,
    filter,
    onFilter: setFilter,
    extra,
    onExtra: setExtra,
    sort,
    onSort: (next: SortOrder) => {
      setSort(next);
      setAsked((n) => n + 1);
    },
    order,
    shown,
    shownItems,
    counts,
    hiddenFleets,
    onToggleFleet: (fleetId: string) =>
      setHidden((before) => {
        const next = new Set(before);
        if (!next.delete(fleetId)) next.add(fleetId);
        return next;
      }),
  };
}
