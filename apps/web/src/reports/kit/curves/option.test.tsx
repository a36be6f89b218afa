// @vitest-environment jsdom
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { expect, test } from 'vitest';
import { curveOption } from './option';

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
