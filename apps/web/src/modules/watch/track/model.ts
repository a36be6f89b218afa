import { minuteMs } from '@tongda/contract/core/durations';
import type { TrackAnswer } from '@tongda/contract/watch/track/calls';
import type { TrackPiece } from '../../../map/track/types';
import { speedColours, trackColours } from '../../../theme/map-colours';

export type TrackPoints = TrackAnswer['points'];

/** Bits of `points.flags`. */
export const pointFlag = { acc: 1, located: 2, late: 4, afterGap: 8 } as const;
const hasFlag = (points: TrackPoints, i: number, flag: number): boolean => ((points.flags[i] ?? 0) & flag) !== 0;

/** Index of the last point at or before `t`; 0 before the first. */
export function indexAt(points: TrackPoints, t: number): number {
  let low = 0;
  let high = points.t.length - 1;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if ((points.t[mid] ?? 0) <= t) low = mid;
    else high = mid - 1;
  }
  return Math.max(0, low);
}

/** Litres in all tanks at a point, by their calibration tables; null when no tank says anything. */
export function fuelAt({ fuelL }: Pick<TrackPoints, 'fuelL'>, i: number): number | null {
  const told = fuelL.flatMap((tank) => tank[i] ?? []);
  return told.length > 0 ? told.reduce((sum, litres) => sum + litres) : null;
}

/** What the player shows at a moment. `gap`: no data then, the place is the last one known. */
export interface Moment {
  t: number;
  index: number;
  lng: number;
  lat: number;
  /** null: not known, also in a gap */
  speedKmh: number | null;
  directionDeg: number;
  mileageM: number;
  gap: boolean;
}

/** The newest heading known at point `i`, degrees. */
function headingAt({ directionDeg }: TrackPoints, i: number): number {
  let k = i;
  while (k > 0 && directionDeg[k] === null) k--;
  return directionDeg[k] ?? 0;
}

/** State at `t`: between two points the place is interpolated, over a gap without data it stands still. */
export function momentAt(points: TrackPoints, t: number): Moment | null {
  if (points.t.length === 0) return null;
  const i = indexAt(points, t);
  const j = Math.min(i + 1, points.t.length - 1);
  const at = (column: number[], k: number): number => column[k] ?? 0;
  const from = at(points.t, i);
  const to = at(points.t, j);
  const gap = j > i && hasFlag(points, j, pointFlag.afterGap) && t > from;
  const part = gap || to === from ? 0 : Math.min(1, Math.max(0, (t - from) / (to - from)));
  const mix = (column: number[]): number => at(column, i) + (at(column, j) - at(column, i)) * part;
  return {
    t,
    index: i,
    lng: mix(points.lng),
    lat: mix(points.lat),
    speedKmh: gap ? null : (points.speedKmh[i] ?? null),
    directionDeg: headingAt(points, i),
    mileageM: mix(points.mileageM),
    gap,
  };
}

/** Next clock of the player: `elapsedMs` of wall time at `rate`; with `stops` given, standing time is jumped over. */
export function advanceClock(
  t: number,
  elapsedMs: number,
  rate: number,
  end: number,
  stops: ReadonlyArray<{ startTime: number; endTime: number }> | null,
): number {
  let next = t + elapsedMs * rate;
  for (const stop of stops ?? []) {
    // one second of the stop is shown, so that the eye catches it
    if (next > stop.startTime + 1000 && next < stop.endTime) next = stop.endTime;
  }
  return Math.min(next, end);
}

/** Speed classes of line, curve and legend (mockups: one ramp). */
export const speedRamp = [
  { from: 0, label: '0–30', colour: speedColours[0] },
  { from: 30, label: '30–60', colour: speedColours[1] },
  { from: 60, label: '60–80', colour: speedColours[2] },
  { from: 80, label: '80–100', colour: speedColours[3] },
  { from: 100, label: '≥ 100', colour: speedColours[4] },
] as const;
export function speedColour(speedKmh: number | null | undefined): string {
  if (speedKmh === null || speedKmh === undefined) return trackColours.plain;
  let colour: string = speedRamp[0].colour;
  for (const step of speedRamp) if (speedKmh >= step.from) colour = step.colour;
  return colour;
}

export type Colouring = 'speed' | 'temp' | 'mono';

