import { thinTrack } from '../../kernel/day/thin';
import type { RecorderPoint } from './load';
import { countryOf, zoneAt } from './zones';

/** A part of a way in one country; `country` null: between places in two of them, with nothing told between. Times in epoch ms. */
export interface Leg {
  country: string | null;
  from: number;
  until: number;
  points: RecorderPoint[];
}

/**
 * Cuts a way where it comes into another country. A leg lasts until the first place in the next country when that came within the usual step
 * (`gapMaxMs`); what lies between two countries without a place is a leg of its own, as nobody knows where the border was crossed.
 */
export function legsOf(points: readonly RecorderPoint[], gapMaxMs: number): Leg[] {
  const legs: Leg[] = [];
  for (const point of points) {
    if (!point.located) continue;
    const country = countryOf(zoneAt(point.lng, point.lat));
    const last = legs.at(-1);
    if (last?.country === country) {
      last.points.push(point);
      last.until = point.t;
      continue;
    }
    if (last) {
      if (point.t - last.until <= gapMaxMs) last.until = point.t;
      else legs.push({ country: null, from: last.until, until: point.t, points: [] });
    }
    legs.push({ country, from: point.t, until: point.t, points: [point] });
  }
  return legs;
}

/** Time in each country in all, ms, in the order in which they were reached. */
export function transitOf(legs: readonly Leg[]): Array<{ country: string | null; ms: number }> {
  const spent = new Map<string | null, number>();
  for (const { country, from, until } of legs) spent.set(country, (spent.get(country) ?? 0) + until - from);
  return [...spent].map(([country, ms]) => ({ country, ms }));
}

/** Places of each leg, [lng, lat]: together at most `most`, such that the way keeps its shape and each leg its first and last place. */
export function pathsOf(legs: readonly Leg[], most: number): Array<Array<[number, number]>> {
  const all = legs.flatMap(({ points }) => points);
  const edges = new Set(legs.flatMap(({ points }) => [points[0], points.at(-1)].flatMap((p) => (p ? [p.t] : []))));
  const kept = new Set(thinTrack(all, most, edges).map((i) => all[i]?.t));
  return legs.map(({ points }) => points.filter(({ t }) => kept.has(t)).map((p) => [p.lng, p.lat]));
}
