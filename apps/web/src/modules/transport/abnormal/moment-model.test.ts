import { expect, test } from 'vitest';
import { doorSpans, momentChart, probesThatRead } from './moment-model';

const minute = 60_000;
const point = (min: number, speedKmh: number, tempC: Array<number | null>, openDoors: number[] = []) => ({
  t: min * minute,
  lng: 121,
  lat: 31,
  speedKmh,
  acc: true,
  tempC,
  openDoors,
});
const probes = [
  { channel: 1, name: '前区', lower: -22, upper: -18 },
  { channel: 2, name: '后区', lower: -22, upper: -18 },
];

test('lines run over the hour, temperatures in their own range, a silent probe has none', () => {
  const chart = momentChart({
    points: [point(0, 60, [-18.5, null]), point(30, 0, [-9.8, null]), point(60, 75, [-12, null])],
    probes,
    from: 0,
    to: 60 * minute,
  });
  expect(chart.speedMax).toBe(80);
  expect(chart.tempRange).toEqual([-21, -7]);
  expect(chart.temps.map(({ name }) => name)).toEqual(['前区']);
  expect(chart.x(0)).toBe(34);
  expect(chart.x(60 * minute)).toBe(566);
  expect(chart.speed.path).toBe('M34.0 39.5L300.0 134.0L566.0 15.9');
});

test('a hole in the readings is a hole in the line', () => {
  const { temps } = momentChart({
    points: [point(0, 0, [2]), point(1, 0, [null]), point(2, 0, [4])],
    probes,
    from: 0,
    to: 2 * minute,
  });
  expect(temps[0]?.path.match(/M/gu)).toHaveLength(2);
});

test('a vehicle whose probes nobody set up shows its readings all the same, by channel', () => {
  const points = [point(0, 50, [null, -9]), point(5, 50, [-20, -9])];
  expect(probesThatRead({ points, probes: [] })).toEqual([
    { channel: 1, name: '探头1' },
    { channel: 2, name: '探头2' },
  ]);
  expect(probesThatRead({ points, probes: probes.slice(1) }).map(({ name }) => name)).toEqual(['探头1', '后区']);
  const { temps } = momentChart({ points, probes: [], from: 0, to: 5 * minute });
  expect(temps.map(({ name }) => name)).toEqual(['探头1', '探头2']);
});

test('doors stand open from the first point that says so to the first that does not', () => {
  const points = [
    point(0, 0, []),
    point(1, 0, [], [1]),
    point(2, 0, [], [1, 2]),
    point(3, 0, []),
    point(4, 0, [], [2]),
  ];
  expect(doorSpans(points)).toEqual([
    { from: minute, to: 3 * minute },
    { from: 4 * minute, to: 4 * minute },
  ]);
  expect(doorSpans([])).toEqual([]);
});
