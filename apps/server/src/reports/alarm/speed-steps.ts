import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { inShape } from '@tongda/geo/shape';
import type { Ctx } from '../../core/http/ctx';
import { noSurroundings } from '../../kernel/detect/no-surroundings';
import { ShapeIndex } from '../../kernel/detect/place/shapes';
import type { PlaceShape } from '../../kernel/detect/place/types';
import { limitAt } from '../../kernel/detect/safety/speed';
import type { TrackPoint } from '../../kernel/point';
import { readShapes } from '../../stream/facts/inputs/shapes';

/** [moment in epoch ms, limit in km/h from then on] */
type Step = [number, number];

/** The limits that a rule of speeding held a way of the company's own vehicle against, each from the report on at which it began: the rule's own, those of places and roads, the night's. */
export async function speedSteps(
  ctx: Ctx,
  points: readonly TrackPoint[],
  params: RuleParams['speed'],
): Promise<Step[]> {
  const shapes =
    params.placeLimits || params.roads.length > 0 ? await ctx.db((trx) => readShapes(trx, ctx.clientId)) : [];
  // a place that was changed meanwhile has one shape a time
  const index = new Map<string, ShapeIndex>();
  const placesAt = (t: number): ShapeIndex => {
    const held = shapes.filter((one) => one.from <= t && t < one.to);
    const key = held.map(({ from, value }) => `${value.placeId} ${from}`).join();
    const known = index.get(key) ?? new ShapeIndex(held.map(({ value }) => value));
    index.set(key, known);
    return known;
  };
  const steps: Step[] = [];
  let inside: string[] = [];
  for (const { t, lng, lat } of points) {
    if (lng === null || lat === null) continue;
    const places = placesAt(t);
    // as visits do: one that was inside leaves only beyond the buffer
    const isIn = ({ placeId, shape, bufferM }: PlaceShape): boolean =>
      inShape(lng, lat, shape, inside.includes(placeId) ? bufferM : 0);
    inside = places
      .near(lng, lat)
      .filter(isIn)
      .map(({ placeId }) => placeId);
    const limit = limitAt({ t, lng, lat }, params, inside, { ...noSurroundings, zone: ctx.timeZone, shapes: places });
    if (steps.at(-1)?.[1] !== limit) steps.push([t, limit]);
  }
  return steps;
}
