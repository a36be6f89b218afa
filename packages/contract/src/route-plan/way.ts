import { z } from 'zod';
import { routeStrategy } from '../enums/place';

/** A way that a run may take. */
export const plannedWay = z.object({
  /** what speaks for it; none: straight legs */
  strategies: z.array(z.literal(routeStrategy.codes)),
  /** WGS-84 */
  path: z.array(z.tuple([z.number(), z.number()])),
  distanceKm: z.number(),
  driveMin: z.number(),
  /** 限行区 that it goes through */
  limits: z.array(z.string()),
});
export type PlannedWay = z.infer<typeof plannedWay>;
