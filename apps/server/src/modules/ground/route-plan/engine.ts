import { shapeLimits } from '@tongda/contract/ground/place/shape';
import { chosenWay } from '@tongda/contract/ground/route-plan/way';
import { simplifyLine } from '@tongda/geo/simplify';
import type { LngLat } from '@tongda/geo/types';
import type { Ctx } from '../../../core/http/ctx';
import { invalid } from '../../../core/http/errors';
import { type RoutingEngine, RoutingTrouble } from '../../base/map/door';
import type { Leg } from './calc';
import { type Asked, loadAreas, loadStopPlaces, type PlanLine } from './places';
import { type Areas, listRoadChoices, type RoadChoice } from './roads';

/** The answer of a routing engine for a plan. */
export interface Roads {
  choices: RoadChoice[];
  /** the chosen one, to be followed */
  line: PlanLine | null;
  /** why there is none */
  note: string;
  /** between two of the stops, by their index */
  between(from: number, to: number): Leg | undefined;
}
/** Corners nearer to the line than this are left out: an engine has one every few metres. */
const thinM = 10;

/** Asks the engine, outside of any transaction; null where none is configured or the plan follows an electronic line. */
export async function loadRoads(
  ctx: Ctx,
  engine: RoutingEngine | null,
  plan: Asked,
  optimise: boolean,
): Promise<Roads | null> {
  if (!engine || plan.lineId) return null;
  const { places, areas } = await ctx.db(async (trx) => ({
    places: await loadStopPlaces(trx, ctx, plan.stops),
    areas: await loadAreas(trx, ctx, plan),
  }));
  const stops = places.map(({ lng, lat }): LngLat => [lng, lat]);
  const [start] = stops;
  const tour = plan.returnToStart && start ? [...stops, start] : stops;
  const asked = await askRoads(engine, tour, areas);
  if (typeof asked === 'string') return { choices: [], line: null, note: asked, between: () => undefined };
  const chosen = chosenWay(asked, plan.strategy);
  const line = chosen && { name: '', path: chosen.path, halfWidthM: shapeLimits.halfWidth.usual };
  const matrix = optimise ? await engine.matrix(stops).catch(() => null) : null;
  const home = plan.returnToStart ? stops.length - 1 : -1;
  return {
    choices: asked,
    line: line ?? null,
    note: '',
    between:
      matrix ?? ((from, to) => (to === from + 1 || (from === home && to === 0) ? chosen?.legs[from] : undefined)),
  };
}

/** The ways, or the sentence why they are estimated (the engine failed). Throws 4000 for a stop that no road leads to. */
export async function askRoads(
  engine: RoutingEngine,
  stops: readonly LngLat[],
  areas: Areas,
): Promise<RoadChoice[] | string> {
  try {
    const choices = await listRoadChoices(engine, stops, areas);
    return choices.map((choice) => ({ ...choice, path: simplifyLine(choice.path, thinM) }));
  } catch (error) {
    if (!(error instanceof RoutingTrouble)) throw error;
    if (error.offRoad) throw invalid({ field: 'stops', msg: error.message });
    return `${error.message}，已按直线估算`;
  }
}
