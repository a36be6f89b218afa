import { minuteMs } from '@tongda/contract/core/durations';
import { doorOf, doorState } from '../../point';
import { validTempC } from '../../temperature/figures';
import { makeFact, noFacts } from '../fact';
import type { Detector, Fact, Sample, Surroundings } from '../types';

/** An opening of one door while it lasts, and for a while after it closed (K9). Times are epoch ms. */
interface Opening {
  start: number;
  lng: number | null;
  lat: number | null;
  outside: boolean;
  /** given as a fact: it has been open for longer than a contact bounce */
  told: boolean;
  closedAt: number | null;
  movingMs: number;
  /** there was a silence while it was open, so the time of closing is not certain */
  estimated: boolean;
  /** temperatures at the opening and the largest rise since, ℃ */
  temps: ReadonlyArray<number | null>;
  riseC: number | null;
  /** of the probe that rose most: its reading at the opening and its highest since, ℃. Openings that were followed before these were kept have none */
  beforeC?: number | null;
  maxC?: number | null;
}

export interface DoorState {
  /** by door, `1` … `7` */
  open: Readonly<Record<string, Opening>>;
  /** newest opening of any door */
  openedAt: number | null;
}

const nothingOpen: DoorState['open'] = {};
const bounceMs = 10_000;
/** after so much movement with an open door it is 行驶开门, ms */
const movingMs = 30_000;
/** the rise of temperature is measured until this long after the door closed, ms */
const riseMs = 15 * minuteMs;
/** metres around a site in which an opening is still "at the site" */
const siteMarginM = 100;
const doorNumbers = [1, 2, 3, 4, 5, 6, 7];

const roundTempC = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

function toFact(no: string, run: Opening): Fact {
  const place = run.lng === null || run.lat === null ? null : { lng: run.lng, lat: run.lat };
  return makeFact('door', `door${no}`, { start: run.start, end: run.closedAt }, place, {
    values: {
      outside: run.outside,
      moving: run.movingMs >= movingMs,
      movingMs: run.movingMs,
      estimated: run.estimated,
      riseC: roundTempC(run.riseC),
      beforeC: roundTempC(run.beforeC ?? null),
      maxC: roundTempC(run.maxC ?? null),
    },
  });
}

/** Openings of every door (K9), with the rise of temperature they caused. A report that says nothing of a door leaves it as it was. */
export const doorDetector: Detector<DoorState> = {
  start: { open: nothingOpen, openedAt: null },
  step(before, sample, _params, around) {
    const { doors } = sample.point;
    // no pair of bits is 0b10 (open), and no opening is being followed
    const rest = before.open === nothingOpen || Object.keys(before.open).length === 0;
    if ((doors & 0x2aaa) === 0 && rest) return { state: before, facts: noFacts };
    const open: Record<string, Opening> = { ...before.open };
    let openedAt = before.openedAt;
    const facts: Fact[] = [];
    for (const no of doorNumbers) {
      const known = open[no];
      const state = doorOf(doors, no);
      if (!known && state !== doorState.open) continue;
      const next = openingStep(known, state, sample, around, (run) => facts.push(toFact(String(no), run)));
      if (next) open[no] = next;
      else delete open[no];
      if (next && next.start > (openedAt ?? 0)) openedAt = next.start;
    }
    return { state: { open: Object.keys(open).length === 0 ? nothingOpen : open, openedAt }, facts };
  },
  running: ({ open }) =>
    Object.entries(open)
      .filter(([, run]) => run.told)
      .map(([no, run]) => toFact(no, run)),
};

function openingStep(
  known: Opening | undefined,
  state: number,
  sample: Sample,
  around: Surroundings,
  tell: (run: Opening) => void,
): Opening | undefined {
  const { t } = sample.point;
  if (!known) return beginOpening(sample, around);
  const run = withRise(known, sample);
  if (run.closedAt === null) {
    run.movingMs += sample.moving ? t - (sample.lastT ?? t) : 0;
    run.estimated ||= sample.gap;
    if (state === doorState.closed) run.closedAt = t;
    if (t - run.start >= bounceMs && (!run.told || run.closedAt !== null)) {
      // its end is given when the door has stayed closed for longer than a bounce
      if (!run.told) tell({ ...run, closedAt: null });
      run.told = true;
    }
    return run;
  }
  if (state === doorState.open) {
    if (t - run.closedAt < bounceMs) return { ...run, closedAt: null };
    if (run.told) tell(run);
    return beginOpening(sample, around);
  }
  if (!run.told) return t - run.closedAt < bounceMs ? run : undefined;
  const settled = t - run.closedAt >= bounceMs && (sample.lastT ?? 0) - run.closedAt < bounceMs;
  const done = t - run.closedAt >= riseMs;
  if (settled || done) tell(run);
  return done ? undefined : run;
}

function beginOpening(sample: Sample, { shapes }: Surroundings): Opening {
  const { point, fix } = sample;
  return {
    start: point.t,
    lng: fix?.lng ?? null,
    lat: fix?.lat ?? null,
    outside: fix !== null && shapes.places.length > 0 && !shapes.inSite(fix.lng, fix.lat, [], siteMarginM),
    told: false,
    closedAt: null,
    movingMs: 0,
    estimated: false,
    temps: point.tempC.map(validTempC),
    riseC: null,
  };
}

/** A copy of the opening with the largest rise of any probe so far. */
function withRise(run: Opening, { point }: Sample): Opening {
  let { riseC, beforeC, maxC } = run;
  if (run.closedAt === null || point.t - run.closedAt <= riseMs) {
    point.tempC.forEach((value, i) => {
      const now = validTempC(value);
      const from = run.temps[i];
      if (now === null || from === null || from === undefined) return;
      const rise = Math.max(0, now - from);
      if (riseC !== null && rise <= riseC) return;
      [riseC, beforeC, maxC] = [rise, from, Math.max(now, from)];
    });
  }
  return { ...run, riseC, beforeC: beforeC ?? null, maxC: maxC ?? null };
}
