import type { Fix } from '../point';
import type { Segment } from '../segments';
import { kernelDefaults } from '../settings';
import { avgSpeedOf } from '../trips';
import { type Detector, type Fact, fact, noFacts, type Surroundings } from './detector';
import { placeOf, type Standing, standingStep } from './standing';

/** Sums of a piece of way. */
interface Way {
  mileageM: number;
  gapMileageM: number;
  drivingMs: number;
  idleMs: number;
  maxKmh: number;
}
interface Trip {
  start: number;
  from: { lng: number; lat: number };
  end: number;
  to: { lng: number; lat: number };
  way: Way;
  /** standing and silence since the last movement: the trip's own only if it goes on */
  tail: Way;
}

export interface JourneyState {
  stay: Standing | null;
  /** the open stay was told as a fact */
  told: boolean;
  trip: Trip | null;
  /** the trip as it was when the present stay began: it ends there if the stay lasts */
  atStay: Trip | null;
}

/** Shortest stay that becomes a row; reports show longer ones by their own setting (parkingDuration). */
const minStayMs = 3 * 60_000;
const noWay: Way = { mileageM: 0, gapMileageM: 0, drivingMs: 0, idleMs: 0, maxKmh: 0 };

export interface JourneySettings {
  parkingMs: number;
  parkingFine: boolean;
  tripGapMs: number;
  tripMinMileageM: number;
  tripMinMs: number;
}
export const journeyDefaults: JourneySettings = { ...kernelDefaults, parkingMs: minStayMs };

const travels = (segment: Segment<Fix>): boolean =>
  segment.state === 'moving' || (segment.state === 'noData' && segment.displaced);

function plus(a: Way, b: Way): Way {
  return {
    mileageM: a.mileageM + b.mileageM,
    gapMileageM: a.gapMileageM + b.gapMileageM,
    drivingMs: a.drivingMs + b.drivingMs,
    idleMs: a.idleMs + b.idleMs,
    maxKmh: Math.max(a.maxKmh, b.maxKmh),
  };
}

function wayOf(segment: Segment<Fix>): Way {
  const ms = segment.end - segment.start;
  return {
    mileageM: segment.mileageM,
    gapMileageM: segment.gap ? segment.mileageM : 0,
    drivingMs: segment.state === 'moving' ? ms : 0,
    idleMs: segment.state === 'idle' ? ms : 0,
    maxKmh: Math.max(segment.from?.speedKmh ?? 0, segment.to?.speedKmh ?? 0),
  };
}

const place = ({ lng, lat }: { lng: number; lat: number }) => ({ lng, lat });

function tripOn(trip: Trip | null, segment: Segment<Fix>): Trip | null {
  const way = wayOf(segment);
  if (!travels(segment)) return trip && { ...trip, tail: plus(trip.tail, way) };
  const { from, to } = segment;
  if (!from || !to) return trip;
  if (!trip) return { start: segment.start, from: place(from), end: segment.end, to: place(to), way, tail: noWay };
  const before = trip.tail === noWay ? trip.way : plus(trip.way, trip.tail);
  return { start: trip.start, from: trip.from, end: segment.end, to: place(to), way: plus(before, way), tail: noWay };
}

function tripFact(trip: Trip, settings: JourneySettings, open: boolean): Fact | null {
  const { way } = trip;
  if (way.mileageM < settings.tripMinMileageM || trip.end - trip.start < settings.tripMinMs) return null;
  return fact('trip', '', { start: trip.start, end: open ? null : trip.end }, trip.from, {
    peak: way.maxKmh,
    values: {
      endLng: trip.to.lng,
      endLat: trip.to.lat,
      mileageM: round(way.mileageM),
      gapMileageM: round(way.gapMileageM),
      drivingMs: way.drivingMs,
      idleMs: way.idleMs,
      avgSpeedKmh: round(avgSpeedOf(way.mileageM - way.gapMileageM, way.drivingMs) ?? 0),
    },
  });
}

const round = (value: number): number => Math.round(value * 10) / 10;

function stayFact(stay: Standing, open: boolean, around: Pick<Surroundings, 'shapes'> | null): Fact {
  const at = placeOf(stay);
  const site = around ? siteOf(at, around) : null;
  return fact('stay', '', { start: stay.start, end: open ? null : stay.end }, at, {
    placeId: site,
    values: { accOffMs: stay.accOffMs, idleMs: stay.idleMs },
  });
}

/** 所在站点: the site that a stay lies in, or is within 300 m of (K5). */
function siteOf(at: { lng: number; lat: number }, { shapes }: Pick<Surroundings, 'shapes'>): string | null {
  const near = shapes.near(at.lng, at.lat).filter((p) => p.kind === 'site');
  const inside = near.find((p) => shapes.inSite(at.lng, at.lat, [p.placeId], 0));
  return (inside ?? near.find((p) => shapes.inSite(at.lng, at.lat, [p.placeId], 300)))?.placeId ?? null;
}

/** K5 and K6: stays and what lies between long ones. Equal to `staysOf` and `tripsOf` over the same segments. */
export const journey: Detector<JourneyState, JourneySettings> = {
  start: { stay: null, told: false, trip: null, atStay: null },
  step(before, sample, settings, around) {
    if (sample.segments.length === 0) return { state: before, facts: noFacts };
    let state = before;
    const facts: Fact[] = [];
    for (const segment of sample.segments) state = further(state, segment, settings, around, facts);
    return { state, facts };
  },
  running({ stay, trip }, settings) {
    const facts: Fact[] = [];
    if (stay && stay.end - stay.start >= settings.parkingMs) facts.push(stayFact(stay, stay.away === null, null));
    const running = trip && tripFact(trip, settings, true);
    if (running) facts.push(running);
    return facts;
  },
};

function further(
  before: JourneyState,
  segment: Segment<Fix>,
  settings: JourneySettings,
  around: Surroundings,
  facts: Fact[],
): JourneyState {
  const { now, ended } = standingStep(before.stay, segment, settings.parkingFine);
  let { trip, atStay, told } = before;
  if (ended) {
    if (ended.end - ended.start >= settings.parkingMs) facts.push(stayFact(ended, false, around));
    told = false;
    atStay = null;
  }
  const began = now !== null && (before.stay === null || ended !== null);
  if (began) atStay = trip;
  trip = tripOn(trip, segment);
  if (now && now.away === null) {
    const long = now.end - now.start;
    if (long >= settings.parkingMs && !told) {
      facts.push(stayFact(now, true, around));
      told = true;
    }
    if (long >= settings.tripGapMs) {
      // the trip ended where the stay began; hops inside the stay are no trips
      const done = atStay && tripFact(atStay, settings, false);
      if (done) facts.push(done);
      atStay = null;
      trip = null;
    }
  }
  return { stay: now, told, trip, atStay };
}
