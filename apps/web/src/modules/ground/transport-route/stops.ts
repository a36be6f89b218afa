import { pointType } from '@tongda/contract/ground/place/enums';
import { type RouteStop, usualSpeedKmh } from '@tongda/contract/ground/transport-route/calls';
import { distanceM } from '@tongda/geo/distance';
import { estimateLeg } from '@tongda/geo/estimate';
import { shortestOrder } from '@tongda/geo/tour';

/** A stop on the form: what is sent, and what the table and the map show of its place. */
export type StopRow = Omit<RouteStop, 'placeId'> & {
  /** of this row while it is edited */
  key: string;
  placeId: string | null;
  name: string;
  lng: number | null;
  lat: number | null;
};

let made = 0;
export const newKey = (): string => `stop${++made}`;

export const blankStop = (type: StopRow['pointType'] = pointType.unload): StopRow => ({
  key: newKey(),
  placeId: null,
  name: '',
  lng: null,
  lat: null,
  pointType: type,
  distanceKm: 0,
  driveMin: 0,
  stayMin: 20,
  earlyMin: 30,
  lateMin: 15,
  assess: true,
});

/** The stops with estimated length and time of their ways; only those at `which`, all when it is absent. The first has no way before it. */
export function estimateWays(stops: readonly StopRow[], routeKind: number, which?: ReadonlySet<number>): StopRow[] {
  const speed = usualSpeedKmh[routeKind] ?? 45;
  return stops.map((stop, i) => {
    if (i === 0) return stop.distanceKm === 0 && stop.driveMin === 0 ? stop : { ...stop, distanceKm: 0, driveMin: 0 };
    const before = stops[i - 1];
    if (which && !which.has(i)) return stop;
    if (!before || before.lng === null || before.lat === null || stop.lng === null || stop.lat === null) return stop;
    const leg = estimateLeg([before.lng, before.lat], [stop.lng, stop.lat], speed);
    return { ...stop, distanceKm: leg.distanceM / 1000, driveMin: leg.driveMin };
  });
}

/** One stop moved up (-1) or down (1); the ways that changed are estimated anew. */
export function shiftStop(stops: readonly StopRow[], at: number, by: -1 | 1, routeKind: number): StopRow[] {
  const to = at + by;
  const [one, other] = [stops[at], stops[to]];
  if (!one || !other) return [...stops];
  const next = stops.map((stop, i) => (i === at ? other : i === to ? one : stop));
  const low = Math.min(at, to);
  return estimateWays(next, routeKind, new Set([low, low + 1, low + 2]));
}

export const removeStop = (stops: readonly StopRow[], at: number, routeKind: number): StopRow[] =>
  estimateWays(
    stops.filter((_, i) => i !== at),
    routeKind,
    new Set([at]),
  );

/** Whether all stops have a place, so that they can be put in order. */
export const canReorder = (stops: readonly StopRow[]): boolean =>
  stops.length > 3 && stops.every((stop) => stop.lng !== null && stop.lat !== null);

/** The stops between the first and the last in the order of the shortest way by the bee line; ways are estimated anew. */
export function inShortestOrder(stops: readonly StopRow[], routeKind: number): StopRow[] {
  if (!canReorder(stops)) return [...stops];
  const cost = (a: number, b: number): number => {
    const [from, to] = [stops[a], stops[b]];
    return from && to ? distanceM(from.lng ?? 0, from.lat ?? 0, to.lng ?? 0, to.lat ?? 0) : 0;
  };
  const order = shortestOrder(stops.length, cost, true);
  const next = order.flatMap((i) => stops[i] ?? []);
  const moved = new Set(order.flatMap((from, to) => (from === to && order[to - 1] === to - 1 ? [] : [to])));
  return estimateWays(next, routeKind, moved);
}
