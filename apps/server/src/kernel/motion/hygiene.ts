import { distanceM } from '@tongda/geo/distance';
import { joinDoors, type TrackPoint } from '../point';
import { isClockWrong, kernelDefaults } from '../settings';

/** Why a point is not used for mileage and states (K1). It stays in curves and lists all the same. */
export type Rejection = 'notLocated' | 'range' | 'clock' | 'jump';

export interface CleanTrack {
  /** every point once, ascending by device time */
  points: TrackPoint[];
  /** the valid ones, ascending */
  fixes: TrackPoint[];
  rejected: Map<TrackPoint, Rejection>;
}

/**
 * Sorts points by device time, whatever order they arrived in, and keeps one for each time: the located one where there is a choice. Two terminals of a
 * vehicle may report in the same second: alarm bits, safety items and open doors of both count.
 */
export function orderPoints(points: readonly TrackPoint[]): TrackPoint[] {
  if (timesAscend(points)) return [...points];
  const sorted = [...points].sort(
    (a, b) =>
      a.t - b.t ||
      Number(b.located) - Number(a.located) ||
      compareText(a.deviceId, b.deviceId) ||
      a.receiveTime - b.receiveTime,
  );
  const out: TrackPoint[] = [];
  for (const point of sorted) {
    const last = out[out.length - 1];
    if (last?.t === point.t) out[out.length - 1] = joinMoment(last, point);
    else out.push(point);
  }
  return out;
}

const compareText = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);

function joinMoment(kept: TrackPoint, other: TrackPoint): TrackPoint {
  const told = other.extra?.safety ?? [];
  if (other.alarmBits === 0 && other.doors === 0 && told.length === 0) return kept;
  const known = kept.extra?.safety ?? [];
  const fresh = told.filter(
    ({ identifier, flag }) => !known.some((e) => e.identifier === identifier && e.flag === flag),
  );
  return {
    ...kept,
    alarmBits: (kept.alarmBits | other.alarmBits) >>> 0,
    doors: joinDoors(kept.doors, other.doors),
    ...(fresh.length > 0 ? { extra: { ...kept.extra, safety: [...known, ...fresh] } } : {}),
  };
}

/** Whether times ascend without repetition, as the table gives them: then nothing has to be sorted. */
function timesAscend(points: readonly TrackPoint[]): boolean {
  for (let i = 1; i < points.length; i++) if (!((points[i - 1]?.t ?? 0) < (points[i]?.t ?? 0))) return false;
  return true;
}

/** Why a report, looked at by itself, is not a valid fix; null when it is one. Jumps need its neighbours, see {@link isJump}. */
export function rejectionOf(
  point: Pick<TrackPoint, 't' | 'receiveTime' | 'lng' | 'lat' | 'located'>,
): Rejection | null {
  if (!point.located) return 'notLocated';
  if (isClockWrong(point.t, point.receiveTime)) return 'clock';
  if (point.lng === 0 && point.lat === 0) return 'range';
  if (!(Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180)) return 'range';
  return null;
}

type Place = Pick<TrackPoint, 't' | 'lng' | 'lat'>;
/** The speed it takes to get from one report to the other, km/h; infinite when they have the same time and different places. */
export function impliedKmh(a: Place, b: Place): number {
  const metres = distanceM(a.lng, a.lat, b.lng, b.lat);
  const seconds = Math.abs(b.t - a.t) / 1000;
  if (seconds === 0) return metres === 0 ? 0 : Number.POSITIVE_INFINITY;
  return (metres / seconds) * 3.6;
}

/** Whether `point` is a jump (K1): reaching it from the point before and leaving it to the point after would both take more than `speedMaxKmh`. */
export const isJump = (before: Place, point: Place, after: Place, speedMaxKmh: number): boolean =>
  impliedKmh(before, point) > speedMaxKmh && impliedKmh(point, after) > speedMaxKmh;

/** Cleans a track (K1): sorts it, drops duplicates, and sorts out points with impossible places or clocks and jumps. `speedMaxKmh` may depend on the time. */
export function cleanTrack(input: readonly TrackPoint[], speedMaxKmh: number | ((t: number) => number)): CleanTrack {
  const limitAt = typeof speedMaxKmh === 'number' ? () => speedMaxKmh : speedMaxKmh;
  const points = orderPoints(input);
  const rejected = new Map<TrackPoint, Rejection>();
  const placed: TrackPoint[] = [];
  for (const point of points) {
    const why = rejectionOf(point);
    if (why) rejected.set(point, why);
    else placed.push(point);
  }
  const fixes: TrackPoint[] = [];
  placed.forEach((point, i) => {
    const before = fixes[fixes.length - 1];
    const after = placed[i + 1];
    if (before && after && isJump(before, point, after, limitAt(point.t))) rejected.set(point, 'jump');
    else fixes.push(point);
  });
  return { points, fixes, rejected };
}

/** The longest silence that is bridged (gapMax), ms: three times the usual interval between reports, at least `floorMs`. */
export function gapMaxOf(points: ReadonlyArray<{ t: number }>, floorMs = kernelDefaults.gapFloorMs): number {
  return Math.max(3 * usualStepOf(points), floorMs);
}

/** Up to so many values are sorted by insertion into a reused array: medians of readings are taken at every report, so they must allocate nothing. */
const fewValues = 16;

/** The usual time between reports, ms. */
export function usualStepOf(points: ReadonlyArray<{ t: number }>): number {
  const steps: number[] = [];
  for (let i = 1; i < points.length; i++) steps.push((points[i]?.t ?? 0) - (points[i - 1]?.t ?? 0));
  return median(steps);
}

/** Middle value (the upper one of two); 0 for none. */
export function median(values: readonly number[]): number {
  if (values.length <= fewValues) return medianOfFew(values);
  // typed numbers are sorted without a comparing function
  const all = Float64Array.from(values).sort();
  return all[all.length >> 1] ?? 0;
}

/** kept from call to call: nothing is made for a median of few */
const sorted = new Float64Array(fewValues);

function medianOfFew(values: readonly number[]): number {
  for (let i = 0; i < values.length; i++) {
    // every index used here is below the list's length
    const value = values[i] as number;
    let at = i;
    // at - 1 is below fewValues
    for (; at > 0 && (sorted[at - 1] as number) > value; at--) sorted[at] = sorted[at - 1] as number;
    sorted[at] = value;
  }
  return values.length === 0 ? 0 : (sorted[values.length >> 1] ?? 0);
}
