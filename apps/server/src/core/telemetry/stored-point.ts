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
  /** bit 0 acc, 1 located, 2 late, 3 jump, 4 clock wrong */
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
export const isLocated = (point: Pick<StoredPoint, 'flags'>): boolean => (point.flags & locatedBit) !== 0;

/** The identity of a point: a terminal has one report for each moment. */
export const pointKey = (point: Pick<StoredPoint, 'deviceId' | 't'>): string => `${point.deviceId} ${point.t}`;

/** The position of a point in the order of a track. */
export type Place = Pick<StoredPoint, 't' | 'deviceId'>;

const comparePoints = (a: Place, b: Place): number =>
  a.t - b.t ||
  a.deviceId.length - b.deviceId.length ||
  (a.deviceId < b.deviceId ? -1 : a.deviceId > b.deviceId ? 1 : 0);

export const isAfterPlace = (point: Place, place: Place): boolean => comparePoints(point, place) > 0;

/** Each point once, in the order given; of several the located one is kept, else the first. */
export function uniquePoints(points: readonly StoredPoint[]): readonly StoredPoint[] {
  if (moveForward(points)) return points;
  const byKey = new Map<string, StoredPoint>();
  for (const point of points) {
    const key = pointKey(point);
    const known = byKey.get(key);
    if (!known || (isLocated(point) && !isLocated(known))) byKey.set(key, point);
  }
  return byKey.size === points.length ? points : [...byKey.values()];
}

/** Whether each device's points are in order of time without repetition, as they nearly always are. */
function moveForward(points: readonly StoredPoint[]): boolean {
  const newest = new Map<string, number>();
  let device = '';
  let last = Number.NEGATIVE_INFINITY;
  for (const { deviceId, t } of points) {
    if (deviceId !== device) {
      newest.set(device, last);
      device = deviceId;
      last = newest.get(deviceId) ?? Number.NEGATIVE_INFINITY;
    }
    if (t <= last) return false;
    last = t;
  }
  return true;
}

/** Merges two lists of points into one, in order of time and then device, each point once; of two the one in `first` is kept unless only the other is located. */
export function mergePoints(first: readonly StoredPoint[], later: readonly StoredPoint[]): StoredPoint[] {
  if (first.length === 0 || later.length === 0) return sortPoints(first.length === 0 ? later : first);
  return sortPoints(uniquePoints([...first, ...later]));
}

function sortPoints(points: readonly StoredPoint[]): StoredPoint[] {
  const sorted = points.every((point, i) => i === 0 || comparePoints(points[i - 1] ?? point, point) <= 0);
  return sorted ? [...points] : [...points].sort(comparePoints);
}
