import { minuteMs } from '@tongda/contract/core/durations';
import { nearestOnLine } from '@tongda/geo/corridor';
import { distanceM } from '@tongda/geo/distance';
import { detourFactor } from '@tongda/geo/estimate';
import type { LngLat } from '@tongda/geo/types';
import type { Segment } from '../motion/segments';

/**
 * The ground that a plan reckons with. A plan along an electronic line keeps to it; one without knows its stops only: its ways are bee lines times
 * 1.3, so whatever lies on some way from stop to stop that is no longer than that is as planned.
 */
export interface PlanWay {
  stops: readonly LngLat[];
  /** the line from first to last stop, with its half width in metres; null: straight legs */
  line: { path: readonly LngLat[]; halfWidthM: number } | null;
}

/** resources.md 1.15: off the planned way is farther than this … */
export const deviationM = 200;
/** … for longer than this. */
export const deviationMs = minuteMs;
/** Yards, ramps and the roads to them: so near to a stop nothing is off the way. */
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

/** How far the ground of each stop reaches: to the line and a little beyond when it lies off it. */
const reachOf = ({ stops, line }: PlanWay): number[] =>
  stops.map(([lng, lat]) =>
    line
      ? Math.max(nearStopM, detourFactor * (nearestOnLine(lng, lat, line.path)?.distanceM ?? 0) + deviationM)
      : nearStopM,
  );

/** Metres that a position lies off the planned way; 0 on it. */
function offPlan({ stops, line }: PlanWay, lng: number, lat: number, reach: readonly number[]): number {
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

/** 偏航: what was driven off the planned way for longer than a minute, in order. */
export function deviationsOf(way: PlanWay, segments: readonly Segment[]): Deviation[] {
  const found: Deviation[] = [];
  const reach = reachOf(way);
  let open: Deviation | null = null;
  for (const { from, to, mileageM } of segments) {
    if (!from || !to) continue;
    const off = offPlan(way, to.lng, to.lat, reach);
    if (off === 0) {
      if (open) found.push({ ...open, end: to.t });
      open = null;
      continue;
    }
    open ??= { start: to.t, end: null, mileageM: 0, maxM: 0, path: [] };
    // the way to the first fix that lies off was partly on it
    if (open.path.length > 0) open.mileageM += mileageM;
    open.maxM = Math.max(open.maxM, off);
    open.path.push([to.lng, to.lat]);
  }
  const last = segments.at(-1)?.end ?? 0;
  if (open) found.push(open);
  return found.filter(({ start, end }) => (end ?? last) - start > deviationMs);
}
