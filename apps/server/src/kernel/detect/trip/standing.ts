import { median } from '../../motion/hygiene';
import type { Segment } from '../../motion/segments';
import type { Fix } from '../../point';
import { fineMergeM, fineMergeMs } from '../../settings';

/** A stay while it lasts (K5), built one segment at a time. Times are epoch ms. */
export interface Standing {
  start: number;
  /** end of the last known standing segment */
  end: number;
  accOffMs: number;
  idleMs: number;
  /** positions of some of its fixes, evenly chosen: their median is the stay's position */
  lngs: number[];
  lats: number[];
  /** one of so many fixes is kept */
  stride: number;
  fixes: number;
  /** silence at the end, ms: it belongs to the stay only if the stay goes on */
  silentMs: number;
  /** movement since then, over which 精细停车 may still continue the stay; null while the vehicle stands */
  away: { ms: number; metres: number; known: boolean } | null;
}

/** How many positions of a stay are kept. */
const keptPlaces = 32;

/** Whether a segment can be part of a stay: parked, idle, or a silence after which the vehicle is still in the same place. */
export const isStanding = (segment: Segment<Fix>): boolean =>
  segment.state === 'parked' || segment.state === 'idle' || (segment.state === 'noData' && !segment.displaced);
const isKnown = (segment: Segment<Fix>): boolean => segment.state !== 'noData';
const lengthOf = (segment: Segment<Fix>): number => segment.end - segment.start;

export interface StandingStep {
  /** the stay as it stands now; null while none runs or may still be continued */
  now: Standing | null;
  /** a stay that has certainly ended with this segment */
  ended: Standing | null;
}

/** Takes one segment; with `fine`, stays are joined when less than a minute and 200 m lie between them. */
export function stepStanding(before: Standing | null, segment: Segment<Fix>, fine: boolean): StandingStep {
  if (!isStanding(segment)) return leaveStanding(before, segment, fine);
  if (!before) return { now: isKnown(segment) ? beginStanding(segment) : null, ended: null };
  if (before.away === null) return { now: continueStanding(before, segment), ended: null };
  if (!isKnown(segment)) {
    const away = {
      ms: before.away.ms + lengthOf(segment),
      metres: before.away.metres + segment.mileageM,
      known: false,
    };
    return { now: null, ended: { ...before, away } };
  }
  return { now: continueStanding({ ...before, away: null, silentMs: 0 }, segment), ended: null };
}

function leaveStanding(before: Standing | null, segment: Segment<Fix>, fine: boolean): StandingStep {
  if (!before) return { now: null, ended: null };
  const sofar = before.away ?? { ms: before.silentMs, metres: 0, known: before.silentMs === 0 };
  const away = {
    ms: sofar.ms + lengthOf(segment),
    metres: sofar.metres + segment.mileageM,
    known: sofar.known && isKnown(segment),
  };
  const next = { ...before, away };
  const negligible = fine && away.known && away.ms < fineMergeMs && away.metres < fineMergeM;
  return negligible ? { now: next, ended: null } : { now: null, ended: next };
}

function beginStanding(segment: Segment<Fix>): Standing {
  const empty = { accOffMs: 0, idleMs: 0, lngs: [], lats: [], stride: 1, fixes: 0, silentMs: 0, away: null };
  return continueStanding({ start: segment.start, end: segment.start, ...empty }, segment);
}

function continueStanding(stay: Standing, segment: Segment<Fix>): Standing {
  const ms = lengthOf(segment);
  const silent = !isKnown(segment);
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

const everySecond = (values: readonly number[]): number[] => values.filter((_, i) => i % 2 === 0);

/** Adds a position to `next`, which is this step's own copy; its lists are shared with the state before, so they are replaced. */
function keepPlace(next: Standing, fix: Fix | null): void {
  if (!fix) return;
  const fixes = next.fixes++;
  if (fixes % next.stride !== 0) return;
  const full = next.lngs.length >= keptPlaces;
  if (full) next.stride *= 2;
  next.lngs = [...(full ? everySecond(next.lngs) : next.lngs), fix.lng];
  next.lats = [...(full ? everySecond(next.lats) : next.lats), fix.lat];
}

/** The position of a stay: the median of the positions kept. */
export const placeOf = (stay: Standing): { lng: number; lat: number } => ({
  lng: median(stay.lngs),
  lat: median(stay.lats),
});
