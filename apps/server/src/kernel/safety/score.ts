import { alarmType } from '@tongda/contract/watch/alarm/enums';

/** Points that an active-safety alarm of the first level takes, by alarmType (monitor.md 0.1). */
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

/** Local hours that count as night, what an alarm counts then, and the speed below which an item of alarms does not count, km/h. */
export const scoreRule = { nightFrom: 22, nightTo: 6, nightFactor: 1, minKmh: [{ item: 0x64, kmh: 30 }] } as const;

/** Fewer kilometres than these are taken as so many: one alarm on the way out of the yard is no verdict. */
const leastKm = 100;

/** Incidents of one kind: alarms that were merged count once, at their highest level. */
export interface ScoredAlarms {
  alarmType: number;
  level: 1 | 2;
  night: boolean;
  count: number;
}

/** What alarms of one type took. */
export interface Deduction {
  alarmType: number;
  count: number;
  /** of these, alarms of the second level, which count twice */
  severe: number;
  weight: number;
  points: number;
}

/** Every type that the platform has no weight for is 其他. */
const typeOf = (code: number): keyof typeof weights =>
  code in weights ? (code as keyof typeof weights) : alarmType.other;

/** The points by type, most first. */
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

/** Takes what a sum of fractions leaves behind the last digit that means something. */
const noise = 1e-9;

/** Score of 0-100 of a period: what the points leave, each hundred kilometres; one decimal, half up. Null: neither driven nor warned. */
export function safetyScore(km: number, points: number): number | null {
  if (km <= 0 && points === 0) return null;
  const left = Math.max(0, 100 - points / (Math.max(km, leastKm) / 100));
  return Math.floor(left * 10 + 0.5 + noise) / 10;
}
