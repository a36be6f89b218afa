import { minuteMs } from '@tongda/contract/core/durations';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useVehicleGroups } from '../../base/vehicles-by/door';
import {
  countStates,
  type ExtraFilters,
  groupByFleet,
  groupByOwn,
  groupKeysOf,
  type MonitorItem,
  matchesExtra,
  matchesState,
  matchesText,
  noExtraFilters,
  type SortOrder,
  type StateFilter,
  sortedIndexes,
} from './monitor/model';
import type { MonitorPicture } from './monitor/store';
import { useServerNow } from './monitor/use';

interface Sorting {
  by: SortOrder;
  /** grows each time it is asked for, also for the same order */
  asked: number;
}

/**
 * What the tree filters by and in which order it stands. Controls answer at once, lists follow behind (deferred). The order is taken
 * when asked for and when vehicles come or go, never in between.
 */
export function useFleetFilter({ items, membership }: MonitorPicture) {
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<StateFilter>('all');
  const [extra, setExtra] = useState<ExtraFilters>(noExtraFilters);
  const [sorting, setSorting] = useState<Sorting>({ by: 'state', asked: 0 });
  const [hiddenFleets, setHidden] = useState<ReadonlySet<string>>(new Set());
  const wanted = useDeferredValue(useMemo(() => ({ text, filter, extra }), [text, filter, extra]));
  const sorted = useDeferredValue(sorting);
  const minute = Math.floor(useServerNow(60_000) / minuteMs);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows must not jump under the cursor with every update
  const order = useMemo(() => sortedIndexes(items, sorted.by), [membership, sorted]);
  const shownItems = useMemo(() => {
    const passes = (item: MonitorItem): boolean =>
      matchesState(item, wanted.filter) &&
      matchesText(item, wanted.text) &&
      matchesExtra(item, wanted.extra, minute * minuteMs);
    return order.flatMap((index) => {
      const item = items[index];
      return item && passes(item) ? [item] : [];
    });
  }, [items, order, wanted, minute]);
  const { groups, by, choose } = useVehicleGroups();
  const grouped = useMemo(
    () =>
      by === 'group'
        ? (all: readonly MonitorItem[], shown: readonly MonitorItem[]) => groupByOwn(all, shown, groups)
        : groupByFleet,
    [by, groups],
  );
  // off the map is a vehicle whose fleet is hidden, or every group that it stands in
  const isHidden = useMemo(() => {
    const keysOf = by === 'group' ? groupKeysOf(groups) : null;
    return ({ info }: MonitorItem): boolean =>
      (keysOf?.(info.vehicleId) ?? [info.fleetId ?? '']).every((key) => hiddenFleets.has(key));
  }, [by, groups, hiddenFleets]);
  const counts = useMemo(() => countStates(items), [items]);
  const onSort = useCallback((by: SortOrder) => setSorting(({ asked }) => ({ by, asked: asked + 1 })), []);
  const onToggleFleet = useCallback(
    (fleetId: string) =>
      setHidden((before) => {
        const next = new Set(before);
        if (!next.delete(fleetId)) next.add(fleetId);
        return next;
      }),
    [],
  );
  return {
    text,
    onText: setText,
    filter,
    onFilter: setFilter,
    extra,
    onExtra: setExtra,
    sort: sorting.by,
    onSort,
    shownItems,
    counts,
    hiddenFleets,
    isHidden,
    onToggleFleet,
    grouped,
    by,
    onBy: groups.length > 0 ? choose : undefined,
  };
}
export type FleetFilter = ReturnType<typeof useFleetFilter>;
