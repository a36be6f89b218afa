import { pointType } from '@tongda/contract/ground/place/enums';
import { type RouteStop, routeLabels, usualSpeedKmh } from '@tongda/contract/ground/transport-route/calls';
import { estimateLeg } from '@tongda/geo/estimate';
import type { LngLat } from '@tongda/geo/types';
import { updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalidField } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { findRoute } from './repo';
import { entity, rewriteStops } from './service';

/** A stop with its position. */
export type PlacedStop = RouteStop & { lng: number; lat: number };
/** A place that a route is to call at. */
export interface CallPlace {
  placeId: string;
  name: string;
  lng: number;
  lat: number;
  stayMin: number;
}

const most = 100;
const positionOf = (stop: { lng: number; lat: number }): LngLat => [stop.lng, stop.lat];
const lengthM = (from: PlacedStop | CallPlace, to: PlacedStop | CallPlace): number =>
  estimateLeg(positionOf(from), positionOf(to), 1).distanceM;

/** The stop with the length and time of its way from the stop before estimated; the first stop has no way. */
function estimateWayFrom(before: PlacedStop | undefined, stop: PlacedStop, routeKind: number): PlacedStop {
  if (!before) return { ...stop, distanceKm: 0, driveMin: 0 };
  const leg = estimateLeg(positionOf(before), positionOf(stop), usualSpeedKmh[routeKind] ?? 45);
  return { ...stop, distanceKm: leg.distanceM / 1000, driveMin: leg.driveMin };
}

/** Adds a stop at the position where it lengthens the way least; the first and the last stop stay first and last. */
export function addCall(stops: readonly PlacedStop[], place: CallPlace, routeKind: number): PlacedStop[] {
  const detours = stops.slice(1).map((to, i) => {
    const from = stops[i] ?? to;
    return lengthM(from, place) + lengthM(place, to) - lengthM(from, to);
  });
  const where = detours.indexOf(Math.min(...detours)) + 1;
  const { placeId, lng, lat, stayMin } = place;
  const call = { placeId, lng, lat, stayMin, pointType: pointType.unload, distanceKm: 0, driveMin: 0 };
  const usual = { earlyMin: 30, lateMin: 15, assess: true };
  const made = estimateWayFrom(stops[where - 1], { ...call, ...usual }, routeKind);
  return stops.flatMap((stop, i) => (i === where ? [made, estimateWayFrom(made, stop, routeKind)] : [stop]));
}

/** Removes all stops at a place; the ways over the gaps are estimated. */
export function removeCall(stops: readonly PlacedStop[], placeId: string, routeKind: number): PlacedStop[] {
  const left: PlacedStop[] = [];
  let gap = false;
  for (const stop of stops) {
    if (stop.placeId === placeId) {
      gap = true;
      continue;
    }
    left.push(gap ? estimateWayFrom(left.at(-1), stop, routeKind) : stop);
    gap = false;
  }
  return left;
}

/** Adds a place to a route's stops or removes it. Answers the route's name; throws 4011 with the reason when it cannot. */
export async function changeCall(
  trx: Trx,
  ctx: Ctx,
  change: { routeId: string; step: 'join' | 'leave'; place: CallPlace },
): Promise<string> {
  const { routeId, step, place } = change;
  const route = await findRoute(trx, ctx, routeId);
  if (!route) throw invalidField('route', '所选线路不存在或不在您的权限范围内');
  const before: PlacedStop[] = route.stops;
  const there = before.some(({ placeId }) => placeId === place.placeId);
  const names = { store: `“${place.name}”`, route: `线路“${route.routeName}”` };
  if (step === 'join' && there) throw blockedByRule(`${names.store}已在${names.route}上`);
  if (step === 'leave' && !there) throw blockedByRule(`${names.store}不在${names.route}上`);
  if (step === 'join' && before.length >= most) throw blockedByRule(`${names.route}已有${most}个停靠点，不能再加入`);
  const stops =
    step === 'join' ? addCall(before, place, route.routeType) : removeCall(before, place.placeId, route.routeType);
  if (stops.length < 2) throw blockedByRule(`${names.route}移出${names.store}后不足2个停靠点，请在线路管理中处理`);
  if (stops.some((stop, i) => stop.placeId === stops[i - 1]?.placeId))
    throw blockedByRule(`${names.route}移出${names.store}后有相邻的重复停靠点，请在线路管理中处理`);
  await updateRow(trx, ctx, 'transport_route', { id: routeId, version: route.version, values: {} });
  await rewriteStops(trx, ctx, routeId, stops);
  const said = new Map(route.stops.map(({ placeId, name }) => [placeId, name]));
  said.set(place.placeId, place.name);
  const words = (list: readonly PlacedStop[]): string => list.map((s) => said.get(s.placeId) ?? '').join(' → ');
  const changes = changesBetween({ stops: words(before) }, { stops: words(stops) }, { stops: routeLabels.stops });
  await recordChanges(trx, ctx, [{ entity, entityId: routeId, action: '编辑', changes }]);
  return route.routeName;
}
