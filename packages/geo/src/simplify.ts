import { earthRadiusM } from './distance';
import type { LngLat } from './types';

const rad = Math.PI / 180;

/**
 * Douglas-Peucker: indices (ascending, first and last always kept) of the vertices that hold the line within `toleranceM`
 * metres of the original. `keep` forces further indices to stay (stops, state changes, extremes). Iterative: a track of
 * 100,000 points does not overflow the stack.
 */
export function simplifyIndices(line: readonly LngLat[], toleranceM: number, keep: Iterable<number> = []): number[] {
  const n = line.length;
  if (n <= 2) return line.map((_, i) => i);
  const { xs, ys } = toMetres(line);
  const kept = new Uint8Array(n);
  kept[0] = 1;
  kept[n - 1] = 1;
  for (const index of keep) if (index >= 0 && index < n) kept[index] = 1;
  const stack: number[] = [];
  let from = 0;
  for (let i = 1; i < n; i++) {
    if (kept[i] !== 1) continue;
    stack.push(from, i);
    from = i;
  }
  const limit = toleranceM * toleranceM;
  while (stack.length > 0) {
    const last = stack.pop() ?? 0;
    const first = stack.pop() ?? 0;
    const far = findFarthest(xs, ys, first, last);
    if (far.distance2 <= limit) continue;
    kept[far.index] = 1;
    stack.push(first, far.index, far.index, last);
  }
  const out: number[] = [];
  for (let i = 0; i < n; i++) if (kept[i] === 1) out.push(i);
  return out;
}

/** The simplified line itself; see {@link simplifyIndices}. */
export function simplifyLine(line: readonly LngLat[], toleranceM: number): LngLat[] {
  const out: LngLat[] = [];
  for (const i of simplifyIndices(line, toleranceM)) {
    const point = line[i];
    if (point) out.push(point);
  }
  return out;
}

/** Metres in a flat frame (sinusoidal about the line's own first meridian), good for lines of some thousand kilometres. */
function toMetres(line: readonly LngLat[]): { xs: Float64Array; ys: Float64Array } {
  const xs = new Float64Array(line.length);
  const ys = new Float64Array(line.length);
  const ky = earthRadiusM * rad;
  const lng0 = line[0]?.[0] ?? 0;
  line.forEach(([lng, lat], i) => {
    xs[i] = (lng - lng0) * ky * Math.cos(lat * rad);
    ys[i] = lat * ky;
  });
  return { xs, ys };
}

/** The vertex between two others that lies farthest from their straight; the distance is squared, m². */
function findFarthest(
  xs: Float64Array,
  ys: Float64Array,
  first: number,
  last: number,
): { index: number; distance2: number } {
  const ax = xs[first] ?? 0;
  const ay = ys[first] ?? 0;
  const dx = (xs[last] ?? 0) - ax;
  const dy = (ys[last] ?? 0) - ay;
  const length2 = dx * dx + dy * dy;
  let index = first;
  let distance2 = -1;
  for (let i = first + 1; i < last; i++) {
    const px = (xs[i] ?? 0) - ax;
    const py = (ys[i] ?? 0) - ay;
    const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length2));
    const ex = px - t * dx;
    const ey = py - t * dy;
    const d2 = ex * ex + ey * ey;
    if (d2 > distance2) {
      distance2 = d2;
      index = i;
    }
  }
  return { index, distance2 };
}