/** Colour of the segment that ends at point `i`. */
type ColourOf = (i: number) => string;

/** Colouring by speed, by the worst temperature against its bounds, or plain. */
export function colouringOf(track: TrackAnswer, how: Colouring): ColourOf {
  const { points } = track;
  if (how === 'mono') return () => trackColours.plain;
  if (how === 'speed') return (i) => speedColour(points.speedKmh[i]);
  const probes = track.probes.filter((p) => p.kind === 'tem');
  return (i) => {
    let known = false;
    for (const probe of probes) {
      const value = points.tempC[probe.channel - 1]?.[i];
      if (value === null || value === undefined) continue;
      known = true;
      if ((probe.upper !== null && value > probe.upper) || (probe.lower !== null && value < probe.lower))
        return trackColours.out;
    }
    return known ? trackColours.in : trackColours.none;
  };
}

/** Cuts the track where colour or kind changes. A gap without data is a piece of its own: never a solid line over it. */
export function trackPieces(points: TrackPoints, colourOf: ColourOf): TrackPiece[] {
  const pieces: TrackPiece[] = [];
  let current: { kind: TrackPiece['kind']; colour: string; coordinates: Array<[number, number]> } | null = null;
  const place = (i: number): [number, number] => [points.lng[i] ?? 0, points.lat[i] ?? 0];
  for (let i = 1; i < points.t.length; i++) {
    const kind = hasFlag(points, i, pointFlag.afterGap) ? 'gap' : hasFlag(points, i, pointFlag.late) ? 'late' : 'live';
    const colour = colourOf(i);
    if (!current || current.kind !== kind || current.colour !== colour || kind === 'gap') {
      current = { kind, colour, coordinates: [place(i - 1)] };
      pieces.push(current);
    }
    current.coordinates.push(place(i));
  }
  return pieces;
}

/** Curves share a scale when their bounds overlap or lie close: chilled and frozen get a scale each. */
export interface TempScale {
  channels: number[];
  min: number;
  max: number;
  lower: number | null;
  upper: number | null;
}

const closeC = 6;

/** Groups temperature channels into at most two scales by their mean level; ranges hold values and bounds. */
export function tempScales(track: TrackAnswer): TempScale[] {
  const known = track.points.tempC
    .map((values, index) => ({ channel: index + 1, values: values.filter((v): v is number => v !== null) }))
    .filter((c) => c.values.length > 0)
    .map(({ channel, values }) => {
      const probe = track.probes.find((p) => p.kind === 'tem' && p.channel === channel);
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      let sum = 0;
      for (const value of values) {
        min = Math.min(min, value);
        max = Math.max(max, value);
        sum += value;
      }
      return { channel, min, max, mean: sum / values.length, lower: probe?.lower ?? null, upper: probe?.upper ?? null };
    })
    .sort((a, b) => b.mean - a.mean);
  const scales: Array<TempScale & { mean: number }> = [];
  for (const curve of known) {
    const near =
      scales.find((s) => Math.abs(s.mean - curve.mean) <= closeC) ?? (scales.length >= 2 ? scales.at(-1) : undefined);
    if (near) {
      near.channels.push(curve.channel);
      near.min = Math.min(near.min, curve.min, curve.lower ?? curve.min);
      near.max = Math.max(near.max, curve.max, curve.upper ?? curve.max);
      near.lower ??= curve.lower;
      near.upper ??= curve.upper;
    } else {
      scales.push({
        channels: [curve.channel],
        min: Math.min(curve.min, curve.lower ?? curve.min),
        max: Math.max(curve.max, curve.upper ?? curve.max),
        lower: curve.lower,
        upper: curve.upper,
        mean: curve.mean,
      });
    }
  }
  return scales.map(({ mean: _mean, ...scale }) => scale);
}

/** Round steps for the time axis: about one label per 90 px. Epoch ms of the labels within [from, to]. */
export function timeTicks(from: number, to: number, widthPx: number, zoneOffsetMs: number): number[] {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs);
  const wanted = (to - from) / Math.max(1, widthPx / 90);
  const step = steps.find((s) => s >= wanted) ?? 1440 * minuteMs;
  const ticks: number[] = [];
  for (let t = Math.ceil((from + zoneOffsetMs) / step) * step - zoneOffsetMs; t <= to; t += step) ticks.push(t);
  return ticks;
}
