import { mergeSecond } from './same-second';
import { comparePoints, pointKey, type StoredPoint } from './stored-point';

/** Each point once, in the order given; several reports of one second are merged into one point. `whole`: all columns were read. */
export function uniquePoints(points: readonly StoredPoint[], whole = true): readonly StoredPoint[] {
  if (moveForward(points)) return points;
  const byKey = new Map<string, StoredPoint>();
  for (const point of points) {
    const key = pointKey(point);
    const known = byKey.get(key);
    byKey.set(key, known ? mergeSecond(known, point, whole) : point);
  }
  return byKey.size === points.length ? points : [...byKey.values()];
}

/** Whether each device's points are in order of time without repetition, as they nearly always are. */
function moveForward(points: readonly StoredPoint[]): boolean {
  const newest = new Map<string, number>();
  let device = '';
  let last = Number.NEGATIVE_INFINITY;
  for (const { deviceId, t } of points) {
    if (deviceId !== device) {
      newest.set(device, last);
      device = deviceId;
      last = newest.get(deviceId) ?? Number.NEGATIVE_INFINITY;
    }
    if (t <= last) return false;
    last = t;
  }
  return true;
}

/** Merges two lists of points into one, in order of time and then device, each point once: reports of one second are merged. */
export function mergePoints(first: readonly StoredPoint[], later: readonly StoredPoint[], whole = true): StoredPoint[] {
  if (first.length === 0 || later.length === 0) return sortPoints(first.length === 0 ? later : first);
  return sortPoints(uniquePoints([...first, ...later], whole));
}

function sortPoints(points: readonly StoredPoint[]): StoredPoint[] {
  const sorted = points.every((point, i) => i === 0 || comparePoints(points[i - 1] ?? point, point) <= 0);
  return sorted ? [...points] : [...points].sort(comparePoints);
}
