import type { DemoVehicle } from '../fleet/demo';
import { type Story, type StoryEffect, storiesOf } from '../fleet/stories';
import {
  dayMs,
  dutyDayOf,
  dutyStartMs,
  inWeeklyWindow,
  localDay,
  localMinute,
  minuteMs,
  sinceWeekly,
  weekdayOf,
  zoneMs,
} from './calendar';
import { weekPlanOf } from './plan';

/** Minutes that a terminal reports from its battery after the main power is cut. */
const batteryMinutes = 30;

/** Whether a terminal has no power at a moment. A pure function of time, so that a simulator that starts anew knows it at once. */
export function isPowerOff(stories: readonly Story[], timeMs: number): boolean {
  return stories.some((s) => {
    if (s.kind === 'neverOnline') return true;
    if (s.kind === 'workshop') return !inWeeklyWindow(timeMs, s.weekdays, s.onFromMinute, s.onMinutes);
    if (s.kind === 'terminalOff') return inWeeklyWindow(timeMs, s.weekdays, s.fromMinute, s.minutes);
    if (s.kind !== 'powerCut') return false;
    const since = sinceWeekly(timeMs, s.weekdays, s.fromMinute);
    return since >= batteryMinutes && since < s.minutes;
  });
}

/** Whether the main power is cut and the terminal reports from its battery. */
export const isOnBattery = (stories: readonly Story[], timeMs: number): boolean =>
  stories.some(
    (s) =>
      s.kind === 'backupPower' ||
      (s.kind === 'powerCut' && sinceWeekly(timeMs, s.weekdays, s.fromMinute) < batteryMinutes),
  );

/** Alarm bits of 0x0200 that driver and vehicle raise (JT/T 808-2013 8.18). */
const raised = { emergency: 1 << 0, lowPower: 1 << 7, tyre: 1 << 16 } as const;
/** Minutes before a breakdown at which the generator fails. */
const failsBefore = 10;

/** Video alarm of item 0x14: the picture is covered. */
const covered = 1 << 1;

const isWithin = (story: { driveMinute: number; minutes: number } | null, driveMinute: number): boolean =>
  story !== null && driveMinute >= story.driveMinute && driveMinute < story.driveMinute + story.minutes;

/** The video alarms that a duty day's stories raise after so many minutes of driving. */
export const raisedVideoBits = (stories: readonly Story[], day: number, driveMinute: number): number =>
  isWithin(storyOn(stories, 'coveredCamera', day), driveMinute) ? covered : 0;

/** What the probes of a box measure, ℃, after so many minutes of driving: one whose contact is loose measures too much. */
export function measuredTempC(
  tempC: readonly number[],
  stories: readonly Story[],
  day: number,
  driveMinute: number,
): number[] {
  const loose = storyOn(stories, 'looseProbe', day);
  const rises = isWithin(loose, driveMinute);
  return tempC.map((value, i) =>
    rises && loose?.channel === i + 1 ? Math.round((value + loose.riseC) * 10) / 10 : value,
  );
}

/** The alarm bits that a duty day's stories raise after so many minutes of driving; `standing`: it has broken down there. */
export function raisedBits(stories: readonly Story[], day: number, driveMinute: number, standing: boolean): number {
  const [breakdown, tyre, emergency] = [
    storyOn(stories, 'breakdown', day),
    storyOn(stories, 'tyre', day),
    storyOn(stories, 'emergency', day),
  ];
  const failing =
    breakdown !== null &&
    driveMinute >= breakdown.driveMinute - failsBefore &&
    (standing || driveMinute < breakdown.driveMinute);
  return (
    (isWithin(emergency, driveMinute) ? raised.emergency : 0) |
    (isWithin(tyre, driveMinute) ? raised.tyre : 0) |
    (failing ? raised.lowPower : 0)
  );
}

/** Volts of a battery that is weak at a moment; null = it is not. */
export function weakVolts(stories: readonly Story[], timeMs: number): number | null {
  for (const s of stories)
    if (s.kind === 'weakBattery' && inWeeklyWindow(timeMs, s.weekdays, s.fromMinute, s.minutes)) return s.volts;
  return null;
}

/** Whether the antenna is faulty at a moment. */
export const hasAntennaFault = (stories: readonly Story[], timeMs: number): boolean =>
  stories.some(
    (s) =>
      s.kind === 'noFix' &&
      inWeeklyWindow(timeMs, s.weekdays, s.fromMinute, s.minutes) &&
      localMinute(timeMs) % 60 < s.minutesOfHour,
  );

/** The story of a kind that happens on a duty day; null when none does. */
export function storyOn<K extends StoryEffect['kind']>(
  stories: readonly Story[],
  kind: K,
  day: number,
): Extract<Story, { kind: K }> | null {
  const found = stories.find((s) => s.kind === kind && s.weekdays.includes(weekdayOf(day)));
  // it was found by this very kind
  return (found as Extract<Story, { kind: K }> | undefined) ?? null;
}

/** Odometer of a vehicle when a duty day begins, metres. It needs no history, because the way of each weekday has a fixed length. */
export function odometerAtDutyM(vehicle: DemoVehicle, day: number): number {
  const week = weekPlanOf(vehicle);
  const index = day + 4;
  const base = 42_000_000 + vehicle.no * 3_370_000;
  const reference = 2938;
  return base + (Math.floor(index / 7) - reference) * week.weekM + (week.beforeM[weekdayOf(day)] ?? 0);
}

/**
 * Stolen litres that are still missing when a duty day begins (`openL`): each theft counts until the next day on which the vehicle refuels. `duringDay`
 * is the theft of this duty day, if there is one.
 */
export function fuelDebt(
  vehicle: DemoVehicle,
  day: number,
): { openL: number; duringDay: { atMs: number; litres: number } | null } {
  const week = weekPlanOf(vehicle);
  let openL = 0;
  let duringDay: { atMs: number; litres: number } | null = null;
  for (const story of storiesOf(vehicle.no)) {
    if (story.kind !== 'fuelTheft') continue;
    for (let back = 0; back <= 7; back++) {
      const theft = theftInDuty(vehicle, story, day - back);
      if (theft === null) continue;
      if (back === 0) duringDay = { atMs: theft, litres: story.litres };
      else if (!refuelBetween(week.days, day - back + 1, day - 1)) openL += story.litres;
    }
  }
  return { openL, duringDay };
}

/** Moment (epoch ms) of a theft story on a duty day, which may reach into the next calendar day; null when there is none. */
function theftInDuty(vehicle: DemoVehicle, story: Extract<Story, { kind: 'fuelTheft' }>, day: number): number | null {
  const start = dutyStartMs(vehicle, day);
  for (const calendar of [localDay(start), localDay(start) + 1]) {
    if (!story.weekdays.includes(weekdayOf(calendar))) continue;
    const at = calendar * dayMs - zoneMs + story.localMinute * minuteMs;
    if (dutyDayOf(vehicle, at) === day) return at;
  }
  return null;
}

/** Whether the vehicle refuels on one of the duty days, both included. */
function refuelBetween(days: ReadonlyArray<{ refuels: boolean }>, from: number, to: number): boolean {
  for (let day = from; day <= to; day++) if (days[weekdayOf(day)]?.refuels) return true;
  return false;
}
