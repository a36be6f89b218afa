import { minuteMs } from '@tongda/contract/core/durations';
import type { TrackPoint } from '../point';
import { validTempC } from './figures';

/** Pre-cooling state (coolerStatus) of a trip that has not departed yet. */
export const coolerState = { running: 0, done: 1, stopped: 2 } as const;

/** The box has reached its setpoint when it stays within so many ℃ of it for so long; the unit counts as stopped when it is off for longer than `offMs`. */
const nearC = 2;
const steadyMs = 10 * minuteMs;
const offMs = 10 * minuteMs;

type Point = Pick<TrackPoint, 't' | 'tempC' | 'extra'>;
const boxOf = ({ tempC }: Point): number | null => {
  const values = tempC.map(validTempC).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
};

/**
 * Pre-cooling by the reports before loading, oldest first: cooled when the box stays within 2 ℃ of the setpoint for ten minutes, stopped when the
 * unit says that it is off for more than ten, running otherwise; null without any temperature.
 */
export function coolerStatusOf(points: readonly Point[], setTempC: number): number | null {
  let known = false;
  let nearSince: number | null = null;
  let offSince: number | null = null;
  let [steady, off] = [false, false];
  for (const point of points) {
    const box = boxOf(point);
    if (box !== null) {
      known = true;
      nearSince = Math.abs(box - setTempC) <= nearC ? (nearSince ?? point.t) : null;
    }
    steady = nearSince !== null && point.t - nearSince >= steadyMs;
    const on = point.extra?.reeferOn;
    if (on !== undefined) offSince = on ? null : (offSince ?? point.t);
    off = offSince !== null && point.t - offSince > offMs;
  }
  if (!known) return null;
  if (off) return coolerState.stopped;
  return steady ? coolerState.done : coolerState.running;
}
