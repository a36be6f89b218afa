import { distanceM } from '@tongda/geo/distance';

/** A stay of some vehicle: WGS-84 degrees, and whether it was opened. */
export interface UnloadingStay {
  lng: number;
  lat: number;
  /** start, epoch ms */
  at: number;
  minutes: number;
  /** a door was opened while it stood */
  opened: boolean;
}
/** Where a store is thought to be. */
export interface Spot {
  id: string;
  lng: number;
  lat: number;
}

/** The thresholds by which the real unloading point of a store is found from stays of trucks. */
export const unloadingRules = {
  /** shorter stays are traffic, longer ones a night's rest */
  minutes: { min: 5, max: 240 },
  /** a stay farther away is not this store's, m */
  reachM: 1000,
  /** the newest so many stays count, and fewer than `least` are not enough */
  last: 10,
  least: 3,
  /** with a larger median distance from the point found the stays are several places and not one, m */
  spreadM: 150,
  /** a stay this near to the point is a visit of it, m */
  visitM: 200,
} as const;

/** Groups stays by the store that is nearest to each, by the store's id; stays out of reach of every store are left out. */
export function groupStaysByStore(
  spots: readonly Spot[],
  stays: Iterable<UnloadingStay>,
): Map<string, UnloadingStay[]> {
  // cells of about 2 km: a store within reach lies in the stay's cell or one beside it
  const cellDeg = 0.02;
  const cells = new Map<string, Spot[]>();
  const cellOf = (lng: number, lat: number): [number, number] => [Math.floor(lng / cellDeg), Math.floor(lat / cellDeg)];
  for (const spot of spots) {
    const key = cellOf(spot.lng, spot.lat).join();
    const cell = cells.get(key);
    if (cell) cell.push(spot);
    else cells.set(key, [spot]);
  }
  const found = new Map<string, UnloadingStay[]>();
  for (const stay of stays) {
    const [x, y] = cellOf(stay.lng, stay.lat);
    let best: { id: string; m: number } | null = null;
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (const spot of cells.get(`${x + dx},${y + dy}`) ?? []) {
          const m = distanceM(spot.lng, spot.lat, stay.lng, stay.lat);
          if (m <= unloadingRules.reachM && (!best || m < best.m)) best = { id: spot.id, m };
        }
    if (!best) continue;
    const list = found.get(best.id);
    if (list) list.push(stay);
    else found.set(best.id, [stay]);
  }
  return found;
}

/**
 * Where the trucks of these stays unload: the median position of the newest ten, taken of those with an open door when there are enough of them.
 * `stays` is how many were used. Null when there are too few or they lie too far apart to be one place.
 */
export function findUnloadingPoint(
  stays: readonly UnloadingStay[],
): { lng: number; lat: number; stays: number } | null {
  const { last, least, spreadM } = unloadingRules;
  const opened = stays.filter((stay) => stay.opened);
  const counted = (opened.length >= least ? opened : [...stays]).sort((a, b) => b.at - a.at).slice(0, last);
  if (counted.length < least) return null;
  const lng = median(counted.map((stay) => stay.lng));
  const lat = median(counted.map((stay) => stay.lat));
  if (median(counted.map((stay) => distanceM(lng, lat, stay.lng, stay.lat))) > spreadM) return null;
  return { lng: Math.round(lng * 1e6) / 1e6, lat: Math.round(lat * 1e6) / 1e6, stays: counted.length };
}

/** How many of the stays were at a point, and how long they lasted on average, min. */
export function countVisitsAt(
  point: { lng: number; lat: number },
  stays: readonly UnloadingStay[],
): { visits: number; avgMin: number | null } {
  const there = stays.filter((s) => distanceM(point.lng, point.lat, s.lng, s.lat) <= unloadingRules.visitM);
  if (there.length === 0) return { visits: 0, avgMin: null };
  return { visits: there.length, avgMin: Math.round(there.reduce((sum, s) => sum + s.minutes, 0) / there.length) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
