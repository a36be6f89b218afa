import { dayStart, localDay, nextDayStart } from '../day/edges';
import { impliedKmh, isJump } from '../motion/hygiene';
import { mileageStart, stepMileage } from '../motion/mileage';
import type { Fix } from '../point';
import type { KernelSettings } from '../settings';
import type { VehicleState } from './state';

/** The part of a vehicle's live state that its mileage is calculated with. The functions here change the object given: it is the caller's own copy. */
export type Way = Pick<VehicleState, 'fix' | 'suspect' | 'mileage' | 'todayM' | 'edgeT' | 'openDays' | 'past'>;

export interface WayStep {
  /** the fixes that are believed now, oldest first: none, the new one, an earlier one that the new one confirms, or both */
  accepted: Fix[];
  /** the day of the fix before, when this is the first fix of a later day: its last stretch is known only now */
  closed: string | null;
}

/**
 * Takes the next valid fix of a vehicle, one report at a time (K1, K3). Over the points of a day in their order `todayM` becomes what the summary and the
 * trajectory of that day show (`computeWayFacts`): each day is calculated by itself, from the last fix before it to the first one after it, and a
 * stretch over midnight is divided by time.
 */
export function stepWay(way: Way, fix: Fix, settings: KernelSettings, zone: string): WayStep {
  const midnight = dayStart(fix.t, zone);
  const before = way.suspect ?? way.fix;
  const closed = before && before.t < midnight ? localDay(before.t, zone) : null;
  if (before && closed !== null) closeDays(way, before, fix, settings, zone);
  return { accepted: acceptFixes(way, fix, settings, midnight), closed };
}

/**
 * K1 without knowing the next point: a fix faster than speedMax away is held back. When the next one comes, it was a jump if it is far from both, else it
 * was real. `midnight` begins the day that `todayM` is of.
 */
export function acceptFixes(way: Way, fix: Fix, settings: KernelSettings, midnight: number): Fix[] {
  const { suspect } = way;
  const accepted: Fix[] = [];
  way.suspect = null;
  if (suspect && way.fix && !isJump(way.fix, suspect, fix, settings.speedMaxKmh)) {
    accept(way, suspect, settings, midnight);
    accepted.push(suspect);
  }
  if (way.fix && impliedKmh(way.fix, fix) > settings.speedMaxKmh) {
    way.suspect = fix;
    return accepted;
  }
  accept(way, fix, settings, midnight);
  accepted.push(fix);
  return accepted;
}

function accept(way: Way, fix: Fix, settings: KernelSettings, midnight: number): void {
  if (way.fix) {
    const step = stepMileage(way.mileage, way.fix, fix, settings);
    way.mileage = step.state;
    way.todayM += step.metres * settings.mileageCoefficient * shareOf(way.fix, fix, midnight, fix.t);
  }
  way.fix = fix;
}

/** The part of the time between two fixes that lies within a span, 0-1. */
const shareOf = (a: Fix, b: Fix, from: number, to: number): number =>
  Math.max(0, Math.min(b.t, to) - Math.max(a.t, from)) / (b.t - a.t);

/** The first fix of a later day: adds what the days before it still lack, and begins the new one at the last fix before it, as the summary of that day does. */
function closeDays(way: Way, before: Fix, fix: Fix, settings: KernelSettings, zone: string): void {
  const midnight = dayStart(fix.t, zone);
  const start = dayStart(before.t, zone);
  const end = nextDayStart(before.t, zone);
  const old: Way = { ...way, todayM: 0 };
  const { suspect } = old;
  if (suspect && old.fix && !isJump(old.fix, suspect, fix, settings.speedMaxKmh)) accept(old, suspect, settings, start);
  if (old.fix) {
    const { metres } = stepMileage(old.mileage, old.fix, fix, settings);
    old.todayM += metres * settings.mileageCoefficient * shareOf(old.fix, fix, Math.max(start, old.fix.t), end);
  }
  addOpen(way, localDay(before.t, zone), old.todayM);
  const { metres } = stepMileage(mileageStart, before, fix, settings);
  for (let day = end; metres > 0 && day < midnight; day = nextDayStart(day, zone))
    addOpen(
      way,
      localDay(day, zone),
      metres * settings.mileageCoefficient * shareOf(before, fix, day, nextDayStart(day, zone)),
    );
  way.fix = before;
  way.suspect = null;
  way.mileage = mileageStart;
  way.edgeT = before.t;
}

/** Adds metres to a day that is not summed up yet. */
export function addOpen(way: Pick<Way, 'openDays' | 'past'>, day: string, metres: number): void {
  if (day <= (way.past?.until ?? '')) return;
  way.openDays = { ...way.openDays, [day]: (way.openDays?.[day] ?? 0) + metres };
}
