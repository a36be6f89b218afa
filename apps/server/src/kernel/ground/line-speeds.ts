import { minuteMs } from '@tongda/contract/core/durations';
import { distanceM } from '@tongda/geo/distance';
import type { LngLat } from '@tongda/geo/types';

/** One fix of a recorded drive from which an electronic line is made; `t` in epoch ms, degrees in WGS-84. */
interface DrivenFix {
  t: number;
  lng: number;
  lat: number;
  /** null: not known */
  speedKmh: number | null;
}
export interface SpeedPiece {
  fromKm: number;
  toKm: number;
  speedLimitKmh: number;
}

/** Speeds are sampled every so many metres and not at every report: reports come at even times, so a slow stretch would count for more. */
const everyM = 100;
/** Between two fixes farther apart than this in time and in space nobody saw how fast it went. */
export const driveGap = { ms: 10 * minuteMs, m: 1000 } as const;
const movingKmh = 5;
const topKmh = 120;
const kmM = 1000;

/** The speed that 85 % of the samples did not exceed, rounded to 5 km/h and between 5 and 120 km/h; null without samples. */
export function percentile85(speeds: readonly number[]): number | null {
  if (speeds.length === 0) return null;
  const sorted = [...speeds].sort((a, b) => a - b);
  return Math.min(topKmh, Math.max(5, Math.round((sorted[Math.ceil(0.85 * sorted.length) - 1] ?? 0) / 5) * 5));
}

/**
 * Speed limits for the pieces of a line, as they were driven. `kept` are the indices of the fixes that became the corners of the thinned line.
 * Pieces are one kilometre long and neighbours with the same limit are joined; when more than `most` remain, pieces of 2, 4, 8 … km are tried.
 * Stretches that nobody saw get no piece.
 */
export function speedPiecesOf(fixes: readonly DrivenFix[], kept: readonly number[], most: number): SpeedPiece[] {
  const samples = sampleSpeeds(fixes, alongThinned(fixes, kept));
  for (let stepM = kmM; ; stepM *= 2) {
    const pieces = piecesOf(samples, stepM);
    if (pieces.length <= most) return pieces;
  }
}

/** Where on the thinned line each fix lies, in metres from its start: between two corners by the share of the driven distance. */
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
  /** km/h at each hundred metres; null where nobody saw the drive or the vehicle stood */
  speeds: Array<number | null>;
}

function sampleSpeeds(fixes: readonly DrivenFix[], atM: readonly number[]): Samples {
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
    if (before.speedKmh === null || after.speedKmh === null) return;
    const speed = before.speedKmh + share * (after.speedKmh - before.speedKmh);
    if (speed > movingKmh) speeds[n] = speed;
  });
  return { endM, speeds };
}

function piecesOf({ endM, speeds }: Samples, stepM: number): SpeedPiece[] {
  const pieces: SpeedPiece[] = [];
  // rounded down to a tenth of a kilometre, so that the last piece does not reach beyond the line
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
