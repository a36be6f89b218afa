import { z } from 'zod';

/** What a report's chart draws on one axis of time: lanes of curves under each other, strips of spans below them. Times are epoch ms. */
const span = z.object({ from: z.number(), until: z.number() });

export const curveAnswer = z.object({
  from: z.number(),
  until: z.number(),
  /** one scale each */
  lanes: z.array(
    z.object({
      name: z.string(),
      unit: z.string(),
      series: z.array(
        z.object({
          name: z.string(),
          /** outside of these it is drawn red; null: no bound */
          lower: z.number().nullable(),
          upper: z.number().nullable(),
          /** [moment, reading or null (the line is broken there), 1 = 补传, 2 = 迟到，未证实] */
          points: z.array(z.tuple([z.number(), z.number().nullable(), z.number().int()])),
        }),
      ),
    }),
  ),
  /** open doors, a running chiller … */
  strips: z.array(z.object({ name: z.string(), tone: z.enum(['door', 'cool', 'stay']), spans: z.array(span) })),
  /** no data: drawn over all lanes, never bridged */
  gaps: z.array(span.extend({ reason: z.string() })),
});
export type CurveAnswer = z.infer<typeof curveAnswer>;
export type CurveLane = CurveAnswer['lanes'][number];
