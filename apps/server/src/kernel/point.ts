import type { SafetyEvent } from '@tongda/contract/core/topics';

/**
 * One stored report of a terminal as the kernel sees it: `t` is the device's clock, `receiveTime` the server's, both epoch ms; positions are
 * WGS-84 degrees. Lists of readings go by channel, the first one at index 0; null is a channel without a reading in this report.
 */
export interface TrackPoint {
  t: number;
  receiveTime: number;
  lng: number;
  lat: number;
  /** null: the report does not know it */
  speedKmh: number | null;
  directionDeg: number | null;
  acc: boolean;
  located: boolean;
  /** the position is that of a mobile base station (K1 lbs): it is shown as such but never used in a calculation; `located` is false then */
  station?: boolean;
  /** 补传: the terminal had kept the report, or it arrived late. */
  late: boolean;
  odometerM: number | null;
  /** the terminal that sent it: odometers of two terminals are never compared. Absent in tests only */
  deviceId?: string | undefined;
  alarmBits: number;
  /** two bits a door from door 1 up: 0 unknown, 1 closed, 2 open. */
  doors: number;
  tempC: ReadonlyArray<number | null>;
  humPct: ReadonlyArray<number | null>;
  fuelL: ReadonlyArray<number | null>;
  /** the rarer channels; absent when whoever read the points did not ask for them */
  extra?: PointExtra | null;
}

/** A point that was read without the rarer channels: what needs them does not compile with it. */
export type PlainPoint = TrackPoint & { extra?: never };
/** A point that was read with the rarer channels; null: its report had none of them. */
export type WholePoint = TrackPoint & { extra: PointExtra | null };

/** Channels without a column of their own (`position.extra`). */
export interface PointExtra {
  extVoltageV?: number;
  battPct?: number;
  /** strength of the mobile network, 0-31 (JT/T 808 item 0x30) */
  signal?: number;
  reeferOn?: boolean;
  /** video alarms of the terminal, the word of item 0x14 (JT/T 1078) */
  videoAlarms?: number;
  /** carbon dioxide by channel, ppm */
  co2Ppm?: ReadonlyArray<number | null>;
  /** tyres by the numbers that the terminal gives them, kPa and ℃ */
  tyreKpa?: ReadonlyArray<number | null>;
  tyreTempC?: ReadonlyArray<number | null>;
  /** of the engine: turns a minute, coolant in ℃, load in per cent; codes of faults */
  engineRpm?: number;
  coolantC?: number;
  engineLoadPct?: number;
  faultCodes?: string;
  /** whom the terminal takes for the driver */
  driverName?: string;
  driverLicence?: string;
  /** active-safety alarms (items 0x64-0x67 and 0x70) */
  safety?: readonly SafetyEvent[];
  /** the reports that the point was merged from, where the terminal sent several in its second */
  reports?: readonly unknown[];
}

/** Of how many reports a point was made. */
export const reportsIn = ({ extra }: Pick<TrackPoint, 'extra'>): number => extra?.reports?.length ?? 1;

/** The part of a point that mileage and motion state need. The live stream keeps the last one of each vehicle. */
export type Fix = Pick<TrackPoint, 't' | 'lng' | 'lat' | 'speedKmh' | 'acc' | 'odometerM' | 'deviceId'>;

/** The fix of a located point. */
export const fixOf = ({ t, lng, lat, speedKmh, acc, odometerM, deviceId }: Fix): Fix => ({
  t,
  lng,
  lat,
  speedKmh,
  acc,
  odometerM,
  deviceId,
});

/** Whether a speed is known and at least as high as `kmh`. */
export const isFast = (speedKmh: number | null | undefined, kmh: number): boolean =>
  speedKmh !== null && speedKmh !== undefined && speedKmh >= kmh;

/** Bits of `position.flags`. Where speed, direction or altitude is not known, its column holds 0. */
export const pointFlag = {
  acc: 1,
  located: 2,
  late: 4,
  jump: 8,
  clockWrong: 16,
  station: 32,
  noSpeed: 64,
  noDirection: 128,
  noAltitude: 256,
} as const;

export const doorState = { unknown: 0, closed: 1, open: 2 } as const;

/** State of door `no` (from 1) in a packed doors word. */
export const doorOf = (doors: number, no: number): number => (doors >> (2 * (no - 1))) & 3;

/** Packs door states (undefined and null = unknown) two bits each, door 1 lowest; at most 7 doors fit the column. */
export function packDoors(open: ReadonlyArray<boolean | null | undefined>): number {
  let word = 0;
  open.slice(0, 7).forEach((state, i) => {
    if (state === null || state === undefined) return;
    word |= (state ? doorState.open : doorState.closed) << (2 * i);
  });
  return word;
}

/** A door that either word calls open is open, one that either knows is known. */
export function joinDoors(a: number, b: number): number {
  let word = 0;
  for (let shift = 0; shift < 16; shift += 2) word |= Math.max((a >> shift) & 3, (b >> shift) & 3) << shift;
  return word;
}

/** The doors of a packed word up to the last one known: true = open, null = unknown. */
export function openDoors(word: number): Array<boolean | null> {
  const open: Array<boolean | null> = [];
  for (let rest = word; rest > 0; rest >>= 2) {
    const state = rest & 3;
    open.push(state === doorState.unknown ? null : state === doorState.open);
  }
  return open;
}
