import { z } from 'zod';
import type { EnumCode } from '../../core/enum';
import { routeStrategy } from '../place/enums';

/** A way that a run may take. */
export const plannedWay = z.object({
  /** strategies that it fits; none for straight legs */
  strategies: z.array(z.literal(routeStrategy.codes)),
  /** WGS-84 */
  path: z.array(z.tuple([z.number(), z.number()])),
  distanceKm: z.number(),
  driveMin: z.number(),
  /** 限行区 that it goes through */
  limits: z.array(z.string()),
  /** 禁行区域 of the plan that it goes through all the same */
  avoided: z.array(z.string()),
});
export type PlannedWay = z.infer<typeof plannedWay>;

/** Areas that a way goes through, by name: 限行区, and the plan's own 禁行区域. */
export const crossedAreas = plannedWay.pick({ limits: true, avoided: true });
export type CrossedAreas = z.infer<typeof crossedAreas>;

/** `途经禁行区：…；穿过限行区：…`, '' for a way that keeps off them. */
export const crossedWords = ({ limits, avoided }: CrossedAreas): string =>
  [
    avoided.length > 0 ? `途经禁行区：${avoided.join('、')}` : '',
    limits.length > 0 ? `穿过限行区：${limits.join('、')}` : '',
  ]
    .filter(Boolean)
    .join('；');

/** The way that a plan takes: the first that fits its strategy, else the first. A way through a 禁行区域 only when all go through one. */
export function chosenWay<W extends Pick<PlannedWay, 'strategies' | 'avoided'>>(
  ways: readonly W[],
  strategy: EnumCode<typeof routeStrategy> | null | undefined,
): W | undefined {
  // a way that fits no strategy could not be found again by its name
  const named = ways.filter(({ strategies }) => strategies.length > 0);
  const free = named.filter(({ avoided }) => avoided.length === 0);
  const pool = free.length > 0 ? free : named;
  return pool.find(({ strategies }) => strategies.some((code) => code === strategy)) ?? pool[0];
}
