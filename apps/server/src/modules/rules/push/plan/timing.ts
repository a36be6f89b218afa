import { minuteMs } from '@tongda/contract/core/durations';
import type { RulePeriod } from '@tongda/contract/rules/alarm-rule/codes';
import { quietMode } from '@tongda/contract/rules/push/enums';
import type { EscalationTier, PushContact } from '@tongda/contract/rules/push/fields';
import { isWithinSpan, ruleHoldsAt, wallMinuteOf } from '../../../../kernel/detect/clock';

/** Who is told of what and when: the rules of push settings, without any I/O. Times are epoch ms. */

/** Who a setting or a tier of its escalation reaches. */
export interface Who {
  channels: readonly number[];
  userIds: readonly string[];
  roleIds: readonly string[];
  manager: boolean;
  driver: boolean;
  contacts: readonly PushContact[];
  endpointIds: readonly string[];
}

/** A push setting as the planner uses it. */
export interface Setting extends Who {
  id: string;
  name: string;
  kinds: readonly string[];
  minLevel: number;
  scope: number;
  targetIds: readonly string[];
  period: RulePeriod;
  quiet: { from: string; to: string } | null;
  quietMode: number;
  quietPassLevel: number;
  repeatMin: number;
  maxTimes: number;
  notifyEnd: boolean;
  escalation: readonly EscalationTier[];
  template: string;
}

/** What a setting's conditions look at of an alarm. */
export interface Concern {
  kind: string;
  level: number;
  vehicleId: string;
  fleetId: string | null;
  /** department of the vehicle and those above it */
  orgPath: readonly string[];
  /** users' groups that the vehicle is in */
  groupIds: readonly string[];
}

/** Whether a setting applies to an alarm at this moment: kind, level, vehicle, weekday and time of day. */
export function settingApplies(s: Setting, c: Concern, now: number, zone: string): boolean {
  if (s.kinds.length > 0 && !s.kinds.includes(c.kind)) return false;
  if (c.level < s.minLevel) return false;
  if (!ruleHoldsAt(now, { period: s.period, validFrom: null, validUntil: null }, zone)) return false;
  switch (s.scope) {
    case 2:
      return c.orgPath.some((id) => s.targetIds.includes(id));
    case 3:
      return c.fleetId !== null && s.targetIds.includes(c.fleetId);
    case 4:
      return s.targetIds.includes(c.vehicleId);
    case 5:
      return c.groupIds.some((id) => s.targetIds.includes(id));
    default:
      return true;
  }
}

/** Whether quiet hours hold now for an alarm of this level. */
export const isQuiet = (
  s: Pick<Setting, 'quiet' | 'quietPassLevel'>,
  level: number,
  now: number,
  zone: string,
): boolean =>
  s.quiet !== null && level < s.quietPassLevel && isWithinSpan(wallMinuteOf(now, zone), s.quiet.from, s.quiet.to);

/** When a notice may leave (epoch ms), or the cause why it is suppressed. Quiet hours may span midnight. */
export function whenToTell(
  s: Pick<Setting, 'quiet' | 'quietMode' | 'quietPassLevel'>,
  level: number,
  now: number,
  zone: string,
): { at: number; suppressed: string } {
  if (s.quiet === null || !isQuiet(s, level, now, zone)) return { at: now, suppressed: '' };
  if (s.quietMode === quietMode.never) return { at: now, suppressed: '免打扰时段，按设置只记录不发送' };
  const until = Number(s.quiet.to.slice(0, 2)) * 60 + Number(s.quiet.to.slice(3, 5));
  const minutes = (until - wallMinuteOf(now, zone) + 1440) % 1440;
  return { at: Math.floor(now / minuteMs) * minuteMs + minutes * minuteMs, suppressed: '' };
}

/** When a setting has follow-ups after a first notice at `from`: its repetition is tier 0, its escalation tiers 1, 2, … */
export function followupsOf(s: Setting, from: number): Array<{ tier: number; at: number }> {
  const repeats = s.repeatMin > 0 && s.maxTimes > 1 ? [{ tier: 0, at: from + s.repeatMin * minuteMs }] : [];
  return [...repeats, ...s.escalation.map(({ afterMin }, i) => ({ tier: i + 1, at: from + afterMin * minuteMs }))];
}

/** When a follow-up is due again after `n` times; null when that was the last time. */
export function nextTime(s: Setting, tier: number, n: number, now: number): number | null {
  if (tier === 0) return n + 1 < s.maxTimes ? now + s.repeatMin * minuteMs : null;
  const found = s.escalation[tier - 1];
  if (!found || found.repeatMin === 0 || n >= found.times) return null;
  return now + found.repeatMin * minuteMs;
}

/** Number of SMS that a text takes: one holds 70 characters, each of several holds 67. */
export const smsParts = (text: string): number => (text.length <= 70 ? 1 : Math.ceil(text.length / 67));

/** Pauses after the first, second … failure. */
const backOffMs = [30_000, 120_000, 600_000, 1_800_000] as const;
/** When a failed message is tried again after so many attempts; null = given up. */
export const retryAt = (attempts: number, now: number): number | null => {
  const pause = backOffMs[attempts - 1];
  return pause === undefined ? null : now + pause;
};

/** How a lane (one robot, one phone, one mail box) may be used now. */
export interface LaneState {
  perMinute: number;
  /** messages that left in the last minute */
  used: number;
  /** when the last one left */
  lastAt: number | null;
}

/** Window of the limit per minute, a little longer than a minute, as clocks and network delays differ. */
export const laneWindowMs = 62_000;
/** Messages a minute that are kept free for merged messages. */
const reserveOf = (perMinute: number): number => Math.max(1, Math.ceil(perMinute * 0.15));

/**
 * How many of the waiting notices leave as one message now; 0 = wait. Well below the limit they leave one by one; near it they are merged, and the
 * messages that are left are spread over the minute.
 */
export function countToTake(lane: LaneState, waiting: number, now: number): number {
  const free = lane.perMinute - lane.used;
  const reserve = reserveOf(lane.perMinute);
  if (waiting === 0 || free <= 0) return 0;
  if (free > reserve) return 1;
  const pause = Math.floor(laneWindowMs / (reserve + 1));
  if (lane.lastAt !== null && now - lane.lastAt < pause) return 0;
  return Math.min(waiting, 100);
}
