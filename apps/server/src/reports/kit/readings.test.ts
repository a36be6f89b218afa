import { dayMs } from '@tongda/contract/core/durations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnswerRow, type Reading, readingDay, readingTruck } from '../../../test/reading-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { wireTime } from '../../core/http/answer/wire-time';
import { isFew } from './readings';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** 5 ℃ from one minute to another (the last not included), every so many minutes. */
const readings = (from: number, until: number, step: number, more: Partial<{ kmh: number; open: boolean }> = {}) =>
  Array.from(
    { length: (until - from) / step },
    (_, i): Reading => [from + i * step, 5, more.open ?? false, more.kmh ?? 0],
  );

test('completeness: a truck that reports less often when parked has missed nothing; an hour of silence on the road is missed', async () => {
  const road = readings(0, 600, 1, { kmh: 60 });
  const night = readings(600, 1440, 5);
  const completeRate = async (name: string, day: readonly Reading[]) => {
    const { ask } = await readingTruck(app, name, day);
    const [figures] = (await ask('temHum/totals')).data.stat as AnswerRow[];
    return figures?.completeRate;
  };
  expect(await completeRate('齐全公司', [...road, ...night])).toBe(100);
  // 60 of 600 + 168 reports
  const silent = road.filter(([minute]) => minute < 300 || minute >= 360);
  expect(await completeRate('缺失公司', [...silent, ...night])).toBe(92.2);
  // a report without a sensible reading is no sample
  const broken = night.map(([minute], i): Reading => [minute, i % 2 === 0 ? 85 : 5]);
  expect(await completeRate('探头公司', [...road, ...broken])).toBe(89.1);
  expect(await completeRate('空白公司', [])).toBe(0);
});

test('curves break at gaps, doors and silences stand beside them; several vehicles have a lane each and no common gaps', async () => {
  const { ask, vehicle } = await readingTruck(app, '曲线公司', [
    ...readings(60, 101, 1),
    ...readings(101, 110, 1, { open: true }),
    ...readings(110, 120, 1),
    ...readings(160, 200, 1),
  ]);
  const curveOf = async (vehicleIds: string[]) =>
    (await ask('temHum/curve', { vehicleIds })).data as unknown as {
      lanes: Array<{ series: Array<{ points: Array<[number, number | null, number]> }> }>;
      strips: AnswerRow[];
      gaps: Array<{ from: number; until: number }>;
    };
  const curve = await curveOf([vehicle.vehicleId]);
  expect(curve.lanes[0]?.series[0]?.points.filter(([, value]) => value === null)).toHaveLength(1);
  const minutes = (ms: number): number => (ms - readingDay) / 60_000;
  expect(curve.gaps.map(({ from, until }) => [minutes(from), minutes(until)]).slice(0, 2)).toEqual([
    [0, 60],
    [119, 160],
  ]);
  const span = { from: readingDay + 101 * 60_000, until: readingDay + 110 * 60_000 };
  expect(curve.strips.filter(({ tone }) => tone === 'door')).toEqual([{ name: '后门', tone: 'door', spans: [span] }]);
  // it never moved: one stay over the whole time that is known
  expect(curve.strips.filter(({ tone }) => tone === 'stay')).toMatchObject([{ name: '停靠', spans: [{ word: '1' }] }]);
  const two = await curveOf([vehicle.vehicleId, vehicle.vehicleId]);
  expect([two.lanes.length, two.gaps.length]).toEqual([2, 0]);
});

test('a vehicle without a probe, none, too many and one of another company are refused', async () => {
  const { ask, vehicle } = await readingTruck(app, '拒绝公司', []);
  const bare = await makeVehicle(app.database, '拒绝公司');
  expect(await ask('temHum/list', { vehicleIds: [bare.vehicleId] })).toMatchObject({
    code: 4011,
    msg: expect.stringContaining('所选车辆未安装温度探头'),
  });
  expect(await ask('temHum/list', { vehicleIds: [] })).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'vehicleIds', msg: '请选择车辆' }] },
  });
  const many = Array.from({ length: 21 }, (_, i) => String(i + 1));
  expect(await ask('temHum/list', { vehicleIds: many })).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'vehicleIds' }] },
  });
  // five vehicles make rows, but no curves that anybody could read; of 155 days of vehicles every report is in a file only, and is refused before it is read
  const five = Array.from({ length: 5 }, () => vehicle.vehicleId);
  expect((await ask('temHum/list', { vehicleIds: five })).code).toBe(200);
  expect(await ask('temHum/curve', { vehicleIds: five })).toMatchObject({
    data: { errors: [{ field: 'vehicleIds', msg: '曲线最多对比4辆车' }] },
  });
  expect(
    await ask('temHum/list', { vehicleIds: five, temTimeInterval: '0', endTime: '2026-03-31 23:59:59' }),
  ).toMatchObject({
    data: { errors: [{ field: 'endTime', msg: expect.stringContaining('导出文件不受此限') }] },
  });
  const other = await readingTruck(app, '别家曲线公司', []);
  expect((await ask('temHum/curve', { vehicleIds: [other.vehicle.vehicleId] })).code).toBe(4004);
});

test('a vehicle whose service had ended before the range is refused, and its last day is answered', async () => {
  const { ask, vehicle } = await readingTruck(app, '到期公司', readings(60, 120, 1));
  const endOn = (day: string) =>
    app.database.systemDb
      .updateTable('vehicle')
      .set({ service_end: day })
      .where('id', '=', vehicle.vehicleId)
      .execute();
  const dayOf = (ms: number): string => wireTime(ms, 'Asia/Shanghai').slice(0, 10);
  await endOn(dayOf(readingDay - dayMs));
  expect(await ask('temHum/list', { vehicleIds: [vehicle.vehicleId] })).toMatchObject({
    code: 4011,
    msg: expect.stringMatching(/的服务已于\d{4}-\d{2}-\d{2}到期，仅可查询到期前数据$/u),
  });
  await endOn(dayOf(readingDay));
  expect((await ask('temHum/list', { vehicleIds: [vehicle.vehicleId] })).code).toBe(200);
});

test('days that have not come hold no readings: they do not count among those of a question', () => {
  const vehicleIds = Array.from({ length: 20 }, (_, i) => String(i + 1));
  const from = Date.now() - 5 * dayMs;
  expect(isFew({ vehicleIds, from, until: Date.now() + 20 * dayMs })).toBe(true);
  expect(isFew({ vehicleIds, from: from - 3 * dayMs, until: Date.now() + 20 * dayMs })).toBe(false);
  // it begins tomorrow
  expect(isFew({ vehicleIds, from: Date.now() + dayMs, until: Date.now() + 20 * dayMs })).toBe(true);
});
