import { expect, it } from 'vitest';
import { pointBetween } from './between';
import type { TerminalPoint } from './event';

const start = Date.UTC(2026, 10, 21, 3);
const from: TerminalPoint = {
  ...{
    timeMs: start,
    lng: 121,
    lat: 31,
    altitudeM: 5,
    speedKmh: 60,
    directionDeg: 90,
    located: true,
    acc: true,
    doors: 0,
  },
  ...{ odometerM: 1_000, fuelL: 100, tempC: [-18], humPct: [], reeferOn: null, extVoltageV: 27, signal: 26 },
  ...{ satellites: 17, alarmBits: 0, sights: [{ item: 0x64, type: 1, level: 1 }] },
};
const to: TerminalPoint = { ...from, timeMs: start + 80_000, lng: 121.02, lat: 31.01, speedKmh: 40, odometerM: 3_000 };

it('a vehicle is on its way between two reports, and its cameras see nothing there', () => {
  const { sights, ...point } = pointBetween(from, to, start + 40_400);
  expect(sights).toBeUndefined();
  expect(point).toMatchObject({ timeMs: start + 40_000, speedKmh: 49.9, odometerM: 2_010 });
  expect(point.lng).toBeCloseTo(121.0101, 4);
  expect(point.lat).toBeCloseTo(31.00505, 5);
});

it('it is no further than the next report, and without a fix where it was', () => {
  expect(pointBetween(from, to, start + 200_000)).toMatchObject({ lng: 121.02, odometerM: 3_000 });
  expect(pointBetween(from, { ...to, located: false }, start + 40_000)).toMatchObject({
    timeMs: start + 40_000,
    lng: 121,
  });
});
