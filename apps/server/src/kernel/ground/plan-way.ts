import { minuteMs } from '@tongda/contract/core/durations';
import { nearestOnLine } from '@tongda/geo/corridor';
import { distanceM } from '@tongda/geo/distance';
import { detourFactor } from '@tongda/geo/estimate';
import type { LngLat } from '@tongda/geo/types';
import type { Segment } from '../motion/segments';

/**
 * The roads that a plan expects. A plan with an electronic line expects that line. A plan without one knows only its stops and estimates each road
 * as the straight line times 1.3: a position is then on the planned way when going from one stop to the next through it is no longer than that.
 */
export interface PlanWay {
  stops: readonly LngLat[];
  /** the line from first to last stop, with its half width in metres; null: straight legs */
  line: { path: readonly LngLat[]; halfWidthM: number } | null;
}

/** A vehicle is off the planned way when it is farther away than this, m … */
export const deviationM = 200;
/** … for longer than this, ms. */
export const deviationMs = minuteMs;
/** Within this distance of a stop, m, nothing counts as off the way: there are yards, ramps and the roads to them. */
const nearStopM = 1000;

export interface Deviation {
  start: number;
  /** null: still off the way at the last fix */
  end: number | null;
  mileageM: number;
  /** farthest from the planned way, metres */
  maxM: number;
  path: LngLat[];
}

/** The radius around each stop within which nothing counts as off the way, m: it reaches at least to the line, and a little beyond. */
const reachOf = ({ stops, line }: PlanWay): number[] =>
  stops.map(([lng, lat]) =>
    line
      ? Math.max(nearStopM, detourFactor * (nearestOnLine(lng, lat, line.path)?.distanceM ?? 0) + deviationM)
      : nearStopM,
  );

/** How many metres a position lies off the planned way; 0 on it or near a stop. */
function metresOffPlan({ stops, line }: PlanWay, lng: number, lat: number, reach: readonly number[]): number {
  if (stops.some(([x, y], i) => distanceM(x, y, lng, lat) <= (reach[i] ?? nearStopM))) return 0;
  if (line) {
    const off = nearestOnLine(lng, lat, line.path)?.distanceM ?? 0;
    return off > Math.max(deviationM, line.halfWidthM) ? off : 0;
  }
  let best = Number.POSITIVE_INFINITY;
  for (let i = 1; i < stops.length; i++) {
    const [a, b] = [stops[i - 1], stops[i]];
    if (!a || !b) continue;
    const over = distanceM(a[0], a[1], lng, lat) + distanceM(lng, lat, b[0], b[1]);
    if (over <= detourFactor * distanceM(a[0], a[1], b[0], b[1]) + 2 * nearStopM) return 0;
    best = Math.min(best, nearestOnLine(lng, lat, [a, b])?.distanceM ?? best);
  }
  return Number.isFinite(best) ? best : 0;
}

/** 偏航: the stretches that were driven off the planned way for longer than a minute, in order of time. */
export function deviationsOf(way: PlanWay, segments: readonly Segment[]): Deviation[] {
  const found: Deviation[] = [];
  const reach = reachOf(way);
  let open: Deviation | null = null;
  for (const { from, to, mileageM } of segments) {
    if (!from || !to) continue;
    const off = metresOffPlan(way, to.lng, to.lat, reach);
    if (off === 0) {
      if (open) found.push({ ...open, end: to.t });
      open = null;
      continue;
    }
    open ??= { start: to.t, end: null, mileageM: 0, maxM: 0, path: [] };
    // the stretch to the first fix off the way was partly still on it, so it does not count
    if (open.path.length > 0) open.mileageM += mileageM;
    open.maxM = Math.max(open.maxM, off);
    open.path.push([to.lng, to.lat]);
  }
  const last = segments.at(-1)?.end ?? 0;
  if (open) found.push(open);
  return found.filter(({ start, end }) => (end ?? last) - start > deviationMs);
}
