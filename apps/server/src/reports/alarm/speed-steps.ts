import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { inShape } from '@tongda/geo/shape';
import type { Ctx } from '../../core/http/ctx';
import { noSurroundings } from '../../kernel/detect/no-surroundings';
import { ShapeIndex } from '../../kernel/detect/place/shapes';
import type { PlaceShape } from '../../kernel/detect/place/types';
import { limitAt } from '../../kernel/detect/safety/speed';
import type { TrackPoint } from '../../kernel/point';
import { readShapes } from '../../stream/facts/inputs/shapes';
import type { Period } from '../../stream/facts/timeline';

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
  const placesAt = placesByTime(shapes);
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

/**
 * The places as they were at a moment (epoch ms), asked for in order of time: one that was changed meanwhile has one shape a time. An index of thousands of stores is built anew only when the
 * next of them began or ended.
 */
export function placesByTime(shapes: ReadonlyArray<Period<PlaceShape>>): (t: number) => ShapeIndex {
  const edges = [...new Set(shapes.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  // how many of the edges are over; none is known yet
  let passed = 0;
  let current: ShapeIndex | null = null;
  return (t) => {
    const before = passed;
    for (let edge = edges[passed]; edge !== undefined && edge <= t; edge = edges[passed]) passed++;
    if (current === null || passed > before)
      current = new ShapeIndex(shapes.filter(({ from, to }) => from <= t && t < to).map(({ value }) => value));
    return current;
  };
}
