import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { gradeLevel } from '../enums';

const base = '/api/base/manage/carrier';

/** How a carrier is judged (resources.md 1.11): its trips of so many days, on time within so many minutes, reports dealt with in so many hours. */
export const carrierScoring = {
  days: 90,
  lateMin: 15,
  handleHours: 24,
  /** per cent of the score; a part that nothing is known of leaves its weight to the others */
  weights: { onTime: 40, temperature: 40, handling: 20 },
} as const;

/** The grade that a score speaks for. */
export function gradeOf(score: number): (typeof gradeLevel.codes)[number] {
  if (score >= 90) return 'A';
  if (score >= 75) return 'B';
  return score >= 60 ? 'C' : 'D';
}

const part = z.object({
  key: z.enum(['onTime', 'temperature', 'handling']),
  weight: z.number(),
  /** per cent; null: nothing to judge by */
  rate: z.number().nullable(),
  /** what the rate was made of: stops, hours, reports */
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
