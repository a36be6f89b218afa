import type { TerminalPoint } from './event';

/**
 * Where a vehicle is at `timeMs` (epoch ms) between a report and the next one: on the straight line between both, faster or slower in the same measure. Without a
 * fix at either of them it stays where the first one says. Cameras see nothing there.
 */
export function pointBetween(from: TerminalPoint, to: TerminalPoint, timeMs: number): TerminalPoint {
  const { sights: _seen, ...point } = from;
  const span = to.timeMs - from.timeMs;
  const part = span > 0 ? Math.min(1, Math.max(0, (timeMs - from.timeMs) / span)) : 0;
  const at = Math.max(from.timeMs, Math.floor(timeMs / 1000) * 1000);
  if (!from.located || !to.located) return { ...point, timeMs: at };
  const along = (a: number, b: number): number => a + (b - a) * part;
  return {
    ...point,
    timeMs: at,
    lng: along(from.lng, to.lng),
    lat: along(from.lat, to.lat),
    altitudeM: Math.round(along(from.altitudeM, to.altitudeM)),
    speedKmh: Math.round(along(from.speedKmh, to.speedKmh) * 10) / 10,
    odometerM: Math.round(along(from.odometerM, to.odometerM)),
  };
}
