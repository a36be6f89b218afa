import { trackMapPoints, trackSimplifyAbove } from '@tongda/contract/watch/track/calls';
import { distanceM } from '@tongda/geo/distance';
import type { TrackFacts } from '../../../kernel/day/facts';
import { thinTrack } from '../../../kernel/day/thin';
import type { Segment } from '../../../kernel/motion/segments';
import type { Stay } from '../../../kernel/motion/stays';
import type { TrackPoint } from '../../../kernel/point';
import { driftKmh, driftM } from '../../../kernel/settings';
import { validTempC } from '../../../kernel/temperature/figures';

/** Bits of `points.flags` on the wire. */
const wireFlag = { acc: 1, located: 2, late: 4, afterGap: 8 } as const;

export interface PointOptions {
  filterDrift: boolean;
  showLate: boolean;
}

/** One point of the map: the stored point, and where it is drawn. */
export interface ShownPoint {
  source: TrackPoint;
  lng: number;
  lat: number;
  /** false: without a fix, drawn at the last known place */
  located: boolean;
  mileageM: number;
  afterGap: boolean;
}

/**
 * Points to draw, in order of time: without jumps and impossible clocks, with the last known position where there was no fix, and with drift
 * during a stay moved to its middle.
 */
export function shownPoints(facts: TrackFacts, options: PointOptions): ShownPoint[] {
  const { rejected, fixes } = facts.clean;
  const odometer = mileageAlong(facts.segments);
  const snap = options.filterDrift ? makeStaySnapper(facts.stays) : (point: TrackPoint): Place => point;
  const gapEnds = new Set([...facts.gaps.flatMap((gap) => (gap.to ? [gap.end] : [])), ...(facts.breaks ?? [])]);
  const out: ShownPoint[] = [];
  let last: Place | undefined = fixes.findLast((fix) => fix.t <= (facts.inRange[0]?.t ?? 0)) ?? fixes[0];
  let before = Number.POSITIVE_INFINITY;
  let hidden = false;
  for (const source of facts.inRange) {
    const why = rejected.get(source);
    if (why === 'clock' || (why === 'jump' && options.filterDrift)) continue;
    if (!options.showLate && source.late) {
      hidden = true;
      continue;
    }
    if (why === undefined) last = source;
    const located = why === undefined || why === 'jump';
    const { lng, lat } = located ? snap(source) : (last ?? nowhere);
    const afterGap = gapEnds.has(source.t) || (hidden && source.t - before > facts.gapMaxMs);
    out.push({ source, lng, lat, located, mileageM: odometer(source.t), afterGap });
    before = source.t;
    hidden = false;
  }
  return out;
}
type Place = { lng: number; lat: number };
const nowhere: Place = { lng: 0, lat: 0 };

/** A function of time that gives the metres driven since the start of the range. Call it with times in ascending order. */
function mileageAlong(segments: readonly Segment[]): (t: number) => number {
  let at = 0;
  let sum = 0;
  return (t) => {
    let segment = segments[at];
    while (segment && segment.end <= t) {
      sum += segment.mileageM;
      segment = segments[++at];
    }
    if (!segment || t <= segment.start) return sum;
    return sum + segment.mileageM * ((t - segment.start) / (segment.end - segment.start));
  };
}

/**
 * K1 static drift: a function that gives where to draw a point; during a stay, near its middle, that is the middle. Call it with points in
 * ascending order.
 */
function makeStaySnapper(stays: readonly Stay[]): (point: TrackPoint) => Place {
  let at = 0;
  return (point) => {
    while (at < stays.length && (stays[at]?.end ?? 0) < point.t) at++;
    const stay = stays[at];
    if (!stay || point.t < stay.start || (point.speedKmh ?? 0) > driftKmh) return point;
    if (distanceM(point.lng, point.lat, stay.lng, stay.lat) >= driftM) return point;
    return stay;
  };
}

/** At most `trackMapPoints` of a very long track; edges of stops and gaps stay. */
export function simplifyPoints(points: ShownPoint[], facts: TrackFacts): ShownPoint[] {
  if (points.length <= trackSimplifyAbove) return points;
  const edges = new Set<number>();
  for (const { start, end } of [...facts.stays, ...facts.gaps]) edges.add(start).add(end);
  const sources = points.map((point) => point.source);
  return thinTrack(sources, trackMapPoints, edges).flatMap((i) => points[i] ?? []);
}

type Channels = (point: TrackPoint) => ReadonlyArray<number | null>;
type Clean = (value: number | null | undefined) => number | null;

/** One array of values for each channel, as many channels as the widest report has. */
function channelColumns(points: readonly ShownPoint[], of: Channels, clean: Clean): Array<Array<number | null>> {
  const count = points.reduce((max, { source }) => Math.max(max, of(source).length), 0);
  return Array.from({ length: count }, (_, channel) => points.map(({ source }) => clean(of(source)[channel])));
}

const round = (value: number, factor: number): number => Math.round(value * factor) / factor;
const orNull: Clean = (value) => value ?? null;

/** The points as columns of equal length, as the wire has them. */
export function toColumns(points: readonly ShownPoint[]) {
  return {
    t: points.map((p) => p.source.t),
    lng: points.map((p) => round(p.lng, 1e6)),
    lat: points.map((p) => round(p.lat, 1e6)),
    speedKmh: points.map(({ source: { speedKmh } }) => (speedKmh === null ? null : round(speedKmh, 10))),
    directionDeg: points.map((p) => p.source.directionDeg),
    mileageM: points.map((p) => Math.round(p.mileageM)),
    flags: points.map(flagsOf),
    tempC: channelColumns(points, (p) => p.tempC, validTempC),
    humPct: channelColumns(points, (p) => p.humPct, orNull),
    fuelL: channelColumns(points, (p) => p.fuelL, orNull),
    doors: points.map((p) => p.source.doors),
  };
}

const flagsOf = ({ source, located, afterGap }: ShownPoint): number =>
  (source.acc ? wireFlag.acc : 0) |
  (located ? wireFlag.located : 0) |
  (source.late ? wireFlag.late : 0) |
  (afterGap ? wireFlag.afterGap : 0);
