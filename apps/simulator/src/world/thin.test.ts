import { describe, expect, it } from 'vitest';
import { demoVehicles } from '../fleet/demo';
import { dayMs, minuteMs } from './calendar';
import type { TerminalEvent, TerminalPoint } from './event';
import { simulateVehicle } from './simulate';
import { canBeThin, thinEvents } from './thin';
import { traitsOf } from './traits';

const monday = Date.parse('2026-11-16T00:00:00+08:00');
const weekOf = (no: number): TerminalEvent[] => {
  const vehicle = demoVehicles[no - 1];
  if (!vehicle) throw new Error(`no vehicle ${no}`);
  return [...simulateVehicle(vehicle, monday, monday + 7 * dayMs)];
};
const pointsOf = (events: readonly TerminalEvent[]): TerminalPoint[] =>
  events.flatMap((e) => (e.kind === 'point' ? [e.point] : []));
/** When doors, ignition, alarms, fix and unit change, and to what. */
const changesOf = (points: readonly TerminalPoint[]): string[] =>
  points.flatMap((p, i) => {
    const said = (one: TerminalPoint): string =>
      JSON.stringify([one.doors, one.acc, one.alarmBits, one.located, one.reeferOn, one.speedKmh > 0, one.sights]);
    const before = points[i - 1];
    return before && said(before) === said(p) ? [] : [`${p.timeMs} ${said(p)}`];
  });

describe('thinEvents', () => {
  it('leaves out the reports that say nothing new, and no change, card or kilometre', () => {
    for (const no of [4, 13, 18, 30, 41, 56, 60]) {
      const whole = weekOf(no);
      const thin = [...thinEvents(whole, Number.POSITIVE_INFINITY)];
      expect(changesOf(pointsOf(thin)), `vehicle ${no}`).toEqual(changesOf(pointsOf(whole)));
      expect(thin.filter((e) => e.kind !== 'point')).toEqual(whole.filter((e) => e.kind !== 'point'));
      expect(pointsOf(thin).length).toBeLessThan(pointsOf(whole).length * 0.5);
      const km = (events: readonly TerminalEvent[]): number => (pointsOf(events).at(-1)?.odometerM ?? 0) / 1000;
      expect(Math.abs(km(thin) - km(whole))).toBeLessThan(2);
    }
  });

  it('is silent for ten minutes at most, less than the gap after which data counts as interrupted while the engine runs', () => {
    const points = pointsOf([...thinEvents(weekOf(13), Number.POSITIVE_INFINITY)]);
    points.forEach((p, i) => {
      const before = points[i - 1];
      if (before) expect(p.timeMs - before.timeMs).toBeLessThanOrEqual((before.acc ? 3 : 10) * minuteMs);
    });
  });

  it('sends everything from the given moment on, whatever was left out before', () => {
    const whole = weekOf(13);
    const from = monday + 5 * dayMs;
    const late = (events: readonly TerminalEvent[]) => events.filter((e) => e.timeMs >= from);
    expect(late([...thinEvents(whole, from)])).toEqual(late(whole));
  });

  it('is not for vehicles whose story lies in single reports', () => {
    const fine = demoVehicles.filter((v) => !canBeThin(traitsOf(v).stories)).map(({ no }) => no);
    expect(fine).toEqual([23, 50]);
  });
});
