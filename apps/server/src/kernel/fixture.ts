import type { TrackPoint } from './point';

/** A located point for tests: 08:00 UTC+8 of 1 March 2026 plus `seconds`, at 上海, standing with ACC off unless said otherwise. */
export const testStart = Date.UTC(2026, 2, 1, 0, 0, 0);
/** A distance to the north, given in metres, in degrees of latitude. */
export const degreesNorth = (metres: number): number => (metres / 6_371_008.8) * (180 / Math.PI);

export function makePoint(seconds: number, more: Partial<TrackPoint> & { northM?: number } = {}): TrackPoint {
  const { northM = 0, ...rest } = more;
  const t = testStart + seconds * 1000;
  return {
    t,
    receiveTime: t + 500,
    lng: 121.4737,
    lat: 31.2304 + degreesNorth(northM),
    speedKmh: 0,
    directionDeg: 0,
    acc: false,
    located: true,
    late: false,
    odometerM: null,
    alarmBits: 0,
    doors: 0,
    tempC: [],
    humPct: [],
    fuelL: [],
    ...rest,
  };
}

/** Points every `step` seconds from `from` to `to` (both included). */
export function pointsEvery(
  step: number,
  from: number,
  to: number,
  make: (s: number) => Parameters<typeof makePoint>[1] = () => ({}),
): TrackPoint[] {
  const out: TrackPoint[] = [];
  for (let s = from; s <= to; s += step) out.push(makePoint(s, make(s)));
  return out;
}
