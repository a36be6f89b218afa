import { distanceM } from '@tongda/geo/distance';
import { type Fix, isFast, type TrackPoint } from '../point';
import type { KernelSettings } from '../settings';
import { type MileageState, mileageStart, stepMileage } from './mileage';

/** 行驶, 怠速, 停车, 无数据 (K4). */
export type SegmentState = 'moving' | 'idle' | 'parked' | 'noData';

/** The time between two neighbouring valid fixes, clipped to the range asked for; at an edge of the data `from` or `to` is null. Times are epoch ms. */
export interface Segment<F = TrackPoint> {
  start: number;
  end: number;
  state: SegmentState;
  /** silence longer than gapMax */
  gap: boolean;
  /** the vehicle is elsewhere afterwards: more than the stay radius */
  displaced: boolean;
  mileageM: number;
  from: F | null;
  to: F | null;
}

/** What the calculation carries from one segment to the next. */
export interface Walk {
  mileage: MileageState;
  /** where the vehicle was when it last moved: whether it has gone elsewhere is measured from there */
  anchor: { lng: number; lat: number } | null;
}
export const walkStart: Walk = { mileage: mileageStart, anchor: null };

export interface Range {
  from: number;
  to: number;
}

/** Whether a fix is moving: it and a neighbour are at least as fast as movingSpeed (K4 wants two points in a row); one that does not know its speed is when both neighbours are. */
export function isMovingAt(
  before: Pick<Fix, 'speedKmh'> | undefined,
  fix: Fix,
  after: Fix | undefined,
  movingSpeedKmh: number,
): boolean {
  if (fix.speedKmh === null) return isFast(before?.speedKmh, movingSpeedKmh) && isFast(after?.speedKmh, movingSpeedKmh);
  if (!isFast(fix.speedKmh, movingSpeedKmh)) return false;
  return isFast(before?.speedKmh, movingSpeedKmh) || isFast(after?.speedKmh, movingSpeedKmh);
}

/**
 * Mileage (K3) and state (K4) of the time between fixes. `fixes` are the valid ones in order and may reach beyond `range`: neighbours outside make its
 * edges exact. A segment is calculated with the constants that hold at its end. The result covers `range` without hole or overlap, so the four
 * states always add up to the wall time.
 */
export function segmentsOf(
  fixes: readonly TrackPoint[],
  range: Range,
  settings: WalkSettings | ((t: number) => WalkSettings),
): Segment[] {
  const settingsAt = typeof settings === 'function' ? settings : () => settings;
  const out: Segment[] = [];
  let walk = walkStart;
  for (let i = 0; i + 1 < fixes.length; i++) {
    const [from, to] = [fixes[i], fixes[i + 1]];
    if (!from || !to) continue;
    const step = stepSegment(walk, fixes[i - 1], from, to, settingsAt(to.t));
    walk = step.walk;
    clipInto(out, range, step.segment);
  }
  return withEdges(out, fixes, range, settingsAt(range.to));
}

/** Constants with the longest bridged silence filled in. */
export type WalkSettings = Omit<KernelSettings, 'gapMaxMs'> & { gapMaxMs: number };

/** The segment between two neighbouring fixes (K3, K4) and what to carry on; `before` is the fix before them. Live stream and reports both use this function. */
export function stepSegment<F extends Fix>(
  walk: Walk,
  before: Pick<Fix, 'speedKmh'> | undefined,
  from: F,
  to: F,
  settings: WalkSettings,
): { segment: Segment<F>; walk: Walk } {
  const step = stepMileage(walk.mileage, from, to, settings);
  const anchor = walk.anchor ?? from;
  const bySpeed = isMovingAt(before, from, to, settings.movingSpeedKmh);
  const displaced = distanceM(anchor.lng, anchor.lat, to.lng, to.lat) > settings.stayRadiusM;
  const gap = to.t - from.t > settings.gapMaxMs;
  const away = gap ? step.displacementM > settings.stayRadiusM : displaced;
  const state = gap ? gapState(from, to, away) : stateOf(from, bySpeed || displaced);
  const mileageM = step.metres * settings.mileageCoefficient;
  return {
    segment: { start: from.t, end: to.t, state, gap, displaced: away, mileageM, from, to },
    walk: { mileage: step.state, anchor: bySpeed || displaced ? { lng: to.lng, lat: to.lat } : anchor },
  };
}

