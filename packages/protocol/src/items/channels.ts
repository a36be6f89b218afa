/** Canonical sensor channels that every maker's items are mapped to. An absent channel is undefined, a broken probe null. Arrays are indexed by channel - 1. */
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
  /** Radio strength as sent, 0-31 or 0-100 by maker. */
  signal?: number;
  satellites?: number;
  /** Speed of the driving recorder (wheel pulses), km/h. */
  recorderSpeedKmh?: number;
  /** Refrigeration unit running, where the profile says so. */
  reeferOn?: boolean;
}

/** What the items of one report say. */
export interface Mapped {
  channels: Channels;
  /** Terminal odometer, metres; null without item 0x01. */
  odometerM: number | null;
  /** Hex of `id len data …` of the items that mean nothing here; null when there are none. */
  rawItems: string | null;
}
