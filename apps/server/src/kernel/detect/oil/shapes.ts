import { hourMs, minuteMs } from '@tongda/contract/core/durations';

/** A tank's last half hour is kept, one level in two minutes. */
export const windowMs = 30 * minuteMs;
export const thinMs = 2 * minuteMs;

/** Thresholds of one tank at one moment (K10). */
export interface OilSettings {
  riseL: number;
  risePercent: number;
  dropL: number;
  dropPercent: number;
  /** what an idling engine burns */
  idleLPerH: number;
  /** what the vehicle burns on the way; three times as much is abnormal */
  refLPer100Km: number;
}
/** The same with what they are percent of. */
export interface TankLimits extends OilSettings {
  capacityL: number | null;
}

/** What a tank did lately, as far as a change of its level may be told of it: litres, ms. */
export interface Watch {
  /** levels of the last half hour while standing, thinned to one in two minutes: [time, litres] */
  ring: ReadonlyArray<readonly [t: number, litres: number]>;
  /** a change that is going on */
  change: Change | null;
  /** a refuelling that another one may join */
  refuel: Refuel | null;
  /** levels of the last half hour of driving */
  way: readonly WayPoint[];
  /** the tank empties faster than driving explains */
  drain: Drain | null;
}
export interface Change {
  up: boolean;
  start: number;
  before: number;
  /** extreme level so far and when it was last moved by more than the noise */
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

/** Level of a tank on the way: metres since the vehicle last stood. */
export type WayPoint = readonly [t: number, litres: number, metres: number];

/** 异常消耗: while driving the tank empties faster than three times the usual (K10). */
export interface Drain {
  start: number;
  before: number;
  fromM: number;
  /** the last moment until which it was too fast */
  t: number;
  level: number;
  toM: number;
  lng: number | null;
  lat: number | null;
}

/** One tank: its sensor's newest readings, the level they mean, and what the level did (K10); litres, ms. */
export interface Tank {
  /** newest readings, litres, for the median */
  last: readonly number[];
  level: number;
  /** the sensor gives nothing since; null = it works */
  dead: Dead | null;
  watch: Watch;
}
/** A sensor that gave something and gives zero or nonsense now. */
export interface Dead {
  start: number;
  /** readings in a row, as far as it matters */
  times: number;
  lng: number | null;
  lat: number | null;
}
/** The tanks of a vehicle as the last report left them. */
export interface FuelState {
  accOnAt: number | null;
  /** driven since the vehicle last stood */
  metres: number;
  /** from tank 1 up; null = it never said anything */
  tanks: ReadonlyArray<Tank | null>;
}
/** What a drop is beyond the burning of an idling engine. */
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
