/** A whole row of `position`: a report as the terminal sent it. Times are epoch ms, positions WGS-84 degrees. */
export interface StoredPoint {
  /** ids as decimal text */
  deviceId: string;
  vehicleId: string | null;
  clientId: string;
  t: number;
  receiveTime: number;
  lng: number;
  lat: number;
  altitudeM: number;
  /** 4-byte float, like the sensor channels */
  speedKmh: number;
  directionDeg: number;
  /** bit 0 acc, 1 located, 2 late, 3 jump, 4 clock wrong, 5 base station, 6-8 speed, direction, altitude not known */
  flags: number;
  odometerM: number | null;
  alarmBits: number;
  statusBits: number;
  tempC: Channel;
  humPct: Channel;
  fuelL: Channel;
  doors: number | null;
  extra: Extra;
  /** hex; null = none */
  rawItems: string | null;
}

export type Channel = ReadonlyArray<number | null> | null;
/** channels without a column of their own, by name; most are numbers */
export type Extra = { readonly [key: string]: unknown } | null;

const locatedBit = 2;
const lateBit = 4;
export const cameLate = (point: Pick<StoredPoint, 'flags'>): boolean => (point.flags & lateBit) !== 0;
const noSpeedBit = 64;
const noDirectionBit = 128;
export const isLocated = (point: Pick<StoredPoint, 'flags'>): boolean => (point.flags & locatedBit) !== 0;

/** Speed (km/h) and direction (degrees) of a point; null where its report does not know them. */
export const motionOf = ({
  flags,
  speedKmh,
  directionDeg,
}: Pick<StoredPoint, 'flags' | 'speedKmh' | 'directionDeg'>) => ({
  speedKmh: (flags & noSpeedBit) === 0 ? speedKmh : null,
  directionDeg: (flags & noDirectionBit) === 0 ? directionDeg : null,
});

/** Where a point is stored: the reports of a terminal for one second are one point (same-second.ts). */
export const pointKey = (point: Pick<StoredPoint, 'deviceId' | 't'>): string => `${point.deviceId} ${point.t}`;

/** The position of a point in the order of a track. */
export type Place = Pick<StoredPoint, 't' | 'deviceId'>;

export const comparePoints = (a: Place, b: Place): number =>
  a.t - b.t ||
  a.deviceId.length - b.deviceId.length ||
  (a.deviceId < b.deviceId ? -1 : a.deviceId > b.deviceId ? 1 : 0);

export const isAfterPlace = (point: Place, place: Place): boolean => comparePoints(point, place) > 0;
