import { minuteMs } from '@tongda/contract/core/durations';
import type { Segment } from '../../motion/segments';
import type { Fix } from '../../point';
import { makeFact, noFacts } from '../fact';
import { fuelLevelL } from '../oil/level';
import type { Detector, Fact, Sample, Surroundings } from '../types';
import { type SiteTripState, siteTripNow, siteTripStart, stepSiteTrip } from './site';
import { placeOf, type Standing, stepStanding } from './standing';
import {
  addFuelFacts,
  addSegment,
  type Extremes,
  extendTrip,
  extremesOf,
  noWay,
  type Trip,
  tripFactOf,
  wayWithTail,
} from './way';

export interface JourneyState {
  stay: Standing | null;
  /** the stay was given as a fact */
  told: boolean;
  /** the site that the stay lies in, known since it was given; absent in a state that was stored before it was kept */
  staySite?: string | null;
  trip: Trip | null;
  /** the trip as it was when the present stay began: if the stay lasts long enough, the trip ended there */
  atStay: Trip | null;
  /** litres in the tanks at the last report that completed a segment */
  oilL: number | null;
  /** temperature extremes of the reports since the last one that completed a segment */
  between: Extremes | null;
  /** the shortest trip that counts, as set at the last report */
  least: { mileageM: number; ms: number };
  /** trips end when the engine is switched off, as set at the last report */
  byPower?: boolean;
  /** the trip of a vehicle whose trips go from site to site; `trip` and `atStay` are unused then */
  site: SiteTripState | null;
}

/** The shortest stay that is written down; reports show only longer ones, as the user chooses. */
export const minStayMs = 3 * minuteMs;
/** An engine that is off for so long was switched off. */
const powerOffMs = minuteMs;

const isTravelling = (segment: Segment<Fix>): boolean =>
  segment.state === 'moving' || (segment.state === 'noData' && segment.displaced);
const toPlace = ({ lng, lat }: { lng: number; lat: number }) => ({ lng, lat });

function withSegment(trip: Trip | null, segment: Segment<Fix>, extremes: Extremes, oil: Oil): Trip | null {
  if (!isTravelling(segment)) return trip && { ...trip, tail: addSegment(trip.tail, segment, extremes) };
  const { start, end, from, to } = segment;
  if (!from || !to) return trip;
  if (trip) return extendTrip(trip, end, toPlace(to), addSegment(wayWithTail(trip), segment, extremes), oil.nowL);
  return {
    start,
    from: toPlace(from),
    end,
    to: toPlace(to),
    way: addSegment(noWay, segment, extremes),
    tail: noWay,
    oilStartL: oil.beforeL ?? oil.nowL,
    oilEndL: oil.nowL,
    fuelled: {},
  };
}

function stayFact(stay: Standing, open: boolean, placeId: string | null): Fact {
  return makeFact('stay', '', { start: stay.start, end: open ? null : stay.end }, placeOf(stay), {
    placeId,
    values: { accOffMs: stay.accOffMs, idleMs: stay.idleMs },
  });
}

/** 所在站点: id of the site that a stay lies in, else of one within 300 m (K5); null = none. */
function siteOf(stay: Standing, { shapes }: Pick<Surroundings, 'shapes'>): string | null {
  const at = placeOf(stay);
  const near = shapes.near(at.lng, at.lat).filter((p) => p.kind === 'site');
  const inside = near.find((p) => shapes.inSite(at.lng, at.lat, [p.placeId], 0));
  return (inside ?? near.find((p) => shapes.inSite(at.lng, at.lat, [p.placeId], 300)))?.placeId ?? null;
}

const sameExtremes = (a: Extremes | null, b: Extremes | null): boolean => a?.minC === b?.minC && a?.maxC === b?.maxC;

interface Oil {
  /** litres after the report before and after this one */
  beforeL: number | null;
  nowL: number | null;
}

