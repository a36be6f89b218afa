import type { PlanFields, PlanStop } from '@tongda/contract/ground/route-plan/calls';
import type { LngLat } from '@tongda/geo/types';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalid } from '../../../core/http/errors';
import { loadPlacesById, loadRegions, truckLimitAreas } from '../place/door';
import type { Areas } from './roads';

/** What the ways of a plan are computed from. */
export type Asked = Pick<
  PlanFields,
  'stops' | 'departTime' | 'keepLast' | 'returnToStart' | 'lineId' | 'strategy' | 'avoidIds' | 'vehicleId'
>;

export interface Place {
  /** null: a point that is no site */
  id: string | null;
  name: string;
  lng: number;
  lat: number;
}

/** Places of the stops in their order. Throws 4000 with the number of a stop that the caller does not see or that is a line. */
export async function loadStopPlaces(trx: Trx, ctx: Ctx, stops: readonly PlanStop[]): Promise<Place[]> {
  const ids = [...new Set(stops.flatMap(({ placeId }) => placeId ?? []))];
  const known = new Map((await loadPlacesById(trx, ctx, ids)).map((p) => [p.id, p]));
  const places = stops.map(({ placeId, name, lng, lat }) => {
    if (placeId === null) return { id: null, name, lng: lng ?? 0, lat: lat ?? 0 };
    const place = known.get(placeId);
    return place && place.kind !== 'line' ? place : undefined;
  });
  const faults = places.flatMap((place, i) =>
    place ? [] : [{ field: `stops.${i}.placeId`, msg: `第${i + 1}个途经点不存在` }],
  );
  if (faults.length > 0) throw invalid(faults);
  return places.flatMap((place) => place ?? []);
}

/** The areas that a plan's way is checked against: 限行区 that keep its vehicle out, and the areas that the plan avoids. */
export async function loadAreas(
  trx: Trx,
  ctx: Ctx,
  { avoidIds, vehicleId, departTime }: Pick<Asked, 'avoidIds' | 'vehicleId' | 'departTime'>,
): Promise<Areas> {
  const avoid = await loadRegions(trx, ctx, avoidIds);
  if (avoid.length < new Set(avoidIds).size)
    throw invalid({ field: 'avoidIds', msg: '所选禁行区域不存在，请重新选择' });
  return { limits: await truckLimitAreas(trx, ctx, { vehicleId, day: departTime.slice(0, 10) }), avoid };
}

/** The electronic line that a plan follows, or its way by road, which has no name. */
export interface PlanLine {
  name: string;
  /** from the stop that lies first on it to the last one, in the direction of the drive */
  path: LngLat[];
  halfWidthM: number;
}
/** Positions of a way rounded for the wire and the plan, to about 10 cm. */
export const roundedPath = (path: readonly LngLat[]): Array<[number, number]> =>
  path.map(([lng, lat]) => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]);
