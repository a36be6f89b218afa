import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { gradeLevel } from '../enums';

const base = '/api/base/manage/carrier';

/** Rules of 综合评分 (resources.md 1.11): the trips of `days` count, a stop is on time up to `lateMin` late, a report is handled within `handleHours`. */
export const carrierScoring = {
  days: 90,
  lateMin: 15,
  handleHours: 24,
  /** weight of each part, per cent; the weight of a part without data goes to the others */
  weights: { onTime: 40, temperature: 40, handling: 20 },
} as const;

/** The grade that a score (0-100) suggests. */
export function gradeOf(score: number): (typeof gradeLevel.codes)[number] {
  if (score >= 90) return 'A';
  if (score >= 75) return 'B';
  return score >= 60 ? 'C' : 'D';
}

const part = z.object({
  key: z.enum(['onTime', 'temperature', 'handling']),
  weight: z.number(),
  /** per cent; null without data */
  rate: z.number().nullable(),
  /** the rate is `good` of `of`: stops (onTime), hours (temperature) or reports (handling) */
  good: z.number(),
  of: z.number(),
});
export type ScorePart = z.infer<typeof part>;

export const carrierScoreDetail = endpoint({
  path: `${base}/scoreDetail`,
  access: { menu: menus.carrier.id },
  title: '承运商评分的构成',
  input: z.object({ id }),
  output: z.object({
    trips: z.number(),
    score: z.number().nullable(),
    parts: z.array(part),
    level: z.string().nullable(),
    version: z.number(),
  }),
});
export type CarrierScore = z.infer<typeof carrierScoreDetail.output>;

export const carrierScore = endpoint({
  path: `${base}/score`,
  access: button('carrier', 'score'),
  title: '给承运商评级',
  input: z.object({
    id,
    version,
    level: z.literal(gradeLevel.codes, '请选择评级'),
    remark: z.string().trim().max(100, '最多100个字符').default(''),
  }),
  output: z.object({ version: z.number() }),
});