/** Stays (K5) and trips (K6), one report at a time. Over the same segments it finds what `staysOf` and `tripsOf` find. */
export const journeyDetector: Detector<JourneyState> = {
  start: {
    stay: null,
    told: false,
    staySite: null,
    trip: null,
    atStay: null,
    oilL: null,
    between: null,
    least: { mileageM: 0, ms: 0 },
    site: null,
  },
  step(before, sample, _params, around) {
    const filled = sample.facts.length > 0 && before.trip ? addFuelFacts(before.trip, sample) : null;
    if (sample.segments.length === 0) {
      const between = before.trip || before.site ? extremesOf(sample.point, before.between) : null;
      if ((!filled || filled === before.trip) && sameExtremes(between, before.between))
        return { state: before, facts: noFacts };
      return { state: { ...before, trip: filled ?? before.trip, between }, facts: noFacts };
    }
    const facts: Fact[] = [];
    const oil = { beforeL: before.oilL, nowL: sample.fuel ? fuelLevelL(sample.fuel) : null };
    const extremes = extremesOf(sample.point, before.between);
    let state: JourneyState = {
      stay: before.stay,
      told: before.told,
      staySite: before.staySite ?? null,
      trip: filled ?? before.trip,
      atStay: before.atStay,
      oilL: oil.nowL,
      between: null,
      least: leastOf(before.least, around),
      ...(around.trip?.mode === 'power' ? { byPower: true } : {}),
      site: before.site,
    };
    for (const segment of sample.segments) takeSegment(state, segment, extremes, oil, around, facts);
    if (around.trip?.mode === 'site') state = stepBySites(state, sample, extremes, around, oil.nowL, facts);
    else if (state.site) state.site = null;
    return { state, facts };
  },
  running({ stay, staySite, trip, site, least, byPower }) {
    const facts: Fact[] = [];
    if (stay && stay.end - stay.start >= minStayMs) facts.push(stayFact(stay, stay.away === null, staySite ?? null));
    const now = site ? siteTripNow(site) : trip;
    const running = now && tripFactOf(now, least, true, site ? 'site' : partedBy(byPower));
    if (running) facts.push(running);
    return facts;
  },
};

const partedBy = (byPower: boolean | undefined): string => (byPower ? 'power' : 'gap');

function leastOf(known: JourneyState['least'], { settings, trip }: Surroundings): JourneyState['least'] {
  const bySite = trip?.mode === 'site';
  const mileageM = trip?.minMileageM ?? (bySite ? 0 : settings.tripMinMileageM);
  const ms = bySite ? 0 : settings.tripMinMs;
  return known.mileageM === mileageM && known.ms === ms ? known : { mileageM, ms };
}

/** Whether a trip ended where this stay began: it lasts long enough, or the engine was switched off and not just stalled (开关机). */
const endsTrip = ({ start, end, accOffMs }: Standing, { settings, trip }: Surroundings): boolean =>
  trip?.mode === 'power'
    ? accOffMs >= powerOffMs
    : end - start >= (trip?.mode === 'gap' ? trip.gapMs : settings.tripGapMs);

/** Takes one segment; changes `state`, which is this step's own copy, and adds to `facts`. */
function takeSegment(
  state: JourneyState,
  segment: Segment<Fix>,
  extremes: Extremes,
  oil: Oil,
  around: Surroundings,
  facts: Fact[],
): void {
  const { stay } = state;
  const { now, ended } = stepStanding(stay, segment, around.settings.parkingFine);
  if (ended) {
    if (ended.end - ended.start >= minStayMs) facts.push(stayFact(ended, false, siteOf(ended, around)));
    state.told = false;
    state.staySite = null;
    state.atStay = null;
  }
  if (now !== null && (stay === null || ended !== null)) state.atStay = state.trip;
  state.trip = around.trip?.mode === 'site' ? null : withSegment(state.trip, segment, extremes, oil);
  state.stay = now;
  if (!now || now.away !== null) return;
  const long = now.end - now.start;
  if (long >= minStayMs && !state.told) {
    state.staySite = siteOf(now, around);
    facts.push(stayFact(now, true, state.staySite));
    state.told = true;
  }
  if (!endsTrip(now, around)) return;
  // the trip ended where the stay began; short movements within the stay are no trips
  const done = state.atStay && tripFactOf(state.atStay, state.least, false, partedBy(state.byPower));
  if (done) facts.push(done);
  state.atStay = null;
  state.trip = null;
}

/** Trips from site to site: parkings on the way do not separate them. */
function stepBySites(
  state: JourneyState,
  sample: Sample,
  extremes: Extremes,
  { trip }: Surroundings,
  oilL: number | null,
  facts: Fact[],
): JourneyState {
  if (trip?.mode !== 'site') return state;
  const known = state.site ?? siteTripStart;
  const filled = known.trip && addFuelFacts(known.trip, sample);
  const before = filled === known.trip ? known : { ...known, trip: filled };
  const { state: site, done } = stepSiteTrip(before, sample, trip, extremes, oilL);
  for (const one of done) {
    const told = tripFactOf(one, state.least, false, 'site');
    if (told) facts.push(told);
  }
  return { ...state, site };
}
