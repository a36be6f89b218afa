import { distanceM } from '@tongda/geo/distance';
import type { LngLat } from '@tongda/geo/types';
import { smoothNoise } from './random';

const metresPerDegree = 111_195;
const radian = Math.PI / 180;

/**
 * A line that can be driven: vertices in degrees, their distance from the beginning in metres, and the speed that the bend at each vertex allows in
 * m/s.
 */
export interface Path {
  lng: Float64Array;
  lat: Float64Array;
  atM: Float64Array;
  bendMps: Float32Array;
  lengthM: number;
}

/** A place on a path. `bearingDeg` is the direction of increasing distance. */
export interface PathPoint {
  lng: number;
  lat: number;
  bearingDeg: number;
}

/**
 * Measures a line and works out how fast its bends may be driven (1.6 m/s² sideways, 0.7 m/s² before and after them). Throws when it has fewer than
 * two points.
 */
export function measurePath(points: readonly LngLat[]): Path {
  const n = points.length;
  if (n < 2) throw new Error('a path needs two points');
  const lng = new Float64Array(n);
  const lat = new Float64Array(n);
  const atM = new Float64Array(n);
  points.forEach(([x, y], i) => {
    lng[i] = x;
    lat[i] = y;
    if (i > 0) atM[i] = (atM[i - 1] ?? 0) + distanceM(lng[i - 1] ?? x, lat[i - 1] ?? y, x, y);
  });
  const lengthM = atM[n - 1] ?? 0;
  const path: Path = { lng, lat, atM, bendMps: new Float32Array(n).fill(60), lengthM };
  for (let i = 1; i < n - 1; i++) {
    const turn = Math.abs(turnDeg(segmentBearing(path, i - 1), segmentBearing(path, i))) * radian;
    const reach = ((atM[i + 1] ?? 0) - (atM[i - 1] ?? 0)) / 2;
    if (turn > 0.02) path.bendMps[i] = Math.max(3.5, Math.sqrt((1.6 * reach) / turn));
  }
  limitBetweenBends(path);
  return path;
}

/** Length of a line, m: what {@link measurePath} says of it, without its bends. */
export function lineLengthM(points: readonly LngLat[]): number {
  let lengthM = 0;
  points.forEach(([x, y], i) => {
    const [lng, lat] = points[i - 1] ?? [x, y];
    if (i > 0) lengthM += distanceM(lng, lat, x, y);
  });
  return lengthM;
}

/** Lowers the speeds before and after a bend, so that braking and accelerating keep to 0.7 m/s². */
function limitBetweenBends({ atM, bendMps }: Path): void {
  const relax = (from: number, to: number) => {
    const v = bendMps[from] ?? 60;
    const gap = Math.abs((atM[to] ?? 0) - (atM[from] ?? 0));
    bendMps[to] = Math.min(bendMps[to] ?? 60, Math.sqrt(v * v + 1.4 * gap));
  };
  for (let i = 1; i < bendMps.length; i++) relax(i - 1, i);
  for (let i = bendMps.length - 1; i > 0; i--) relax(i, i - 1);
}

/** Direction of a segment, degrees clockwise from north. */
function segmentBearing(path: Path, i: number): number {
  const dLat = (path.lat[i + 1] ?? 0) - (path.lat[i] ?? 0);
  const dLng = ((path.lng[i + 1] ?? 0) - (path.lng[i] ?? 0)) * Math.cos((path.lat[i] ?? 0) * radian);
  return (Math.atan2(dLng, dLat) / radian + 360) % 360;
}

/** Signed turn from one bearing to another, degrees in [-180, 180). */
export function turnDeg(from: number, to: number): number {
  return ((to - from + 540) % 360) - 180;
}

/** Index of the segment that the place `m` metres along the path lies on. */
function segmentAt({ atM }: Path, m: number): number {
  let low = 0;
  let high = atM.length - 2;
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if ((atM[mid] ?? 0) <= m) low = mid;
    else high = mid - 1;
  }
  return low;
}

/** Speed that the bends allow `m` metres along the path, m/s. */
export const bendAt = (path: Path, m: number): number => path.bendMps[segmentAt(path, m)] ?? 60;

/** The place `m` metres along the path; beyond an end, that end. */
export function pointAt(path: Path, m: number): PathPoint {
  const { atM, lng, lat } = path;
  const want = Math.min(Math.max(m, 0), path.lengthM);
  const low = segmentAt(path, want);
  const start = atM[low] ?? 0;
  const part = (want - start) / Math.max(0.001, (atM[low + 1] ?? 0) - start);
  const at = (list: Float64Array) => {
    const a = list[low] ?? 0;
    return a + ((list[low + 1] ?? a) - a) * part;
  };
  return { lng: at(lng), lat: at(lat), bearingDeg: segmentBearing(path, low) };
}

/** Moves a position by metres: `alongM` in the direction of `bearing`, `rightM` to its right. */
export function movePosition(lng: number, lat: number, bearing: number, rightM: number, alongM = 0): LngLat {
  const b = bearing * radian;
  const east = Math.cos(b) * rightM + Math.sin(b) * alongM;
  const north = -Math.sin(b) * rightM + Math.cos(b) * alongM;
  return [lng + east / (metresPerDegree * Math.cos(lat * radian)), lat + north / metresPerDegree];
}

/** How a road bends around the straight line between its way points. */
export interface BendNoise {
  seed: number;
  /** Lateral amplitude (m) and wavelength (m) of each octave. */
  octaves: ReadonlyArray<readonly [amplitudeM: number, waveM: number]>;
}

/**
 * A road through way points that lie kilometres apart: a Catmull-Rom curve sampled every `stepM` metres and pushed sideways by smooth noise, so that it
 * bends as a road does. The ends are not moved, so that depots stay where they are.
 */
export function roadThrough(wayPoints: readonly LngLat[], stepM: number, bends: BendNoise): Path {
  const centre = sampleCurve(wayPoints, stepM);
  const base = measurePath(centre);
  const points = centre.map((_, i): LngLat => {
    const m = base.atM[i] ?? 0;
    const fade = Math.min(1, m / 4000, (base.lengthM - m) / 4000);
    const { bearingDeg } = pointAt(base, m);
    let right = 0;
    bends.octaves.forEach(([amplitude, wave], k) => {
      right += amplitude * smoothNoise(bends.seed + k, m / (wave / 2));
    });
    return movePosition(base.lng[i] ?? 0, base.lat[i] ?? 0, bearingDeg, right * Math.max(0, fade));
  });
  return measurePath(points);
}

/** Positions about every `stepM` metres of a Catmull-Rom curve through the way points. */
function sampleCurve(way: readonly LngLat[], stepM: number): LngLat[] {
  const out: LngLat[] = [];
  const at = (i: number): LngLat => way[Math.min(Math.max(i, 0), way.length - 1)] ?? [0, 0];
  for (let i = 0; i + 1 < way.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const steps = Math.max(2, Math.round(distanceM(b[0], b[1], c[0], c[1]) / stepM));
    for (let k = 0; k < steps; k++) {
      const t = k / steps;
      out.push([interpolate(a[0], b[0], c[0], d[0], t), interpolate(a[1], b[1], c[1], d[1], t)]);
    }
  }
  out.push(at(way.length - 1));
  return out;
}

/** One coordinate of the Catmull-Rom curve between b and c at t in [0, 1]. */
function interpolate(a: number, b: number, c: number, d: number, t: number): number {
  return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
}
