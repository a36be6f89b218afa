import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import type { SegmentState } from '../motion/segments';
import { avgSpeedOf, higherOf } from '../motion/trips';
import type { TrackPoint } from '../point';
import type { KernelSettings, SettingsAt } from '../settings';
import { temperatureStatsOf } from '../temperature/figures';
import { dayStart, nextDayStart } from './edges';
import { computeTrackFacts, type TrackFacts } from './facts';

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/**
 * The range cut to a part of each company day (运行时段, both minutes included), in order. A part that runs over midnight begins on its day; one
 * piece when it is the whole day.
 */
export function windowsOf(
  { from, until }: { from: number; until: number },
  [first, last]: readonly [string, string],
  timeZone: string,
): Array<{ from: number; until: number }> {
  const [start, end] = [minutesOf(first), minutesOf(last) + 1];
  if (start === 0 && end === 1440) return [{ from, until }];
  const length = (end > start ? end - start : end + 1440 - start) * minuteMs;
  const out: Array<{ from: number; until: number }> = [];
  for (let day = dayStart(from - dayMs, timeZone); day < until; day = nextDayStart(day, timeZone)) {
    const piece = {
      from: Math.max(from, day + start * minuteMs),
      until: Math.min(until, day + start * minuteMs + length),
    };
    if (piece.until > piece.from) out.push(piece);
  }
  return out;
}

type Windows = ReadonlyArray<{ from: number; until: number }>;

/**
 * The facts of a track within parts of its range, in order (see {@link windowsOf}): what lies between the parts counts nowhere, and nothing is bridged from one part to
 * the next. A stay that a part cuts off is over with it, unless it is the last one. `points` are those of the whole range, with their neighbours.
 */
export function computeHoursFacts(
  points: readonly TrackPoint[],
  windows: Windows,
  given: KernelSettings | SettingsAt,
  wish: { parkingMs?: number } = {},
): TrackFacts {
  const [first, ...rest] = windows.map(({ from, until }) =>
    computeTrackFacts(points, { from, to: until }, given, wish),
  );
  if (!first) {
    // the hours lie outside the range: an empty part of it
    const at = points[0]?.t ?? 0;
    return computeTrackFacts([], { from: at, to: at }, given, wish);
  }
  const joined = rest.reduce((all, part) => join(all, part), first);
  return rest.length === 0
    ? first
    : { ...joined, temps: temperatureStatsOf(joined.inRange, joined.gapMaxMs, joined.intervalMs) };
}

const closed = (stays: TrackFacts['stays']): TrackFacts['stays'] => stays.map((stay) => ({ ...stay, open: false }));

function join(a: TrackFacts, b: TrackFacts): TrackFacts {
  const timeMs = sumByState(a.timeMs, b.timeMs);
  const [mileageM, gapMileageM] = [a.mileageM + b.mileageM, a.gapMileageM + b.gapMileageM];
  const [start] = b.inRange;
  return {
    clean: a.clean,
    inRange: [...a.inRange, ...b.inRange],
    segments: [...a.segments, ...b.segments],
    gapMaxMs: Math.max(a.gapMaxMs, b.gapMaxMs),
    intervalMs: Math.max(a.intervalMs, b.intervalMs),
    doors: [...a.doors, ...b.doors],
    timeMs,
    mileageM,
    gapMileageM,
    maxSpeedKmh: higherOf(a.maxSpeedKmh, b.maxSpeedKmh),
    avgSpeedKmh: avgSpeedOf(mileageM - gapMileageM, timeMs.moving),
    lateCount: a.lateCount + b.lateCount,
    droppedCount: a.droppedCount + b.droppedCount,
    stays: [...closed(a.stays), ...b.stays],
    trips: [...a.trips, ...b.trips],
    gaps: [...a.gaps, ...b.gaps],
    alarms: [...a.alarms, ...b.alarms],
    temps: a.temps,
    breaks: [...(a.breaks ?? []), ...(start ? [start.t] : [])],
  };
}

const sumByState = (a: TrackFacts['timeMs'], b: TrackFacts['timeMs']): Record<SegmentState, number> => ({
  moving: a.moving + b.moving,
  idle: a.idle + b.idle,
  parked: a.parked + b.parked,
  noData: a.noData + b.noData,
});
