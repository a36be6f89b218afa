import { afterAll, beforeAll, expect, test } from 'vitest';
import { readingTruck } from '../../../test/reading-kit';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('K17: 2, 4, 9, 5 ℃ every ten minutes are 5.0 ℃ in the mean, 5.41 MKT, 75 % within 2-8 ℃', async () => {
  const { ask } = await readingTruck(app, '均温公司', [
    [0, 2],
    [10, 4],
    [20, 9],
    [30, 5],
  ]);
  const [max, min] = [
    [9, '2026-03-01 00:20:00'],
    [2, '2026-03-01 00:00:00'],
  ];
  expect((await ask('temHum/totals')).data.stat).toMatchObject([
    {
      ...{
        probe: '后仓',
        limits: '2 ~ 8',
        max: max[0],
        maxTime: max[1],
        min: min[0],
        minTime: min[1],
        avg: 5,
        mkt: 5.41,
      },
      ...{ passRate: 75, overMin: 10, completeRate: 2.8 },
    },
  ]);
  const stricter = await ask('temHum/totals', { upper: 4 });
  expect(stricter.data.stat).toMatchObject([{ limits: ' ~ 4', passRate: 50, overMin: 20 }]);
});

test('a row every interval with the last reading in it; one without is missing, over-limit readings are named', async () => {
  const { ask } = await readingTruck(app, '间隔公司', [
    [1, 5],
    [9, 6],
    [12, 85],
    [35, 9, true],
    [39, 8.5, true],
  ]);
  const { list, total } = (await ask('temHum/list')).data;
  expect(total).toBe(144);
  expect(list.slice(0, 4).map(({ time, tem1, data, over, doors }) => [time, tem1, data, over, doors])).toEqual([
    ['2026-03-01 00:10:00', 6, 'real', [], '关'],
    ['2026-03-01 00:20:00', null, 'real', [], '关'],
    ['2026-03-01 00:30:00', null, 'none', [], ''],
    ['2026-03-01 00:40:00', 8.5, 'real', ['tem1'], '后门开'],
  ]);
  expect((await ask('temHum/list', { temTimeInterval: '0' })).data.total).toBe(5);
  expect((await ask('temHum/list', { onlyOver: true })).data.list).toHaveLength(1);
});
