import { type AlarmSpan, alarmSpans } from './alarm-bits';
import { type DoorEpisode, doorEpisodes } from './doors';
import { type Gap, gapsOf } from './gaps';
import { type CleanTrack, cleanTrack, gapMaxOf, usualStepOf } from './hygiene';
import type { TrackPoint } from './point';
import { mileageOf, type Range, type Segment, type SegmentState, segmentsOf, timeByState } from './segments';
import type { KernelSettings } from './settings';
import { type Stay, staysOf } from './stays';
import { type ChannelStat, temperatureStats } from './temperature';
import { avgSpeedOf, maxSpeedOf, type Trip, tripsOf } from './trips';

/** Everything that the trajectory and the reports say about one vehicle in one range. */
export interface TrackFacts {
  clean: CleanTrack;
  /** points of the range itself, without the neighbours outside */
  inRange: TrackPoint[];
  segments: Segment[];
  gapMaxMs: number;
  stays: Stay[];
  trips: Trip[];
  gaps: Gap[];
  doors: DoorEpisode[];
  alarms: AlarmSpan[];
  timeMs: Record<SegmentState, number>;
  mileageM: number;
  gapMileageM: number;
  maxSpeedKmh: number;
  avgSpeedKmh: number | null;
  temps: ChannelStat[];
  lateCount: number;
  droppedCount: number;
}

/**
 * K1-K6 and K9 over stored points in any order. `points` should hold the last valid one before `range` and the first after it; `range.to`
 * must not lie in the future. The same points give the same facts whoever asks.
 */
export function trackFacts(points: readonly TrackPoint[], range: Range, settings: KernelSettings): TrackFacts {
  const clean = cleanTrack(points, settings.speedMaxKmh);
  const inRange = clean.points.filter((point) => point.t >= range.from && point.t <= range.to);
  const gapMaxMs = settings.gapMaxMs ?? gapMaxOf(inRange);
  const segments = segmentsOf(clean.fixes, range, { ...settings, gapMaxMs });
  const timeMs = timeByState(segments);
  const mileage = mileageOf(segments);
  const stays = staysOf(segments, settings);
  const fixesInside = segments.filter((segment) => segment.from && segment.from.t >= range.from);
  return {
    clean,
    inRange,
    segments,
    gapMaxMs,
    stays,
    trips: tripsOf(segments, settings),
    gaps: gapsOf(segments, clean.points),
    doors: doorEpisodes(inRange),
    alarms: alarmSpans(inRange, gapMaxMs),
    timeMs,
    ...mileage,
    maxSpeedKmh: maxSpeedOf(fixesInside),
    avgSpeedKmh: avgSpeedOf(mileage.mileageM - mileage.gapMileageM, timeMs.moving),
    temps: temperatureStats(inRange, gapMaxMs, usualStepOf(inRange)),
    lateCount: inRange.filter((point) => point.late).length,
    droppedCount: inRange.filter((point) => dropped(clean, point)).length,
  };
}

function dropped(clean: CleanTrack, point: TrackPoint): boolean {
  const why = clean.rejected.get(point);
  return why !== undefined && why !== 'notLocated';
}
