import { trackMapPoints, trackSimplifyAbove } from '@tongda/contract/location/track';
import { distanceM } from '@tongda/geo/distance';
import type { TrackFacts } from '../../kernel/facts';
import type { TrackPoint } from '../../kernel/point';
import type { Segment } from '../../kernel/segments';
import { driftKmh, driftM } from '../../kernel/settings';
import type { Stay } from '../../kernel/stays';
import { temperature } from '../../kernel/temperature';
import { thinTrack } from '../../kernel/thin';

/** Bits of `points.flags` on the wire. */
const wireFlag = { acc: 1, located: 2, late: 4, afterGap: 8 } as const;

export interface PointOptions {
  filterDrift: boolean;
  showLate: boolean;
}

/** One point as the map draws it. */
export interface ShownPoint extends TrackPoint {
  mileageM: number;
  afterGap: boolean;
}

/** Points to show, in order: jumps and impossible clocks out, places filled in where there was no fix, drift pulled to the stay. */
export function shownPoints(facts: TrackFacts, options: PointOptions): ShownPoint[] {
  const { rejected } = facts.clean;
  const odometer = mileageAlong(facts.segments);
  const snap = options.filterDrift ? snapper(facts.stays) : (point: TrackPoint) => point;
  const gapEnds = new Set(facts.gaps.flatMap((gap) => (gap.to ? [gap.end] : [])));
  const out: ShownPoint[] = [];
  let place: TrackPoint | undefined =
    facts.clean.fixes.findLast((fix) => fix.t <= (facts.inRange[0]?.t ?? 0)) ?? facts.clean.fixes[0];
  let hidden = false;
  for (const point of facts.inRange) {
    const why = rejected.get(point);
    if (why === 'clock' || (why === 'jump' && options.filterDrift)) continue;
    if (!options.showLate && point.late) {
      hidden = true;
      continue;
    }
    const fixed = why === undefined || why === 'jump';
    if (why === undefined) place = point;
    const before = out[out.length - 1];
    const shown = fixed ? snap(point) : { ...point, located: false, lng: place?.lng ?? 0, lat: place?.lat ?? 0 };
    const silent = before !== undefined && point.t - before.t > facts.gapMaxMs;
    const afterGap = gapEnds.has(point.t) || (hidden && silent);
    out.push({ ...shown, mileageM: odometer(point.t), afterGap });
    hidden = false;
  }
  return out;
}

/** Metres from the start of the range at a time; times must not go back between calls. */
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

/** K1 static drift: a standing point near the middle of its stay is drawn in the middle. Times must not go back between calls. */
function snapper(stays: readonly Stay[]): (point: TrackPoint) => TrackPoint {
  let at = 0;
  return (point) => {
    while (at < stays.length && (stays[at]?.end ?? 0) < point.t) at++;
    const stay = stays[at];
    if (!stay || point.t < stay.start || point.speedKmh > driftKmh) return point;
    if (distanceM(point.lng, point.lat, stay.lng, stay.lat) >= driftM) return point;
    return { ...point, lng: stay.lng, lat: stay.lat };
  };
}

/** At most `trackMapPoints` of a very long track; edges of stops and gaps stay. */
export function simplified(points: ShownPoint[], facts: TrackFacts): ShownPoint[] {
  if (points.length <= trackSimplifyAbove) return points;
  const edges = new Set<number>();
  for (const { start, end } of [...facts.stays, ...facts.gaps]) edges.add(start).add(end);
  return thinTrack(points, trackMapPoints, edges).flatMap((i) => points[i] ?? []);
}

/** Columns in step for the wire. */
export function toColumns(points: readonly ShownPoint[]) {
  const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;
  const channels = (
    of: (point: ShownPoint) => ReadonlyArray<number | null>,
    clean: (value: number | null | undefined) => number | null,
  ) => {
    const count = points.reduce((max, point) => Math.max(max, of(point).length), 0);
    return Array.from({ length: count }, (_, channel) => points.map((point) => clean(of(point)[channel])));
  };
  return {
    t: points.map((p) => p.t),
    lng: points.map((p) => round(p.lng, 6)),
    lat: points.map((p) => round(p.lat, 6)),
    speedKmh: points.map((p) => round(p.speedKmh, 1)),
    directionDeg: points.map((p) => p.directionDeg),
    mileageM: points.map((p) => Math.round(p.mileageM)),
    flags: points.map(flagsOf),
    tempC: channels((p) => p.tempC, temperature),
    humPct: channels(
      (p) => p.humPct,
      (value) => value ?? null,
    ),
    fuelL: channels(
      (p) => p.fuelL,
      (value) => value ?? null,
    ),
    doors: points.map((p) => p.doors),
  };
}

const flagsOf = (p: ShownPoint): number =>
  (p.acc ? wireFlag.acc : 0) |
  (p.located ? wireFlag.located : 0) |
  (p.late ? wireFlag.late : 0) |
  (p.afterGap ? wireFlag.afterGap : 0);
