import { type AlarmSpan, alarmSpans } from '../motion/alarm-bits';
import { type DoorEpisode, doorEpisodes } from '../motion/doors';
import { type CleanTrack, cleanTrack, usualStepOf } from '../motion/hygiene';
import {
  mileageOf,
  type Range,
  type Segment,
  type SegmentState,
  segmentsOf,
  timeByState,
  type WalkSettings,
} from '../motion/segments';
import { type Stay, staysOf } from '../motion/stays';
import { avgSpeedOf, maxSpeedOf, type Trip, tripsOf } from '../motion/trips';
import type { TrackPoint } from '../point';
import type { KernelSettings, SettingsAt } from '../settings';
import { type ChannelStat, temperatureStats } from '../temperature/figures';
import { type Gap, gapsOf } from './gaps';

/** What a day summary takes of the way: no more is reckoned for it. */
export interface WayFacts {
  clean: CleanTrack;
  /** points of the range itself, without the neighbours outside */
  inRange: TrackPoint[];
  segments: Segment[];
  gapMaxMs: number;
  /** usual time between reports, ms */
  intervalMs: number;
  doors: DoorEpisode[];
  timeMs: Record<SegmentState, number>;
  mileageM: number;
  gapMileageM: number;
  maxSpeedKmh: number;
  avgSpeedKmh: number | null;
  lateCount: number;
  droppedCount: number;
}
/** Everything that the trajectory and the reports say about one vehicle in one range. */
export interface TrackFacts extends WayFacts {
  stays: Stay[];
  trips: Trip[];
  gaps: Gap[];
  alarms: AlarmSpan[];
  temps: ChannelStat[];
}

/** Settings over time, and with what the reader sets for himself (shortest stay). */
type Given = KernelSettings | SettingsAt;
const overTime = (given: Given): SettingsAt => (typeof given === 'function' ? given : () => given);

/**
 * K1-K4 and K9 over stored points in any order. `points` should hold the last valid one before `range` and the first after it; `range.to`
 * must not lie in the future. The same points give the same facts whoever asks. Settings may change on the way; what looks at the range as a
 * whole (gapMax, and in `trackFacts` stays and trips) goes by those at its end. `lastT`: last moment whose point counts, when the range goes
 * on as another one (a point of midnight belongs to the day that begins).
 */
export function wayFacts(points: readonly TrackPoint[], range: Range, given: Given, lastT = range.to): WayFacts {
  const settingsAt = overTime(given);
  const settings = settingsAt(range.to);
  const clean = cleanTrack(points, (t) => settingsAt(t).speedMaxKmh);
  const inRange = inside(clean.points, { from: range.from, to: lastT });
  const intervalMs = usualStepOf(inRange);
  const gapMaxMs = settings.gapMaxMs ?? Math.max(3 * intervalMs, settings.gapFloorMs);
  const segments = segmentsOf(clean.fixes, range, withGap(settingsAt, gapMaxMs));
  const timeMs = timeByState(segments);
  const mileage = mileageOf(segments);
  let [lateCount, droppedCount] = [0, 0];
  for (const point of inRange) if (point.late) lateCount++;
  for (const [point, why] of clean.rejected)
    if (why !== 'notLocated' && point.t >= range.from && point.t <= lastT) droppedCount++;
  return {
    clean,
    inRange,
    segments,
    gapMaxMs,
    intervalMs,
    doors: doorEpisodes(inRange),
    timeMs,
    ...mileage,
    maxSpeedKmh: maxSpeedOf(segments.filter((segment) => segment.from && segment.from.t >= range.from)),
    avgSpeedKmh: avgSpeedOf(mileage.mileageM - mileage.gapMileageM, timeMs.moving),
    lateCount,
    droppedCount,
  };
}

/** The same with stays, trips, silences, alarm bits and temperatures (K5-K7). `wish`: what the reader sets for himself. */
export function trackFacts(
  points: readonly TrackPoint[],
  range: Range,
  given: Given,
  wish: { parkingMs?: number } = {},
): TrackFacts {
  const way = wayFacts(points, range, given);
  const settings = { ...overTime(given)(range.to), ...wish };
  const { inRange, segments, gapMaxMs } = way;
  return {
    ...way,
    stays: staysOf(segments, settings),
    trips: tripsOf(segments, settings),
    gaps: gapsOf(segments, way.clean.points),
    alarms: alarmSpans(inRange, gapMaxMs),
    temps: temperatureStats(inRange, gapMaxMs, way.intervalMs),
  };
}

/** Points of the range; ordered ones are cut without looking at each. */
function inside(points: TrackPoint[], { from, to }: Range): TrackPoint[] {
  let [start, end] = [0, points.length];
  while (start < end && (points[start]?.t ?? from) < from) start++;
  while (end > start && (points[end - 1]?.t ?? to) > to) end--;
  return points.slice(start, end);
}

/** Settings with the gapMax of the range; one object for all moments with the same ones. */
function withGap(settingsAt: SettingsAt, gapMaxMs: number): (t: number) => WalkSettings {
  let of: KernelSettings | null = null;
  let made: WalkSettings | null = null;
  return (t) => {
    const settings = settingsAt(t);
    if (made === null || of !== settings) {
      of = settings;
      made = { ...settings, gapMaxMs };
    }
    return made;
  };
}
