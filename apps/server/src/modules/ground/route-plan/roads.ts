import type { EnumCode } from '@tongda/contract/core/enum';
import { routeStrategy } from '@tongda/contract/ground/place/enums';
import type { CrossedAreas, PlannedWay } from '@tongda/contract/ground/route-plan/way';
import { inBbox } from '@tongda/geo/polygon';
import { inShape, type Shape, shapeBbox } from '@tongda/geo/shape';
import type { LngLat } from '@tongda/geo/types';
import { wayOf } from '@tongda/geo/way';
import { type Avoided, type RoadWay, type RoutingEngine, RoutingTrouble } from '../../base/map/door';

export type Strategy = EnumCode<typeof routeStrategy>;
/** A way by road with the strategies that it fits and the restricted areas that it goes through. */
export interface RoadChoice extends RoadWay {
  strategies: Strategy[];
  limits: string[];
  /** 禁行区域 that it goes through */
  avoided: string[];
}
export interface LimitArea {
  name: string;
  shape: Shape;
}

const avoidedBy: ReadonlyArray<readonly [Strategy, Avoided]> = [
  [routeStrategy.noToll, 'toll'],
  [routeStrategy.noMotorway, 'motorway'],
];
/** Two answers of an engine count as the same way when length and time are equal. */
const isSameWay = (a: RoadWay, b: RoadWay): boolean =>
  Math.abs(a.distanceM - b.distanceM) < 20 && a.driveMin === b.driveMin && a.path.length === b.path.length;
/** The areas that a way is checked against. */
export interface Areas {
  /** 限行区 of the company */
  limits: readonly LimitArea[];
  /** 禁行区域 of the plan */
  avoid: readonly LimitArea[];
}
const nothing: CrossedAreas = { limits: [], avoided: [] };
export const crossedAreasOf = (path: readonly LngLat[], { limits, avoid }: Areas): CrossedAreas => ({
  limits: namesOfCrossed(path, limits),
  avoided: namesOfCrossed(path, avoid),
});
/** At most so many ways are offered beside the fastest one. */
const most = 4;

/**
 * The ways of an engine over the stops: the fastest, the shortest of what it offers, and those without tolls and motorways as far as it answers
 * that. Ways that fit no strategy are left out when there are too many.
 */
export async function listRoadChoices(
  engine: RoutingEngine,
  stops: readonly LngLat[],
  areas: Areas,
): Promise<RoadChoice[]> {
  const [offered, ...without] = await Promise.all([
    engine.ways(stops),
    ...avoidedBy.map(([, road]) => engine.ways(stops, road)),
  ]);
  const choices: RoadChoice[] = (offered ?? []).map((way) => ({ ...way, strategies: [], ...nothing }));
  const [fastest] = choices;
  if (!fastest) throw new RoutingTrouble('规划服务没有找到可行驶的道路');
  fastest.strategies.push(routeStrategy.fastest);
  if (choices.length > 1) {
    const shortest = choices.reduce((best, one) => (one.distanceM < best.distanceM ? one : best));
    shortest.strategies.push(routeStrategy.shortest);
  }
  avoidedBy.forEach(([strategy], i) => {
    const [way] = without[i] ?? [];
    if (!way) return;
    const known = choices.find((choice) => isSameWay(choice, way));
    if (known) known.strategies.push(strategy);
    else choices.push({ ...way, strategies: [strategy], ...nothing });
  });
  for (const choice of choices) Object.assign(choice, crossedAreasOf(choice.path, areas));
  const clear = ({ limits, avoided }: CrossedAreas): boolean => limits.length + avoided.length === 0;
  if (!choices.every(clear))
    for (const choice of choices) if (clear(choice)) choice.strategies.push(routeStrategy.noLimit);
  return choices.filter(({ strategies }, i) => strategies.length > 0 || i < most).slice(0, most);
}

const lookM = 100;
/** Names of the areas that a way goes through; the way is tested every hundred metres. */
export function namesOfCrossed(path: readonly LngLat[], areas: readonly LimitArea[]): string[] {
  if (areas.length === 0) return [];
  const way = wayOf(path);
  const endM = way.atM.at(-1) ?? 0;
  const spots: LngLat[] = [...path];
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1], path[i]];
    const steps = Math.floor(((way.atM[i] ?? endM) - (way.atM[i - 1] ?? 0)) / lookM);
    if (!a || !b) continue;
    for (let n = 1; n <= steps; n++) {
      const share = n / (steps + 1);
      spots.push([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]);
    }
  }
  return areas.flatMap(({ name, shape }) => {
    const box = shapeBbox(shape);
    const hit = spots.some(([lng, lat]) => (!box || inBbox(lng, lat, box)) && inShape(lng, lat, shape));
    return hit ? [name] : [];
  });
}

export const plannedWayOf = ({ strategies, path, distanceM, driveMin, limits, avoided }: RoadChoice): PlannedWay => ({
  strategies,
  path: path.map(([lng, lat]) => [round6(lng), round6(lat)]),
  distanceKm: Math.round(distanceM / 100) / 10,
  driveMin,
  limits,
  avoided,
});
const round6 = (n: number): number => Math.round(n * 1e6) / 1e6;
