import { describe, expect, it } from 'vitest';
import { mergeSecond } from './same-second';
import type { StoredPoint } from './stored-point';

const point = (speedKmh: number, extra: StoredPoint['extra'], receiveTime = 1_000): StoredPoint => ({
  ...{
    deviceId: '1',
    vehicleId: '2',
    clientId: '3',
    t: 0,
    receiveTime,
    lng: 121.47,
    lat: 31.23,
    altitudeM: 4,
    speedKmh,
  },
  ...{
    directionDeg: 0,
    flags: 3,
    odometerM: null,
    alarmBits: 0,
    statusBits: 3,
    tempC: null,
    humPct: null,
    fuelL: null,
  },
  ...{ doors: null, extra, rawItems: null },
});

const event = (alarmId: number) => ({ item: 0x65, type: 2, level: 1, flag: 0, alarmId, identifier: `A${alarmId}` });
/** What three reports of a second say in one channel, the fastest first, and what their point says. */
const united: ReadonlyArray<[channel: string, says: readonly [unknown, unknown, unknown], point: unknown]> = [
  // bits 0 and 4, and the highest one, which makes a signed word negative
  ['videoAlarms', [1, 1 << 4, 2 ** 31], 2 ** 31 + 17],
  ['videoAlarms', [undefined, 0, 2], 2],
  ['faultCodes', ['P0301', 'P0420,P0301', 'U0100'], 'P0301,P0420,U0100'],
  ['faultCodes', ['P0301 P0420', 'P0301 P0420', undefined], 'P0301 P0420'],
  ['safety', [[event(1)], [event(2), event(1)], [event(3)]], [event(1), event(2), event(3)]],
  [
    'co2Ppm',
    [
      [null, 800],
      [700, 900],
      [undefined, undefined, 600],
    ],
    [700, 800, 600],
  ],
  ['tyreKpa', [[800], [810, null, 790], [null, 805]], [800, 805, 790]],
  ['tyreTempC', [[null], [41], [42, 43]], [41, 43]],
];
/** Channels of one value: the best report's. */
const single: ReadonlyArray<[string, unknown, unknown]> = [
  ['extVoltageV', 27.1, 3],
  ['battPct', 80, 81],
  ['reeferOn', false, true],
  ['driverName', '周立群', '许佳'],
  ['signal', 0, 31],
];

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];
const merged = (points: readonly StoredPoint[]): StoredPoint =>
  points.reduce((known, other) => mergeSecond(known, other));

describe('reports of one second', () => {
  it.each(united)('say in %s what all of them say, in any order: %j', (channel, says, expected) => {
    const points = says.map((value, i) => point(50 - i, value === undefined ? null : { [channel]: value }));
    for (const order of orders) {
      const all = merged([...order, ...order].map((i) => points[i] ?? point(0, null)));
      expect(all.extra?.[channel], String(order)).toEqual(expected);
      expect(all.extra?.reports).toHaveLength(new Set(says.map((value) => JSON.stringify(value))).size === 1 ? 1 : 3);
    }
  });

  it.each(single)('have one %s, that of the best report', (channel, best, other) => {
    const [one, two] = [point(50, { [channel]: best }), point(40, { [channel]: other })];
    expect(mergeSecond(one, two).extra?.[channel]).toEqual(best);
    expect(mergeSecond(two, one).extra?.[channel]).toEqual(best);
    expect(mergeSecond(two, point(60, null)).extra?.[channel]).toEqual(other);
  });

  it('lose no bit, item or code where there are more than are kept', () => {
    const points = Array.from({ length: 104 }, (_, i) =>
      point(1, { videoAlarms: 2 ** (i % 31), faultCodes: `P${i}`, safety: [event(i)], signal: i }, i),
    );
    const { extra } = merged(points);
    expect(extra?.reports).toHaveLength(100);
    expect(extra?.videoAlarms).toBe(2 ** 31 - 1);
    expect(String(extra?.faultCodes).split(',')).toHaveLength(104);
    expect(extra?.safety).toHaveLength(104);
    expect(merged([...points].reverse()).extra).toMatchObject({
      videoAlarms: 2 ** 31 - 1,
      faultCodes: extra?.faultCodes,
    });
  });

  it('are the point itself where they are equal', () => {
    const known = point(50, { videoAlarms: 1 });
    expect(mergeSecond(known, point(50, { videoAlarms: 1 }, 2_000))).toBe(known);
  });
});
