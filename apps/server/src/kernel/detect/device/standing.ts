import { median } from '../../motion/hygiene';
import type { Segment } from '../../motion/segments';
import type { Fix } from '../../point';
import { fineMergeM, fineMergeMs } from '../../settings';

/** A stay in the making (K5), one segment at a time. */
export interface Standing {
  start: number;
  /** end of the last known standing segment */
  end: number;
  accOffMs: number;
  idleMs: number;
  /** places of its fixes, thinned evenly: their median is the stay's place */
  lngs: number[];
  lats: number[];
  /** every so many fixes one is kept */
  stride: number;
  fixes: number;
  /** silence at the end: belongs to the stay only if it goes on */
  silentMs: number;
  /** movement since, which 精细停车 may overlook; null while it stands */
  away: { ms: number; metres: number; known: boolean } | null;
}

/** Places kept of one stay. */
const keptPlaces = 32;

/** Standing in the sense of a stay: parked, idle, or silent without having gone anywhere. */
export const stands = (segment: Segment<Fix>): boolean =>
  segment.state === 'parked' || segment.state === 'idle' || (segment.state === 'noData' && !segment.displaced);
const known = (segment: Segment<Fix>): boolean => segment.state !== 'noData';
const lengthOf = (segment: Segment<Fix>): number => segment.end - segment.start;

export interface StandingStep {
  /** the stay as it stands now; null while none runs or may still be continued */
  now: Standing | null;
  /** a stay that has certainly ended with this segment */
  ended: Standing | null;
}

/** One segment further; `fine` joins stays parted by less than a minute and 200 m. */
export function standingStep(before: Standing | null, segment: Segment<Fix>, fine: boolean): StandingStep {
  if (!stands(segment)) return leave(before, segment, fine);
  if (!before) return { now: known(segment) ? begin(segment) : null, ended: null };
  if (before.away === null) return { now: goOn(before, segment), ended: null };
  if (!known(segment)) {
    const away = {
      ms: before.away.ms + lengthOf(segment),
      metres: before.away.metres + segment.mileageM,
      known: false,
    };
    return { now: null, ended: { ...before, away } };
  }
  return { now: goOn({ ...before, away: null, silentMs: 0 }, segment), ended: null };
}

function leave(before: Standing | null, segment: Segment<Fix>, fine: boolean): StandingStep {
  if (!before) return { now: null, ended: null };
  const sofar = before.away ?? { ms: before.silentMs, metres: 0, known: before.silentMs === 0 };
  const away = {
    ms: sofar.ms + lengthOf(segment),
    metres: sofar.metres + segment.mileageM,
    known: sofar.known && known(segment),
  };
  const next = { ...before, away };
  const negligible = fine && away.known && away.ms < fineMergeMs && away.metres < fineMergeM;
  return negligible ? { now: next, ended: null } : { now: null, ended: next };
}

function begin(segment: Segment<Fix>): Standing {
  const empty = { accOffMs: 0, idleMs: 0, lngs: [], lats: [], stride: 1, fixes: 0, silentMs: 0, away: null };
  return goOn({ start: segment.start, end: segment.start, ...empty }, segment);
}

function goOn(stay: Standing, segment: Segment<Fix>): Standing {
  const ms = lengthOf(segment);
  const silent = !known(segment);
  const next: Standing = {
    start: stay.start,
    end: silent ? stay.end : segment.end,
    accOffMs: stay.accOffMs + (segment.state === 'parked' ? ms : 0),
    idleMs: stay.idleMs + (segment.state === 'idle' ? ms : 0),
    lngs: stay.lngs,
    lats: stay.lats,
    stride: stay.stride,
    fixes: stay.fixes,
    silentMs: silent ? stay.silentMs + ms : 0,
    away: stay.away,
  };
  keepPlace(next, segment.from ?? segment.to);
  return next;
}

const half = (values: readonly number[]): number[] => values.filter((_, i) => i % 2 === 0);

/** `next` is this step's own copy; its lists are the last one's. */
function keepPlace(next: Standing, fix: Fix | null): void {
  if (!fix) return;
  const fixes = next.fixes++;
  if (fixes % next.stride !== 0) return;
  const full = next.lngs.length >= keptPlaces;
  if (full) next.stride *= 2;
  next.lngs = [...(full ? half(next.lngs) : next.lngs), fix.lng];
  next.lats = [...(full ? half(next.lats) : next.lats), fix.lat];
}

/** Middle of the places of a stay. */
export const placeOf = (stay: Standing): { lng: number; lat: number } => ({
  lng: median(stay.lngs),
  lat: median(stay.lats),
});
