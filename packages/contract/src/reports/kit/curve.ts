import { z } from 'zod';
import { id } from '../../core/page';

/** What a report's chart draws on one axis of time: lanes of curves under each other, strips of spans below them. Times are epoch ms. */
const span = z.object({ from: z.number(), until: z.number() });
/** open doors · the unit: it cools, heats, defrosts, waits · stays */
const stripTone = z.enum(['door', 'cool', 'heat', 'frost', 'idle', 'stay', 'drive', 'wait']);
export type StripTone = z.infer<typeof stripTone>;

/** before the goods are aboard · loading · under way · unloading */
const phaseTone = z.enum(['cool', 'load', 'drive', 'unload']);

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
          /** [moment, bound]: the upper bound from each moment on, where it changed; in place of `upper` */
          steps: z.array(z.tuple([z.number(), z.number()])).optional(),
          /** [moment, reading or null (the line is broken there), 1 = 补传, 2 = 迟到，未证实] */
          points: z.array(z.tuple([z.number(), z.number().nullable(), z.number().int()])),
        }),
      ),
    }),
  ),
  /** open doors, a running chiller … */
  strips: z.array(
    z.object({
      name: z.string(),
      tone: stripTone,
      /** `tone` where a piece differs from its strip; `word` stands in it where there is room */
      spans: z.array(span.extend({ tone: stripTone.optional(), word: z.string().optional() })),
    }),
  ),
  /** no data: drawn over all lanes, never bridged */
  gaps: z.array(span.extend({ reason: z.string() })),
  /** parts of the time that are shaded behind the lanes, each with its word; `tone` tells kinds apart */
  phases: z.array(span.extend({ word: z.string(), tone: phaseTone })).optional(),
  /** whose readings these are, for who may look at their raw points; absent for recorders and in what is kept or shown to strangers */
  vehicles: z.array(z.object({ id, plateNo: z.string() })).optional(),
});
export type CurveAnswer = z.infer<typeof curveAnswer>;
/** The upper bound of a curve at a moment. */
export const upperAt = (
  { upper, steps }: Pick<CurveLane['series'][number], 'steps' | 'upper'>,
  t: number,
): number | null => (steps ? (steps.findLast(([from]) => from <= t)?.[1] ?? steps[0]?.[1] ?? upper) : upper);
export type CurveLane = CurveAnswer['lanes'][number];

/** So many vehicles are compared at most. */
export const mostCurves = 4;
