// @vitest-environment jsdom
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { expect, test } from 'vitest';
import { curveOption, readingsAt } from './option';

const lane = (name: string, low: number) => ({
  name,
  unit: '℃',
  series: [
    {
      name: '前部',
      lower: null,
      upper: null,
      points: [[0, low, 0] as [number, number, 0], [60_000, low + 1, 0] as [number, number, 0]],
    },
  ],
});
const answer: CurveAnswer = {
  from: 0,
  until: 60_000,
  lanes: [lane('沪A3F618', -21), lane('沪AF20736', -12_345)],
  strips: [{ name: '沪A3F618 停靠', tone: 'stay', spans: [{ from: 0, until: 60_000 }] }],
  gaps: [],
};

test('lanes and strips of several vehicles lie over each other, whatever their names and scales', () => {
  const { grid } = curveOption(answer, 'light') as { grid: Array<Record<string, unknown>> };
  expect(grid).toHaveLength(3);
  for (const one of grid)
    expect(one).toMatchObject({ left: grid[0]?.left, right: grid[0]?.right, outerBoundsMode: 'none' });
});

test('parts of a trip are shaded behind every lane, and the first one that has room names them', () => {
  const phases = [
    { from: 0, until: 1_000, word: '装货', tone: 'load' as const },
    { from: 1_000, until: 60_000, word: '在途', tone: 'drive' as const },
  ];
  const { series } = curveOption({ ...answer, phases }, 'light') as {
    series: Array<{ markArea?: { data: Array<Array<{ xAxis?: number; name?: string }>> } }>;
  };
  const shaded = series.flatMap(({ markArea }) => (markArea ? [markArea.data.map(([begin]) => begin)] : []));
  expect(shaded).toMatchObject([
    [
      { xAxis: 0, name: '' },
      { xAxis: 1_000, name: '在途' },
    ],
    [
      { xAxis: 0, name: '' },
      { xAxis: 1_000, name: '' },
    ],
  ]);
});

test('a bound that changed is drawn in steps, and what lies over it then is out', () => {
  const series = {
    ...{ name: '速度', lower: null, upper: null },
    steps: [
      [0, 80],
      [30_000, 40],
    ] as Array<[number, number]>,
    points: [
      [0, 60, 0],
      [30_000, 60, 0],
    ] as Array<[number, number, number]>,
  };
  const drive: CurveAnswer = { ...answer, lanes: [{ name: '速度', unit: 'km/h', series: [series] }], strips: [] };
  const { series: drawn } = curveOption(drive, 'light') as { series: Array<{ step?: string; data?: unknown }> };
  expect(drawn.filter(({ step }) => step !== undefined).map(({ step, data }) => [step, data])).toEqual([
    [
      'end',
      [
        [0, 80],
        [30_000, 40],
        [60_000, 40],
      ],
    ],
  ]);
  expect([readingsAt(drive, 10_000)[0]?.out, readingsAt(drive, 40_000)[0]?.out]).toEqual([false, true]);
});
