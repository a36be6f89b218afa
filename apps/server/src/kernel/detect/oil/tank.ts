import { hourMs, minuteMs } from '@tongda/contract/core/durations';

/** Levels of the last half hour are kept, one for every two minutes, ms. */
export const windowMs = 30 * minuteMs;
export const thinMs = 2 * minuteMs;

/** Thresholds of one tank at one moment (K10): litres and percent of its capacity, whichever is more. */
export interface OilSettings {
  riseL: number;
  risePercent: number;
  dropL: number;
  dropPercent: number;
  /** consumption of the idling engine, litres per hour */
  idleLPerH: number;
  /** usual consumption on the road, litres per 100 km; three times as much is abnormal */
  refLPer100Km: number;
}
/** The thresholds with the capacity that their percentages refer to; null = not known. */
export interface TankLimits extends OilSettings {
  capacityL: number | null;
}

/** What a tank's level did lately, as far as it matters for finding changes. Litres, times epoch ms. */
export interface Watch {
  /** levels of the last half hour while standing, one for every two minutes: [time, litres] */
  ring: ReadonlyArray<readonly [t: number, litres: number]>;
  /** a rise or drop that is going on */
  change: Change | null;
  /** the last refuelling: another one soon after is added to it */
  refuel: Refuel | null;
  /** levels of the last half hour while driving */
  way: readonly WayPoint[];
  /** the tank is emptying faster than driving explains */
  /** A rise or drop of the level while standing. */
  drain: Drain | null;
}
export interface Change {
  up: boolean;
  start: number;
  before: number;
  /** the extreme level so far, and when it last moved by more than the sensor's noise */
  level: number;
  t: number;
  idleMs: number;
  lng: number | null;
  lat: number | null;
}
export interface Refuel {
  start: number;
  end: number;
  litres: number;
  before: number;
  after: number;
  lng: number | null;
  lat: number | null;
}

/** Level of a tank while driving; metres are counted since the vehicle last stood. */
export type WayPoint = readonly [t: number, litres: number, metres: number];

/** 异常消耗: while driving, the tank empties more than three times as fast as usual (K10). */
export interface Drain {
  start: number;
  before: number;
  fromM: number;
  /** until when it was too fast so far */
  t: number;
  level: number;
  toM: number;
  lng: number | null;
  lat: number | null;
}

/** One tank: the newest readings of its sensor, the level they mean, and what the level did (K10). Litres, ms. */
export interface Tank {
  /** newest readings, litres, for the median */
  last: readonly number[];
  level: number;
  /** the sensor has stopped giving readings; null = it works */
  dead: Dead | null;
  watch: Watch;
}
/** A sensor that gave readings before and gives zero or nonsense now. */
export interface Dead {
  start: number;
  /** how many such readings in a row, up to the number that counts */
  times: number;
  lng: number | null;
  lat: number | null;
}
/** The tanks of a vehicle after the last report. */
export interface FuelState {
  accOnAt: number | null;
  /** metres driven since the vehicle last stood */
  metres: number;
  /** tank 1 at index 0; null = its sensor never gave a reading */
  tanks: ReadonlyArray<Tank | null>;
}
/** Litres of a drop that the idling engine does not explain, one decimal. */
export const dropLitres = (before: number, after: number, idleMs: number, idleLPerH: number): number =>
  Math.round((before - after - (idleMs / hourMs) * idleLPerH) * 10) / 10;

export const riseThresholdL = (capacityL: number | null, s: Pick<OilSettings, 'riseL' | 'risePercent'>): number =>
  Math.max(s.riseL, ((capacityL ?? 0) * s.risePercent) / 100);
export const dropThresholdL = (capacityL: number | null, s: Pick<OilSettings, 'dropL' | 'dropPercent'>): number =>
  Math.max(s.dropL, ((capacityL ?? 0) * s.dropPercent) / 100);

export type Found =
  | { kind: 'refuel'; refuel: Refuel }
  | { kind: 'loss'; change: Change; litres: number; end: number }
  | { kind: 'drain'; drain: Drain; litres: number };
