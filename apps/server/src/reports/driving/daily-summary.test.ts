import { dailyDrivingSummaryReport } from '@tongda/contract/reports/driving/daily-summary';
import { daysOf, tableColumns } from '@tongda/contract/reports/kit/columns';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

interface Row {
  id: string;
  plateNo: string;
  total: number | null;
  average: number | null;
  daysOut: number;
  days: Array<number | null>;
  pending: number[];
}
const base = '/api/report/dailyDrivingSummary';
const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-04 23:59:59' };

async function vehicle(clientId: string, plate: string): Promise<string> {
  const { id } = await app.database.systemDb
    .insertInto('vehicle')
    .values({ client_id: clientId, plate_no: plate })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A finished day; `hours` of data otherwise. */
async function day(
  owner: { clientId: string; vehicleId: string },
  date: string,
  more: { km: number; hours?: number; stays?: number; maxKmh?: number; fuelL?: number; temps?: object[] },
): Promise<void> {
  const hours = more.hours ?? 24;
  await sql`insert into day_summary (vehicle_id, day, client_id, day_from, covered_until, mileage_m, driving_ms, no_data_ms, stays, max_speed_kmh, fuel_used_l, temps)
    values (${owner.vehicleId}, ${date}::date, ${owner.clientId}, ${`${date} 00:00+08`}::timestamptz, ${`${date} 00:00+08`}::timestamptz + ${hours}::int * interval '1 hour',
      ${more.km * 1000}, 3600000, ${hours * 3_600_000 - 3_600_000}, ${more.stays ?? 0}, ${more.maxKmh ?? 0}, ${more.fuelL ?? null}, ${JSON.stringify(more.temps ?? [])}::jsonb)`.execute(
    app.database.systemDb,
  );
}
const channel = (no: number, inRangeMs: number | null, monitoredMs: number) => ({
  channel: no,
  inRangeMs,
  monitoredMs,
});

test('a row a vehicle, a column a day: sums, highest, weighted shares, days on the road, days that still run', async () => {
  const own = await app.company('日报公司');
  const other = await app.company('别的日报公司');
  const [first, second, third] = [
    { clientId: own.clientId, vehicleId: await vehicle(own.clientId, '沪D10001') },
    { clientId: own.clientId, vehicleId: await vehicle(own.clientId, '沪D10002') },
    { clientId: own.clientId, vehicleId: await vehicle(own.clientId, '沪D10003') },
  ];
  const foreign = { clientId: other.clientId, vehicleId: await vehicle(other.clientId, '沪D90001') };
  await day(first, '2026-02-28', { km: 999 });
  await day(first, '2026-03-01', {
    km: 120.24,
    stays: 3,
    maxKmh: 88,
    fuelL: 30.1,
    temps: [channel(1, 3_600_000, 3_600_000), channel(2, null, 9e6)],
  });
  await day(first, '2026-03-03', { km: 0.4, stays: 1, maxKmh: 92, temps: [channel(1, 0, 1_200_000)] });
  await day(second, '2026-03-01', { km: 300 });
  await day(second, '2026-03-04', { km: 10, hours: 9 });
  await sql`insert into dirty_day (vehicle_id, client_id, day, due_at) values (${second.vehicleId}, ${own.clientId}, '2026-03-01', now())`.execute(
    app.database.systemDb,
  );
  await day(foreign, '2026-03-01', { km: 5_000 });
  const page = async (more: object) =>
    (await app.post(`${base}/page`, { ...range, ...more }, own.token)).data as { list: Row[]; total: number };

  const mileage = await page({});
  expect(mileage.total).toBe(3);
  expect(
    mileage.list.map(({ plateNo, days, total, average, daysOut, pending }) => [
      plateNo,
      days,
      total,
      average,
      daysOut,
      pending,
    ]),
  ).toEqual([
    ['沪D10001', [120.2, null, 0.4, null], 120.6, 60.3, 1, []],
    ['沪D10002', [300, null, null, 10], 310, 155, 2, [0, 3]],
    ['沪D10003', [null, null, null, null], null, null, 0, []],
  ]);
  expect((await page({ sort: 'total desc' })).list.map((row) => row.plateNo)).toEqual([
    '沪D10002',
    '沪D10001',
    '沪D10003',
  ]);
  expect((await page({ sort: 'total desc', size: 1, page: 2 })).list.map((row) => row.plateNo)).toEqual(['沪D10001']);
  expect((await page({ metric: 'maxSpeed', keyword: '10001' })).list[0]).toMatchObject({
    days: [88, null, 92, null],
    total: 92,
    average: null,
  });
  expect((await page({ metric: 'parking', keyword: '10001' })).list[0]).toMatchObject({
    days: [3, null, 1, null],
    total: 4,
    average: 2,
  });
  expect((await page({ metric: 'oil', keyword: '10001' })).list[0]).toMatchObject({
    days: [30.1, null, null, null],
    total: 30.1,
  });
  // an hour inside of an hour, then 20 minutes outside: 60 of 80 minutes; channels without limits do not count
  expect((await page({ metric: 'temperature', keyword: '10001' })).list[0]).toMatchObject({
    days: [100, null, 0, null],
    total: 75,
  });

  const totals = async (more: object) => (await app.post(`${base}/totals`, { ...range, ...more }, own.token)).data;
  expect(await totals({})).toEqual({
    rows: 3,
    values: { total: 430.6 },
    days: [420.2, null, 0.4, 10],
    onRoad: [2, 0, 0, 1],
  });
  expect(await totals({ metric: 'temperature' })).toMatchObject({ values: { total: 75 }, days: [100, null, 0, null] });
  expect(third.vehicleId).not.toBe(foreign.vehicleId);
});

test('a range too long or upside down is refused with a sentence that names the field', async () => {
  const own = await app.company('日报校验公司');
  const errors = async (from: string, to: string) =>
    (await app.post(
      `${base}/page`,
      { startTime: `${from} 00:00:00`, endTime: `${to} 23:59:59` },
      own.token,
    )) as unknown;
  expect(await errors('2026-03-01', '2026-04-01')).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'endTime', msg: '查询时间跨度不能超过31天' }] },
  });
  expect(await errors('2026-03-02', '2026-03-01')).toMatchObject({
    code: 4000,
    data: { errors: [{ field: 'endTime', msg: '开始时间不能晚于结束时间' }] },
  });
});

test('columns are the days of the range', () => {
  const asked = { startTime: '2026-02-27 00:00:00', endTime: '2026-03-02 23:59:59' };
  expect(daysOf(asked)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  const shown = tableColumns(dailyDrivingSummaryReport.columns, { ...asked, metric: 'temperature' });
  expect(shown.map(({ value, label }) => `${value} ${label}`)).toEqual([
    'plateNo 车牌号',
    'fleetName 所属车队',
    'remarkNo 车辆备注',
    'total 合格率',
    'daysOut 出车天数',
    'd1 02-27',
    'd2 02-28',
    'd3 03-01',
    'd4 03-02',
  ]);
});