const stateOf = (from: Fix, moving: boolean): SegmentState => (moving ? 'moving' : from.acc ? 'idle' : 'parked');
const gapState = (from: Fix, to: Fix, away: boolean): SegmentState =>
  !away && !from.acc && !to.acc ? 'parked' : 'noData';

/** Adds the part of a segment that lies in `range`; mileage is split linearly in time. */
function clipInto(out: Segment[], range: Range, segment: Segment): void {
  const start = Math.max(segment.start, range.from);
  const end = Math.min(segment.end, range.to);
  if (end <= start) return;
  if (start === segment.start && end === segment.end) {
    out.push(segment);
    return;
  }
  const share = (end - start) / (segment.end - segment.start);
  out.push({ ...segment, start, end, mileageM: segment.mileageM * share });
}

/**
 * Adds the time before the first and after the last fix. After the last one a standing vehicle is assumed to stand for as long as it would count as
 * online (K4: offlineMs with ACC off, the longest bridged silence otherwise); the rest is 无数据.
 */
function withEdges(inner: Segment[], fixes: readonly TrackPoint[], range: Range, settings: WalkSettings): Segment[] {
  const empty = { gap: false, displaced: false, mileageM: 0, from: null, to: null };
  const noData = (start: number, end: number): Segment[] =>
    end > start ? [{ ...empty, start, end, state: 'noData', gap: end - start > settings.gapMaxMs }] : [];
  const first = fixes[0];
  const last = fixes[fixes.length - 1];
  if (!first || !last) return noData(range.from, range.to);
  const lead = noData(range.from, Math.min(first.t, range.to));
  const tailStart = Math.max(last.t, range.from);
  const bridgeMs = last.acc ? settings.gapMaxMs : Math.max(settings.gapMaxMs, settings.offlineMs.accOff);
  const moving = isMovingAt(fixes[fixes.length - 2], last, undefined, settings.movingSpeedKmh);
  const bridged = Math.min(range.to, moving ? tailStart : last.t + bridgeMs);
  const tail: Segment[] =
    bridged > tailStart ? [{ ...empty, start: tailStart, end: bridged, state: stateOf(last, false), from: last }] : [];
  return [...lead, ...inner, ...tail, ...noData(Math.max(tailStart, bridged), range.to)];
}

/** Milliseconds in each state; the four add up to the range. */
export function timeByState(
  segments: ReadonlyArray<Pick<Segment, 'start' | 'end' | 'state'>>,
): Record<SegmentState, number> {
  const sum = { moving: 0, idle: 0, parked: 0, noData: 0 };
  for (const segment of segments) sum[segment.state] += segment.end - segment.start;
  return sum;
}

/** Milliseconds of movement within any of the windows, which do not overlap. */
export function movingWithin(
  segments: ReadonlyArray<Pick<Segment, 'start' | 'end' | 'state'>>,
  windows: readonly Range[],
): number {
  let sum = 0;
  for (const { start, end, state } of segments)
    if (state === 'moving')
      for (const { from, to } of windows) sum += Math.max(0, Math.min(end, to) - Math.max(start, from));
  return sum;
}

/** Metres in all, and the part of them that was bridged over silences (补算里程). */
export function mileageOf(segments: readonly Segment[]): { mileageM: number; gapMileageM: number } {
  let mileageM = 0;
  let gapMileageM = 0;
  for (const segment of segments) {
    mileageM += segment.mileageM;
    if (segment.gap) gapMileageM += segment.mileageM;
  }
  return { mileageM, gapMileageM };
}
