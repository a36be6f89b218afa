import { z } from 'zod';

/** Minutes after which a position no longer counts as the truck's present place (transport.md D1). */
export const freshMin = 10;
/** Minutes for which a reading of a box still tells its present temperature, as boxes change slowly. */
export const tempFreshMin = 30;
/** Minutes of standstill on the road, counted from the departure, from which it counts as a risk. */
export const longStopMin = 60;

/**
 * Whether an order or a stop is in time. `late`: the promised moment is over, and it came after it or has not come yet. `expectedLate`: by the
 * positions of its truck it will come so much later than promised that the company wants to know (`etaWarnMin`). An order is promised at its
 * 要求到达, a stop at the end of its window, without one at its planned arrival.
 */
export const lateState = z.enum(['onTime', 'expectedLate', 'late']);
export type LateState = z.infer<typeof lateState>;
export const lateWords: Readonly<Record<LateState, string>> = {
  onTime: '正常',
  expectedLate: '预计晚到',
  late: '已晚到',
};
/** What a list is asked for: one of the states, or both that are not in time. */
export const lateFilterWords = { ...lateWords, behind: '晚到与预计晚到' } as const;

/** Readings of the compartment that goods lie in, compared with what the goods need; one probe outside is enough. */
export const tempState = z.enum(['inRange', 'over', 'noData']);
export const tempWords = { inRange: '正常', over: '超温', noData: '无数据' } as const;

/** Signed orders by whether they were signed for until their 要求到达. */
export const signedWords = { inTime: '准时', late: '晚到' } as const;
/** Orders whose temperature was measured, by whether they kept it for as much of the way as the company asks (`tempMinRate`). */
export const keptWords = { kept: '达标', broken: '不达标' } as const;
