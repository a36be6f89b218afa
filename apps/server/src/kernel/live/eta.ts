import { minuteMs } from '@tongda/contract/core/durations';

/** A stop ahead, for the expected arrival (ETA); WGS-84 degrees, minutes of service. */
export interface EtaStop {
  stopId: string;
  lng: number;
  lat: number;
  serviceMin: number;
}
export interface EtaInput {
  now: number;
  /** where the truck is, WGS-84 */
  lng: number;
  lat: number;
  /** mean of the moving fixes of the last 30 minutes; null: it did not move */
  recentKmh: number | null;
  /** mean of the company's trucks at this hour of the day */
  usualKmh: number;
  /** stops to come, in their order */
  stops: readonly EtaStop[];
  /** minutes still to stand at the stop where it is now */
  restOfServiceMin?: number;
}

/** Roads are taken to be so many times longer than the straight line. */
const roadFactor = 1.3;
const [recentShare, usualShare] = [0.6, 0.4];
const [slowestKmh, fastestKmh] = [20, 90];
/** A driver rests so long after each so many hours of driving. */
const restMin = 20;
const restAfterMin = 240;

/** The speed assumed for the rest of the way, km/h: 60 % of the recent and 40 % of the usual speed, between 20 and 90. */
export function etaSpeedKmh(recentKmh: number | null, usualKmh: number): number {
  const speed = recentKmh === null ? usualKmh : recentShare * recentKmh + usualShare * usualKmh;
  return Math.min(fastestKmh, Math.max(slowestKmh, speed));
}

type Distance = (lngA: number, latA: number, lngB: number, latB: number) => number;

/** The expected arrival at each of the stops ahead, epoch ms: driving time, a break of 20 min after every 4 h of driving, and the service at the stops before. */
export function etaOf(input: EtaInput, distanceM: Distance): Array<{ stopId: string; at: number }> {
  const speed = etaSpeedKmh(input.recentKmh, input.usualKmh);
  let [lng, lat] = [input.lng, input.lat];
  let driving = 0;
  let standing = input.restOfServiceMin ?? 0;
  return input.stops.map((stop) => {
    const km = (distanceM(lng, lat, stop.lng, stop.lat) * roadFactor) / 1000;
    driving += (km / speed) * 60;
    const rest = Math.floor(driving / restAfterMin) * restMin;
    const at = input.now + Math.round((driving + standing + rest) * minuteMs);
    standing += stop.serviceMin;
    [lng, lat] = [stop.lng, stop.lat];
    return { stopId: stop.stopId, at };
  });
}

/** Mean of the fixes at which the truck moved, km/h. */
export function meanMovingSpeedKmh(fixes: ReadonlyArray<{ speedKmh: number | null; located: boolean }>): number | null {
  const moving = fixes.flatMap(({ speedKmh, located }) =>
    located && speedKmh !== null && speedKmh > 5 ? [speedKmh] : [],
  );
  return moving.length === 0 ? null : moving.reduce((sum, kmh) => sum + kmh, 0) / moving.length;
}
