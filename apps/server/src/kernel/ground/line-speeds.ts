import { minuteMs } from '@tongda/contract/core/durations';
import { distanceM } from '@tongda/geo/distance';
import type { LngLat } from '@tongda/geo/types';

/** A fix of a drive that a line is made from. */
interface DrivenFix {
  t: number;
  lng: number;
  lat: number;
  speedKmh: number;
}
export interface SpeedPiece {
  fromKm: number;
  toKm: number;
  speedLimitKmh: number;
}

/** The way is looked at every so many metres: reports come closer in time than in space, and a slow stretch must not count more. */
const everyM = 100;
/** A silence longer and wider than this is no driving that was seen. */
export const driveGap = { ms: 10 * minuteMs, m: 1000 } as const;
const movingKmh = 5;
const topKmh = 120;
const kmM = 1000;

/** The speed that 85 of 100 kept to, to the next 5 km/h; null: nothing known. */
export function percentile85(speeds: readonly number[]): number | null {
  if (speeds.length === 0) return null;
  const sorted = [...speeds].sort((a, b) => a - b);
  return Math.min(topKmh, Math.max(5, Math.round((sorted[Math.ceil(0.85 * sorted.length) - 1] ?? 0) / 5) * 5));
}

/**
 * What the drive says of each piece of the thinned line: `kept` are the indices of the fixes that became its corners. Neighbours of one speed are one
 * piece; when there are more than `most`, pieces of 2, 4, 8 … km are taken. Nothing is said of stretches that nobody saw.
 */
export function speedPieces(fixes: readonly DrivenFix[], kept: readonly number[], most: number): SpeedPiece[] {
  const samples = sampled(fixes, alongThinned(fixes, kept));
  for (let stepM = kmM; ; stepM *= 2) {
    const pieces = piecesOf(samples, stepM);
    if (pieces.length <= most) return pieces;
  }
}

/** Metres along the thinned line for every fix: between two corners in the share of the way that was driven. */
function alongThinned(fixes: readonly DrivenFix[], kept: readonly number[]): number[] {
  const drivenM: number[] = [];
  fixes.forEach((fix, i) => {
    const before = fixes[i - 1];
    drivenM.push(before ? (drivenM[i - 1] ?? 0) + distanceM(before.lng, before.lat, fix.lng, fix.lat) : 0);
  });
  const at: number[] = fixes.map(() => 0);
  let lineM = 0;
  for (let k = 1; k < kept.length; k++) {
    const [a, b] = [kept[k - 1] ?? 0, kept[k] ?? 0];
    const [from, to] = [fixes[a], fixes[b]];
    const straightM = from && to ? distanceM(from.lng, from.lat, to.lng, to.lat) : 0;
    const ownM = (drivenM[b] ?? 0) - (drivenM[a] ?? 0);
    for (let i = a + 1; i <= b; i++) {
      const share = ownM === 0 ? 1 : ((drivenM[i] ?? 0) - (drivenM[a] ?? 0)) / ownM;
      at[i] = lineM + share * straightM;
    }
    lineM += straightM;
  }
  return at;
}

interface Samples {
  endM: number;
  /** speed at each hundred metres; null: not seen, or standing */
  speeds: Array<number | null>;
}

function sampled(fixes: readonly DrivenFix[], atM: readonly number[]): Samples {
  const endM = atM.at(-1) ?? 0;
  const speeds: Array<number | null> = Array.from({ length: Math.max(1, Math.ceil(endM / everyM)) }, () => null);
  let i = 1;
  speeds.forEach((_, n) => {
    const here = (n + 0.5) * everyM;
    while (i < fixes.length - 1 && (atM[i] ?? 0) < here) i++;
    const [before, after] = [fixes[i - 1], fixes[i]];
    if (!before || !after) return;
    const [from, to] = [atM[i - 1] ?? 0, atM[i] ?? 0];
    if (after.t - before.t >= driveGap.ms && to - from >= driveGap.m) return;
    const share = to === from ? 1 : Math.min(1, Math.max(0, (here - from) / (to - from)));
    const speed = before.speedKmh + share * (after.speedKmh - before.speedKmh);
    if (speed > movingKmh) speeds[n] = speed;
  });
  return { endM, speeds };
}

function piecesOf({ endM, speeds }: Samples, stepM: number): SpeedPiece[] {
  const pieces: SpeedPiece[] = [];
  // to the tenth that lies on the line
  const endKm = Math.floor(endM / 100) / 10;
  for (let fromM = 0; fromM / kmM < endKm; fromM += stepM) {
    const seen = speeds.slice(fromM / everyM, (fromM + stepM) / everyM).flatMap((kmh) => kmh ?? []);
    const speedLimitKmh = percentile85(seen);
    if (speedLimitKmh === null) continue;
    const [fromKm, toKm] = [fromM / kmM, Math.min((fromM + stepM) / kmM, endKm)];
    const last = pieces.at(-1);
    if (last && last.toKm === fromKm && last.speedLimitKmh === speedLimitKmh) last.toKm = toKm;
    else pieces.push({ fromKm, toKm, speedLimitKmh });
  }
  return pieces;
}

/** The line's positions at the kept fixes. */
export const cornersOf = (fixes: readonly DrivenFix[], kept: readonly number[]): LngLat[] =>
  kept.flatMap((i) => {
    const fix = fixes[i];
    return fix ? [[fix.lng, fix.lat] as const] : [];
  });
