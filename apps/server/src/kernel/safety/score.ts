import { alarmType } from '@tongda/contract/watch/alarm/enums';

/** Penalty points of an active-safety alarm of the first level, by alarm type. */
const weights: Readonly<Record<Exclude<(typeof alarmType.codes)[number], ''>, number>> = {
  [alarmType.forwardCollision]: 5,
  [alarmType.laneDeparture]: 2,
  [alarmType.closeFollowing]: 3,
  [alarmType.rightTurnNoStop]: 5,
  [alarmType.rightRearApproach]: 2,
  [alarmType.frontApproach]: 2,
  [alarmType.fatigue]: 8,
  [alarmType.phoneCall]: 5,
  [alarmType.smoking]: 3,
  [alarmType.distraction]: 4,
  [alarmType.other]: 1,
};

/** The local hours that count as night and the factor for alarms then, and the speeds (km/h) below which alarms of an item do not count. */
export const scoreRule = { nightFrom: 22, nightTo: 6, nightFactor: 1, minKmh: [{ item: 0x64, kmh: 30 }] } as const;

/** A shorter distance is counted as this many km: one alarm on the way out of the yard must not ruin a score. */
const leastKm = 100;

/** Number of incidents of one type, level and time of day. Alarms that were merged into one incident count once, at their highest level. */
export interface ScoredAlarms {
  alarmType: number;
  level: 1 | 2;
  night: boolean;
  count: number;
}

/** The points that alarms of one type cost. */
export interface Deduction {
  alarmType: number;
  count: number;
  /** of these, alarms of the second level, which count twice */
  severe: number;
  weight: number;
  points: number;
}

/** Types without a weight count as 其他. */
const typeOf = (code: number): keyof typeof weights =>
  // `in` has just found it among the keys
  code in weights ? (code as keyof typeof weights) : alarmType.other;

/** The points lost by alarm type, the most expensive type first. */
export function deductionsOf(
  alarms: readonly ScoredAlarms[],
  nightFactor: number = scoreRule.nightFactor,
): Deduction[] {
  const byType = new Map<number, Deduction>();
  for (const { alarmType: code, level, night, count } of alarms) {
    const type = typeOf(code);
    const weight = weights[type];
    const sum = byType.get(type) ?? { alarmType: type, count: 0, severe: 0, weight, points: 0 };
    byType.set(type, {
      ...sum,
      count: sum.count + count,
      severe: sum.severe + (level === 2 ? count : 0),
      points: sum.points + weight * level * count * (night ? nightFactor : 1),
    });
  }
  return [...byType.values()].sort((a, b) => b.points - a.points || a.alarmType - b.alarmType);
}

/** All points together (D). */
export const pointsOf = (deductions: readonly Deduction[]): number =>
  deductions.reduce((sum, { points }) => sum + points, 0);

/** Covers the rounding error of summed fractions, so that exactly half a tenth is rounded up. */
const noise = 1e-9;

/**
 * The driving score of a period, 0-100 with one decimal (half up): 100 less the points for each hundred kilometres driven. Null when the vehicle
 * neither drove nor raised an alarm.
 */
export function safetyScoreOf(km: number, points: number): number | null {
  if (km <= 0 && points === 0) return null;
  const left = Math.max(0, 100 - points / (Math.max(km, leastKm) / 100));
  return Math.floor(left * 10 + 0.5 + noise) / 10;
}
