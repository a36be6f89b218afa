import { rateTone } from '@tongda/contract/watch/track/day-figures';
import { describe, expect, it } from 'vitest';
import { deductionsOf, pointsOf, type ScoredAlarms, safetyScoreOf } from './score';

type Told = readonly [alarmType: number, level: 1 | 2, count: number];
const alarmsOf = (told: readonly Told[], night = false): ScoredAlarms[] =>
  told.map(([alarmType, level, count]) => ({ alarmType, level, count, night }));

/** The table of monitor.md 0.3. */
const examples: ReadonlyArray<
  readonly [km: number, told: readonly Told[], points: number, score: number, band: string]
> = [
  [
    250,
    [
      [186, 1, 2],
      [182, 2, 1],
    ],
    22,
    91.2,
    'green',
  ],
  [
    80,
    [
      [187, 1, 3],
      [186, 2, 1],
    ],
    31,
    69,
    'orange',
  ],
  [400, [[180, 1, 20]], 100, 75, 'orange'],
  [
    400,
    [
      [180, 1, 19],
      [189, 1, 1],
    ],
    99,
    75.3,
    'amber',
  ],
  [1000, [[180, 1, 20]], 100, 90, 'green'],
  [
    1000,
    [
      [180, 1, 20],
      [-1, 1, 1],
    ],
    101,
    89.9,
    'amber',
  ],
  [50, [[186, 1, 5]], 40, 60, 'orange'],
  [
    50,
    [
      [186, 1, 5],
      [-1, 1, 1],
    ],
    41,
    59,
    'red',
  ],
  [120, [[186, 2, 10]], 160, 0, 'red'],
  [0, [[188, 1, 1]], 3, 97, 'green'],
  [300, [], 0, 100, 'green'],
];

describe('the alarm score', () => {
  it.each(examples)('of %d km and %j: %d points, %d, %s', (km, told, points, score, band) => {
    const deductions = deductionsOf(alarmsOf(told));
    expect(pointsOf(deductions)).toBe(points);
    expect(safetyScoreOf(km, pointsOf(deductions))).toBe(score);
    expect(rateTone(score)).toBe(band);
  });

  it('is not there for who neither drove nor was warned', () => {
    expect(safetyScoreOf(0, 0)).toBeNull();
  });

  it('rounds half up', () => {
    expect([safetyScoreOf(2000, 21), safetyScoreOf(1000, 1.005), safetyScoreOf(800, 6)]).toEqual([99, 99.9, 99.3]);
  });

  it('tells by type what was taken, most first; what has no weight is 其他', () => {
    const deductions = deductionsOf(
      alarmsOf([
        [188, 1, 2],
        [188, 2, 1],
        [186, 1, 2],
        [999, 1, 1],
        [-1, 1, 1],
      ]),
    );
    expect(deductions).toEqual([
      { alarmType: 186, count: 2, severe: 0, weight: 8, points: 16 },
      { alarmType: 188, count: 3, severe: 1, weight: 3, points: 12 },
      { alarmType: -1, count: 2, severe: 0, weight: 1, points: 2 },
    ]);
    expect(pointsOf(deductions)).toBe(30);
  });

  it('counts an alarm of the night by its factor', () => {
    const alarms = [...alarmsOf([[186, 1, 1]]), ...alarmsOf([[186, 2, 1]], true)];
    expect(pointsOf(deductionsOf(alarms))).toBe(24);
    expect(pointsOf(deductionsOf(alarms, 1.5))).toBe(32);
  });
});
