import { expect, test } from 'vitest';
import { type Labelled, labelsOf } from './label-model';
import { inColumns, tableRows } from './temperature-model';

const order = (orderCode: string, ...pieces: number[]): Labelled => ({
  orderCode,
  customerName: '味邻餐饮',
  receiver: '观前店',
  receivePhone: '0512-65221234',
  receiveAddress: '苏州市观前街88号',
  temperatureType: 3,
  tempMin: -25,
  tempMax: -18,
  items: pieces.map((n, i) => ({ cargoName: `货${i + 1}`, packUnit: '箱', pieces: n })),
});

test('one label a piece, numbered through the order; each code once', () => {
  const { labels, left } = labelsOf([order('DD1', 2, 1), order('DD2', 1)], 'piece');
  expect(labels.map(({ code, cargoName, no, of }) => [code, cargoName, `${no}/${of}`])).toEqual([
    ['DD1-001', '货1', '1/3'],
    ['DD1-002', '货1', '2/3'],
    ['DD1-003', '货2', '3/3'],
    ['DD2-001', '货1', '1/1'],
  ]);
  expect(left).toBe(0);
});

test('one label an order, and what a roll does not hold is told', () => {
  expect(labelsOf([order('DD1', 2, 1)], 'order').labels).toMatchObject([{ code: 'DD1', cargoName: '货1、货2', of: 3 }]);
  const { labels, left } = labelsOf([order('DD1', 480), order('DD2', 30)], 'piece');
  expect([labels.length, left, labels.at(-1)?.code]).toEqual([500, 10, 'DD2-020']);
});

test('a temperature table keeps its ends and the warmest and coldest readings, in columns from top to bottom', () => {
  const points = Array.from({ length: 300 }, (_, i) => ({
    time: String(i),
    temps: [i === 101 ? 9 : i === 7 ? -30 : i === 8 ? null : -20],
  }));
  const rows = tableRows(points, 60);
  expect(rows.length).toBeLessThanOrEqual(60);
  expect(rows.map(({ time }) => time)).toEqual(expect.arrayContaining(['0', '7', '101', '299']));
  expect(rows.every(({ temps }) => temps[0] !== null)).toBe(true);
  expect(tableRows(points.slice(0, 9), 60).map(({ time }) => time)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect(inColumns([1, 2, 3, 4, 5], 2)).toEqual([
    [1, 4],
    [2, 5],
    [3, null],
  ]);
});
