import { z } from 'zod';
import { withWordsOf } from '../core/code-words';
import { minuteMs } from '../core/durations';

/** Minutes after which a position no longer counts as the truck's present place (transport.md D1). */
export const freshMin = 10;
/** Minutes for which a reading of a box still tells its present temperature, as boxes change slowly. */
export const tempFreshMin = 30;
/** Minutes of standstill on the road, counted from the departure, from which it counts as a risk. */
export const longStopMin = 60;

/**
 * Whether an order or a stop is in time. `late`: the promised moment is over, and it came after it or has not come yet. `expectedLate`: by the
 * positions of its truck (an order before the departure: by the plan of its trip) it will come so much later than promised that the company wants to know (`etaWarnMin`). An order is promised at its
 * 要求到达, a stop at the end of its window, without one at its planned arrival.
 */
export const lateWords = { onTime: '正常', expectedLate: '预计晚到', late: '已晚到' } as const;
export const lateState = withWordsOf(z.enum(['onTime', 'expectedLate', 'late']), lateWords);
export type LateState = z.infer<typeof lateState>;
/** The states by how bad they are: `delayLevel` of a trip is the place in here. */
export const lateStates = ['onTime', 'expectedLate', 'late'] as const satisfies readonly LateState[];
/** The state at such a place. */
export const lateOfLevel = (level: number): LateState => lateStates[level] ?? 'onTime';

/** Whole minutes of `at` after what was promised, both epoch ms; negative before it. A minute counts when it is over, as in the lists (SQL floors, too). */
export const minutesAfter = (promisedAt: number, at: number): number => Math.floor((at - promisedAt) / minuteMs);

/** Minutes as short as a column has room for: 8分, 1小时5分; from ten hours on without minutes: 12小时, 3天4小时. */
export function spanText(minutes: number): string {
  const whole = Math.floor(Math.abs(minutes));
  if (whole < 60) return `${whole}分`;
  const hours = Math.floor(whole / 60);
  if (hours < 10) return `${hours}小时${whole % 60 > 0 ? `${whole % 60}分` : ''}`;
  return hours < 24 ? `${hours}小时` : `${Math.floor(hours / 24)}天${hours % 24 > 0 ? `${hours % 24}小时` : ''}`;
}

/**
 * How something stands to what was promised, in the words of every list, page, message and file: 晚1小时5分 (it came so late, or has not come and the promise is over),
 * 预计晚20分, 早8分, 准点. Without minutes (nobody knows when it will come) only the state is said.
 */
export function lateText(late: LateState, minutes: number | null): string {
  if (minutes === null) return lateWords[late];
  if (late === 'late') return minutes < 1 ? '晚不到1分' : `晚${spanText(minutes)}`;
  if (minutes > 0) return `预计晚${spanText(minutes)}`;
  return minutes < 0 ? `早${spanText(minutes)}` : '准点';
}

/** What is promised and has not come until `now` (both ms of one clock): `晚1小时5分` once the promise is over, empty before. */
export const overdueText = (promisedAt: number, now: number): string =>
  now > promisedAt ? lateText('late', minutesAfter(promisedAt, now)) : '';

/** What a list is asked for: one of the states, or both that are not in time. */
export const lateFilterWords = { ...lateWords, behind: '晚到与预计晚到' } as const;

/** Readings of the compartment that goods lie in, compared with what the goods need; one probe outside is enough. */
export const tempState = z.enum(['inRange', 'over', 'noData']);
export const tempWords = { inRange: '正常', over: '超温', noData: '无数据' } as const;

/** Signed orders by whether they were signed for until their 要求到达. */
export const signedWords = { inTime: '准时', late: '晚到' } as const;
/** Orders whose temperature was measured, by whether they kept it for as much of the way as the company asks (`tempMinRate`). */
export const keptWords = { kept: '达标', broken: '不达标' } as const;
