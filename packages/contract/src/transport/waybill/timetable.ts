import { minuteMs } from '../../core/durations';

/** A stop of a trip with the facts that decide its times. Times epoch ms. */
interface TimedPoint {
  lng: number | null;
  lat: number | null;
  windowStart: number | null;
  serviceMin: number;
}

interface Timetable {
  /** arrival and departure at each point; a vehicle that is early waits for the window */
  times: Array<{ arrive: number; leave: number }>;
  distanceM: number;
  /** longest drive between two stops, and the whole work, minutes */
  driveMin: number;
  workMin: number;
}

/**
 * Assumptions (transport.md 6): a road is `roadFactor` times the straight line, a loaded truck averages `speedKmh`, a driver rests `restMin` after each
 * `restEveryMin` of driving, and the way to or from a place without coordinates takes `unknownMin`.
 */
export const travel = { roadFactor: 1.3, speedKmh: 55, restEveryMin: 240, restMin: 20, unknownMin: 30 } as const;

/**
 * When a vehicle that leaves the first point at `departAt` reaches the others. `metres` is the straight line between two places. Distances to a
 * place without coordinates count as nothing and half an hour.
 */
export function timetableOf(
  points: readonly TimedPoint[],
  departAt: number,
  metres: (lng1: number, lat1: number, lng2: number, lat2: number) => number,
): Timetable {
  const times: Timetable['times'] = [];
  let clock = departAt;
  let distanceM = 0;
  let driven = 0;
  let longest = 0;
  points.forEach((point, i) => {
    const before = points[i - 1];
    if (!before) {
      times.push({ arrive: departAt, leave: departAt });
      return;
    }
    const { lng, lat } = point;
    const known = before.lng !== null && before.lat !== null && lng !== null && lat !== null;
    const road = known ? metres(before.lng ?? 0, before.lat ?? 0, lng, lat) * travel.roadFactor : 0;
    const drive = known ? (road / 1000 / travel.speedKmh) * 60 : travel.unknownMin;
    const rests = Math.floor((driven + drive) / travel.restEveryMin) - Math.floor(driven / travel.restEveryMin);
    driven += drive;
    longest = Math.max(longest, drive);
    distanceM += road;
    clock += (drive + rests * travel.restMin) * minuteMs;
    const arrive = clock;
    clock = Math.max(arrive, point.windowStart ?? arrive) + point.serviceMin * minuteMs;
    times.push({ arrive, leave: clock });
  });
  return {
    times: times.map(({ arrive, leave }) => ({ arrive: Math.round(arrive), leave: Math.round(leave) })),
    distanceM: Math.round(distanceM),
    driveMin: Math.round(longest),
    workMin: Math.round((clock - departAt) / minuteMs),
  };
}
