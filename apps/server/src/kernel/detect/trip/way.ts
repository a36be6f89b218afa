import type { Segment } from '../../motion/segments';
import { avgSpeedOf, higherOf } from '../../motion/trips';
import type { Fix, TrackPoint } from '../../point';
import { validTempC } from '../../temperature/figures';
import { makeFact } from '../fact';
import type { Fact, Sample } from '../types';

/** Sums over a piece of the track, and the lowest and highest reading of all probes in ℃ (null without a reading). */
export interface Way extends Extremes {
  mileageM: number;
  gapMileageM: number;
  drivingMs: number;
  idleMs: number;
  /** null when no report knew its speed */
  maxKmh: number | null;
}
/** A trip while it lasts (K6). Times are epoch ms. */
export interface Trip {
  start: number;
  from: { lng: number; lat: number };
  end: number;
  to: { lng: number; lat: number };
  way: Way;
  /** standing and silence since the last movement: they belong to the trip only if it goes on */
  tail: Way;
  /** litres in the tanks at its ends; null without a sensor */
  oilStartL: number | null;
  oilEndL: number | null;
  /** litres filled in (+) and lost (-) on the way, by the identity of the fact that says so */
  fuelled: Readonly<Record<string, number>>;
}

export const noWay: Way = {
  mileageM: 0,
  gapMileageM: 0,
  drivingMs: 0,
  idleMs: 0,
  maxKmh: null,
  minC: null,
  maxC: null,
};

const lowerOf = (a: number | null, b: number | null): number | null => (a === null || (b !== null && b < a) ? b : a);

export function addWays(a: Way, b: Way): Way {
  return {
    mileageM: a.mileageM + b.mileageM,
    gapMileageM: a.gapMileageM + b.gapMileageM,
    drivingMs: a.drivingMs + b.drivingMs,
    idleMs: a.idleMs + b.idleMs,
    maxKmh: higherOf(a.maxKmh, b.maxKmh),
    minC: lowerOf(a.minC, b.minC),
    maxC: higherOf(a.maxC, b.maxC),
  };
}

/** Lowest and highest reading of all probes. */
export interface Extremes {
  minC: number | null;
  maxC: number | null;
}
/** The extremes of `known` and of one more report. */
export function extremesOf({ tempC }: Pick<TrackPoint, 'tempC'>, known: Extremes | null): Extremes {
  let [minC, maxC] = known ? [known.minC, known.maxC] : [null, null];
  for (let i = 0; i < tempC.length; i++) {
    const value = validTempC(tempC[i]);
    if (value === null) continue;
    if (minC === null || value < minC) minC = value;
    if (maxC === null || value > maxC) maxC = value;
  }
  return { minC, maxC };
}

/** The sums with one more segment, and the temperatures that were read since the last one. */
export function addSegment(way: Way, segment: Segment<Fix>, { minC, maxC }: Extremes): Way {
  const ms = segment.end - segment.start;
  return {
    mileageM: way.mileageM + segment.mileageM,
    gapMileageM: way.gapMileageM + (segment.gap ? segment.mileageM : 0),
    drivingMs: way.drivingMs + (segment.state === 'moving' ? ms : 0),
    idleMs: way.idleMs + (segment.state === 'idle' ? ms : 0),
    maxKmh: higherOf(higherOf(way.maxKmh, segment.from?.speedKmh), segment.to?.speedKmh),
    minC: lowerOf(way.minC, minC),
    maxC: higherOf(way.maxC, maxC),
  };
}

/** The sums of a trip that continues: they include the standing since its last movement. */
export const wayWithTail = ({ way, tail }: Trip): Way => (isNothing(tail) ? way : addWays(way, tail));
const isNothing = ({ mileageM, drivingMs, idleMs, maxKmh, minC }: Way): boolean =>
  mileageM === 0 && drivingMs === 0 && idleMs === 0 && maxKmh === null && minC === null;

/** The trip extended to a new end, with its sums and the litres there. */
export const extendTrip = (
  { start, from, oilStartL, fuelled }: Trip,
  end: number,
  to: { lng: number; lat: number },
  way: Way,
  oilEndL: number | null,
): Trip => ({ start, from, end, to, way, tail: noWay, oilStartL, oilEndL, fuelled });

const signs: Partial<Record<Fact['kind'], 1 | -1>> = { refuel: 1, fuelDrop: -1, fuelWaste: -1 };

/** Notes refuelling and losses during the trip from the facts of a report; a fact that is given again replaces its earlier amount. */
export function addFuelFacts(trip: Trip, { facts }: Pick<Sample, 'facts'>): Trip {
  let { fuelled } = trip;
  for (const { kind, subject, start, values } of facts) {
    const sign = signs[kind];
    if (sign && start >= trip.start)
      fuelled = { ...fuelled, [`${kind} ${subject} ${start}`]: sign * Number(values.litres) };
  }
  return fuelled === trip.fuelled ? trip : { ...trip, fuelled };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Litres used (K10): level at the start - level at the end + filled in - lost; null without a fuel sensor. */
export function oilUsedL({ oilStartL, oilEndL, fuelled }: Trip): number | null {
  if (oilStartL === null || oilEndL === null) return null;
  return round(Object.values(fuelled).reduce((sum, litres) => sum + litres, oilStartL - oilEndL));
}

/** The trip as a fact; null when it is too short in distance or time. `by` tells how trips are separated (gap, power or site). */
export function tripFactOf(
  trip: Trip,
  least: { mileageM: number; ms: number },
  open: boolean,
  by: string,
): Fact | null {
  const { way } = trip;
  if (way.mileageM < least.mileageM || trip.end - trip.start < least.ms) return null;
  return makeFact('trip', '', { start: trip.start, end: open ? null : trip.end }, trip.from, {
    peak: way.maxKmh,
    values: {
      endLng: trip.to.lng,
      endLat: trip.to.lat,
      mileageM: round(way.mileageM),
      gapMileageM: round(way.gapMileageM),
      drivingMs: way.drivingMs,
      idleMs: way.idleMs,
      avgSpeedKmh: round(avgSpeedOf(way.mileageM - way.gapMileageM, way.drivingMs) ?? 0),
      oilL: oilUsedL(trip),
      tempMinC: way.minC,
      tempMaxC: way.maxC,
      by,
    },
  });
}
