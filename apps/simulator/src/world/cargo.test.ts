import { describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from './calendar';
import type { UnitFailure } from './cargo';
import { simulateVehicle } from './simulate';
import { monday, pointsOf, vehicle } from './test-days';

describe('a planted failure of a refrigeration unit', () => {
  it('warms a frozen box past its limit, cools it down again, and changes nothing else', () => {
    const start = monday + 10 * 3_600_000;
    const failure = { vehicleNo: 3, fromMs: start, toMs: start + 40 * 60_000 };
    const [usual, failed] = [[], [failure]].map((failures) =>
      [...simulateVehicle(vehicle(3), monday, monday + dayMs, failures)].flatMap((e) =>
        e.kind === 'point' ? [e.point] : [],
      ),
    );
    if (!usual || !failed) throw new Error('no points');
    expect(failed.map(({ tempC: _tempC, reeferOn: _on, ...rest }) => rest)).toEqual(
      usual.map(({ tempC: _tempC, reeferOn: _on, ...rest }) => rest),
    );
    const rear = (at: number) => failed.filter((p) => p.timeMs <= at).at(-1)?.tempC[1] ?? 0;
    expect(rear(start + 12 * 60_000)).toBeLessThan(-12);
    expect(rear(start + 24 * 60_000)).toBeGreaterThan(-12);
    expect(rear(failure.toMs + 15 * 60_000)).toBeLessThan(-12);
    const off = failed.filter((p) => p.reeferOn === false).map((p) => p.timeMs);
    expect(Math.min(...off)).toBeGreaterThanOrEqual(failure.fromMs);
    expect(Math.max(...off)).toBeLessThan(failure.toMs);
    expect(failed.filter((p) => p.timeMs < start)).toEqual(usual.filter((p) => p.timeMs < start));
  });
});

describe('cold box', () => {
  it('gets warm behind closed doors while its unit runs without gas', () => {
    const warm = pointsOf(vehicle(2), monday, monday + dayMs).filter(
      (p) => (p.tempC[1] ?? -99) > -12 && p.speedKmh > 0,
    );
    expect(warm.length).toBeGreaterThan(20);
    expect(warm.every(({ reeferOn, doors }) => reeferOn === true && doors === 0)).toBe(true);
  });

  it('gets warm while the heater of a defrost is stuck for less than half an hour', () => {
    const points = pointsOf(vehicle(21), monday, monday + dayMs);
    const warm = points.filter((p) => (p.tempC[1] ?? -99) > -12);
    const [first, last] = [warm[0]?.timeMs ?? 0, warm.at(-1)?.timeMs ?? 0];
    expect(last - first).toBeGreaterThan(12 * minuteMs);
    const around = points.filter(({ timeMs }) => timeMs > first - 10 * minuteMs && timeMs <= last);
    expect(around.every(({ reeferOn, doors }) => reeferOn === true && doors === 0)).toBe(true);
    // the unit blows air that is warmer than what comes back
    const heated = points.filter(
      ({ timeMs, tempC: [, , back, supply] }) =>
        (supply ?? 0) - (back ?? 0) > 2 && timeMs > first - 40 * minuteMs && timeMs < last + 40 * minuteMs,
    );
    const heatedMs = (heated.at(-1)?.timeMs ?? 0) - (heated[0]?.timeMs ?? 0);
    expect(heatedMs).toBeGreaterThan(20 * minuteMs);
    expect(heatedMs).toBeLessThan(30 * minuteMs);
  });

  it('gets warm by goods that were not cold when they were loaded, while the unit runs', () => {
    const fromMs = monday + 10 * 60 * minuteMs;
    const goods = { vehicleNo: 16, fromMs, toMs: fromMs + 25 * minuteMs, warmGoods: true };
    const after = (failures: readonly UnitFailure[]) =>
      [...simulateVehicle(vehicle(16), fromMs, fromMs + 26 * minuteMs, failures)].flatMap((e) =>
        e.kind === 'point' ? [e.point] : [],
      );
    const [usual, warmed] = [after([]).at(-1), after([goods]).at(-1)];
    expect((warmed?.tempC[1] ?? 0) - (usual?.tempC[1] ?? 0)).toBeGreaterThan(9);
    expect(after([goods]).every(({ reeferOn }) => reeferOn === true)).toBe(true);
  });

  it('looks warm to the probe with a loose contact alone', () => {
    const tuesday = monday + dayMs;
    const warm = pointsOf(vehicle(29), tuesday, tuesday + dayMs).filter((p) => (p.tempC[1] ?? -99) > -12);
    expect(warm.length).toBeGreaterThan(20);
    expect(warm.every(({ tempC: [front, rear] }) => (front ?? 0) < -18 && (rear ?? 0) - (front ?? 0) > 10)).toBe(true);
  });

  it('keeps frozen boxes at −18 or colder most of the time and never above −10 without a story', () => {
    for (const no of [1, 8, 16, 34, 49]) {
      const rear = pointsOf(vehicle(no), monday, monday + 2 * dayMs).flatMap((p) => p.tempC[1] ?? []);
      const inside = rear.filter((t) => t >= -22.7 && t <= -18).length / rear.length;
      expect(inside).toBeGreaterThan(0.8);
      expect(Math.min(...rear)).toBeGreaterThan(-23);
      expect(Math.max(...rear)).toBeLessThan(-10);
    }
  });

  it('keeps chilled boxes between 2 and 8 ℃ without a story', () => {
    for (const no of [12, 22, 26]) {
      const all = pointsOf(vehicle(no), monday, monday + 2 * dayMs).flatMap((p) => p.tempC.filter((t) => t !== null));
      expect(Math.min(...all)).toBeGreaterThan(2);
      expect(Math.max(...all)).toBeLessThan(8);
    }
  });

  it('defrosts three times a day', () => {
    const points = pointsOf(vehicle(35), monday, monday + dayMs);
    const warm = points.map((p) => (p.tempC[1] ?? 0) > -19.5);
    const rises = warm.filter((w, i) => w && !warm[i - 1]).length;
    expect(rises).toBe(3);
  });
});
