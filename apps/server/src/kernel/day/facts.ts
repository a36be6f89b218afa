import { type AlarmSpan, alarmSpansOf } from '../motion/alarm-bits';
import { type DoorEpisode, doorEpisodesOf } from '../motion/doors';
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
import { type ChannelStat, temperatureStatsOf } from '../temperature/figures';
import { type Gap, gapsOf } from './gaps';

/** What a day summary needs of a vehicle's track. {@link TrackFacts} holds the rest, which only the trajectory page and reports ask for. */
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
  /** null when no report knew its speed */
  maxSpeedKmh: number | null;
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
  /** first points of later parts, when only some hours of each day were asked for: no line leads to them; epoch ms */
  breaks?: readonly number[];
}

/** Constants that hold for the whole range, or that depend on the moment. */
type Given = KernelSettings | SettingsAt;
const toSettingsAt = (given: Given): SettingsAt => (typeof given === 'function' ? given : () => given);

/**
 * Cleans a track and sums it up: valid fixes (K1), segments with mileage and state (K3, K4), doors (K9). `points` may come in any order and should
 * include the last valid one before `range` and the first after it, so that the edges are exact; `range.to` must not lie in the future.
 *
 * Constants may change within the range. What looks at the range as a whole (the longest bridged silence, and stays and trips in
 * `computeTrackFacts`) uses those at its end. `lastT` is the last moment whose point counts: a point at midnight belongs to the day that begins, so a
 * whole day is asked for with `lastT = range.to - 1`.
 */
export function computeWayFacts(points: readonly TrackPoint[], range: Range, given: Given, lastT = range.to): WayFacts {
  const settingsAt = toSettingsAt(given);
  const settings = settingsAt(range.to);
  const clean = cleanTrack(points, (t) => settingsAt(t).speedMaxKmh);
  const inRange = pointsWithin(clean.points, { from: range.from, to: lastT });
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
    doors: doorEpisodesOf(inRange),
    timeMs,
    ...mileage,
    maxSpeedKmh: maxSpeedOf(segments.filter((segment) => segment.from && segment.from.t >= range.from)),
    avgSpeedKmh: avgSpeedOf(mileage.mileageM - mileage.gapMileageM, timeMs.moving),
    lateCount,
    droppedCount,
  };
}

/** {@link computeWayFacts}, and stays, trips, gaps, alarm bits and temperatures (K5-K7). `wish` is what the user chose on the page: the shortest stay, ms. */
export function computeTrackFacts(
  points: readonly TrackPoint[],
  range: Range,
  given: Given,
  wish: { parkingMs?: number } = {},
): TrackFacts {
  const way = computeWayFacts(points, range, given);
  const settings = { ...toSettingsAt(given)(range.to), ...wish };
  const { inRange, segments, gapMaxMs } = way;
  return {
    ...way,
    stays: staysOf(segments, settings),
    trips: tripsOf(segments, settings),
    gaps: gapsOf(segments, way.clean.points),
    alarms: alarmSpansOf(inRange, gapMaxMs),
    temps: temperatureStatsOf(inRange, gapMaxMs, way.intervalMs),
  };
}

/** The points within the range, both ends included. `points` are in order, so only the ends are looked at. */
function pointsWithin(points: TrackPoint[], { from, to }: Range): TrackPoint[] {
  let [start, end] = [0, points.length];
  while (start < end && (points[start]?.t ?? from) < from) start++;
  while (end > start && (points[end - 1]?.t ?? to) > to) end--;
  return points.slice(start, end);
}

/** The constants with the longest bridged silence of this range; the same object for all moments with the same constants. */
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
