import type { Parsed } from '@tongda/contract/core/endpoint';
import { planSpeedKmh } from '@tongda/contract/ground/route-plan/calls';
import type { linePlan } from '@tongda/contract/ground/route-plan/line';
import type { PlannedWay } from '@tongda/contract/ground/route-plan/way';
import type { LngLat } from '@tongda/geo/types';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import type { RoutingEngine } from '../../base/map/door';
import { timeStops } from './calc';
import { askRoads } from './engine';
import { loadAreas } from './places';
import { plannedWayOf } from './roads';

const noEngine = '规划服务未配置，已按直线估算';
const whatThen = '：请在地图上修正走向，或由轨迹生成';

/** A way of straight legs, with estimated length and time. */
function straightWay(stops: readonly LngLat[]): PlannedWay {
  const calm = { stayMin: 0, windowFrom: null, windowTo: null };
  const run = timeStops(
    stops.map(([lng, lat]) => ({ lng, lat, ...calm })),
    { departClock: 0, speedKmh: planSpeedKmh, keepLast: true, returnToStart: false },
  );
  const path = stops.map(([lng, lat]): [number, number] => [lng, lat]);
  return { strategies: [], path, distanceKm: run.distanceM / 1000, driveMin: run.minutes, limits: [], avoided: [] };
}

/** The ways by road over these positions, or a straight one with the reason why it is estimated. */
export async function proposeLine(ctx: Ctx, engine: RoutingEngine | null, { stops }: Parsed<typeof linePlan>) {
  const anybody = { avoidIds: [], vehicleId: null, departTime: wireTime(Date.now(), ctx.timeZone) };
  const asked = engine ? await askRoads(engine, stops, await ctx.db((trx) => loadAreas(trx, ctx, anybody))) : noEngine;
  if (typeof asked === 'string') return { ways: [straightWay(stops)], estimated: true, note: `${asked}${whatThen}` };
  return { ways: asked.map(plannedWayOf), estimated: false, note: '' };
}
