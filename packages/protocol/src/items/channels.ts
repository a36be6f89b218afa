/**
 * Sensor readings of one report in the units of this product, whatever items the maker used. A channel that was not reported is undefined, a broken
 * or missing probe is null. Arrays are indexed by channel number - 1.
 */
export interface Channels {
  /** ℃, 1 decimal. */
  tempC?: Array<number | null>;
  /** %RH, 1 decimal. */
  humPct?: Array<number | null>;
  /** Litres, 1 decimal. */
  fuelL?: Array<number | null>;
  /** Carbon dioxide, ppm. */
  co2Ppm?: Array<number | null>;
  /** true = open; doors 1-5. */
  doorOpen?: Array<boolean | null>;
  /** External (vehicle) voltage, V. */
  extVoltageV?: number;
  /** Internal battery, V and %. */
  battVoltageV?: number;
  battPct?: number;
  /** The internal battery is being charged. */
  charging?: boolean;
  /** Radio strength as sent, 0-31 or 0-100 by maker. */
  signal?: number;
  satellites?: number;
  /** Speed of the driving recorder (wheel pulses), km/h. */
  recorderSpeedKmh?: number;
  /** Refrigeration unit running, where the profile says so. */
  reeferOn?: boolean;
}

/** The readings of one report's items, and the items that have no meaning here. */
export interface Mapped {
  channels: Channels;
  /** Terminal odometer, metres; null without item 0x01. */
  odometerM: number | null;
  /** Hex of `id len data …` of the items that mean nothing here; null when there are none. */
  rawItems: string | null;
}
