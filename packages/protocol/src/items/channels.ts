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
  /** Video alarms, the word of item 0x14 (JT/T 1078): bit 0 signal lost, 1 covered, 2 storage, 3 other fault, 4 overcrowded, 5 abnormal driving, 6 storage nearly full. */
  videoAlarms?: number;
  /** Radio strength as sent, 0-31 or 0-100 by maker. */
  signal?: number;
  satellites?: number;
  /** Speed of the driving recorder (wheel pulses), km/h. */
  recorderSpeedKmh?: number;
  /** Refrigeration unit running, where the profile says so. */
  reeferOn?: boolean;
  /** Pressure (kPa) and temperature (℃) of tyres, by the number that the terminal gives them. */
  tyreKpa?: Array<number | null>;
  tyreTempC?: Array<number | null>;
  /** Of the engine, by the vehicle's diagnostic socket or its CAN bus: turns a minute, coolant in ℃, load in per cent. */
  engineRpm?: number;
  coolantC?: number;
  engineLoadPct?: number;
  /** Codes of faults as the reader of the diagnostic socket tells them, `P538F,U029F`. */
  faultCodes?: string;
  /** Whom the terminal takes for the driver. */
  driverName?: string;
  driverLicence?: string;
}

/** Channels by what their values are: numbers of several probes, one number, a state, a text. */
export const listChannels = ['tempC', 'humPct', 'fuelL', 'co2Ppm', 'tyreKpa', 'tyreTempC'] as const;
export const numberChannels = [
  'extVoltageV',
  'battVoltageV',
  'battPct',
  'signal',
  'satellites',
  'recorderSpeedKmh',
  'engineRpm',
  'coolantC',
  'engineLoadPct',
] as const;
export const flagChannels = ['charging', 'reeferOn'] as const;
/** States of several things of a kind. */
export const flagListChannels = ['doorOpen'] as const;
export const textChannels = ['faultCodes', 'driverName', 'driverLicence'] as const;

/** The readings of one report's items, and the items that have no meaning here. */
export interface Mapped {
  channels: Channels;
  /** Terminal odometer, metres; null without item 0x01. */
  odometerM: number | null;
  /** Hex of `id len data …` of the items that mean nothing here; null when there are none. */
  rawItems: string | null;
}
