import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { factsKit } from '../../../test/facts-kit';
import { makeVehicle, report } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { degreesNorth } from '../../kernel/fixture';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Row = Record<string, unknown>;
type Answer = { code: number; data: { list: Row[]; values: Record<string, number>; errors?: unknown[] } & Row };
const day = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-01 23:59:59' };
/** of the company's clock on 1 March 2026, epoch ms */
const clock = (hours: number, minutes = 0): number => Date.UTC(2026, 2, 1, hours - 8, minutes);

/** A vehicle that stands from 06:00, drives 36 km/h from 08:00 to 09:00, idles till 09:30, stands till 12:00, is silent after that, and drives again 23:00-23:20. */
async function driven(name: string) {
  const { token } = await app.company(name);
  const vehicle = await makeVehicle(app.database, name);
  const kit = await factsKit(app.database);
  let metres = 0;
  const sent: Array<Promise<void>> = [];
  const send = (t: number, speedKmh: number, acc: boolean): void => {
    metres += speedKmh / 0.06;
    sent.push(
      kit.send(
        report(vehicle, t, {
          lat: 31.2304 + degreesNorth(metres),
          speedKmh,
          acc,
          receiveTime: t,
          odometerM: Math.round(1_000_000 + metres),
          channels: { tempC: [-18] },
        }),
      ),
    );
  };
  for (let m = 0; m <= 360; m++) send(clock(6, m), m > 120 && m <= 180 ? 36 : 0, m >= 120 && m < 210);
  for (let m = 0; m <= 60; m++) send(clock(22, 55 + m), m > 5 && m <= 25 ? 60 : 0, m >= 5 && m < 26);
  await Promise.all(sent);
  await kit.settle();
  await kit.recompute();
  await kit.stop();
  const ask = async (path: string, more: object = {}) =>
    (await app.post(`/api/report/${path}`, { ...day, ...more }, token)) as Answer;
  return { token, vehicle, ask };
}

test('行驶汇总, 行驶明细, 行驶日报 and the trajectory say the same of a day; its four times add up to the day', async () => {
  const { token, vehicle, ask } = await driven('行驶汇总公司');
  const { data: track } = (await app.post('/api/gis/track/query', { vehicleId: vehicle.vehicleId, ...day }, token)) as {
    data: { stat: Record<string, number> };
  };
  const [row = {}] = (await ask('drivingSummary/page')).data.list;
  const km = Math.round((track.stat.mileageM ?? 0) / 100) / 10;
  for (const [name, sec] of [
    ['drivingHours', 'drivingSec'],
    ['idleHours', 'idleSec'],
    ['parkedHours', 'parkedSec'],
    ['noDataHours', 'noDataSec'],
  ] as const)
    expect(Math.abs(Number(row[name]) - (track.stat[sec] ?? 0) / 3600), name).toBeLessThanOrEqual(0.051);
  expect(row).toMatchObject({
    mileage: km,
    maxSpeed: 60,
    maxSpeedTime: '2026-03-01 23:01:00',
    stops: track.stat.stopCount,
    daysOut: 1,
    attendance: 100,
    odometerStart: 1000,
  });
  expect(Number(row.odometerEnd)).toBeCloseTo(1000 + km, 0);
  const times = ['drivingHours', 'idleHours', 'parkedHours', 'noDataHours'].map((name) => Number(row[name]));
  expect(times.reduce((a, b) => a + b, 0)).toBeCloseTo(24, 0);

  const detail = { vehicleIds: [vehicle.vehicleId], size: 100 };
  const spells = (await ask('drivingSummary/detail', detail)).data.list;
  expect(spells.map(({ state }) => state)).toEqual(expect.arrayContaining(['parked', 'moving', 'idle', 'noData']));
  const foot = (await ask('drivingSummary/detailTotals', { vehicleIds: [vehicle.vehicleId] })).data.values;
  expect(foot).toMatchObject({ km, minutes: 1440, maxSpeed: 60 });
  const curve = (await ask('drivingSummary/detailCurve', { vehicleIds: [vehicle.vehicleId] })).data;
  expect(curve).toMatchObject({ strips: [{ name: '行驶' }, { name: '怠速' }, { name: '停车' }] });

  const [daily = {}] = (await ask('dailyDriving/page')).data.list;
  // 23:00-23:20 is night
  expect(daily).toMatchObject({
    day: '2026-03-01',
    km,
    maxSpeed: 60,
    night: 21,
    score: 100,
    temMax: -18,
    startTime: day.startTime,
  });
  expect(Number(daily.driving)).toBe(Math.round((track.stat.drivingSec ?? 0) / 60));
  expect(['driving', 'idle', 'parked', 'noData'].reduce((sum, name) => sum + Number(daily[name]), 0)).toBeCloseTo(
    1440,
    -1,
  );
});

test('运行时段 is computed from the points, may run over midnight, and too much of it is refused at its field', async () => {
  const { vehicle, ask } = await driven('运行时段公司');
  const hours = async (operatingHours: [string, string]) =>
    (await ask('drivingSummary/page', { operatingHours })).data.list[0];
  // 07:00-08:29: half an hour of driving at 36 km/h, an hour of standing
  const morning = await hours(['07:00', '08:29']);
  expect(morning).toMatchObject({ drivingHours: 0.5, parkedHours: 1, noDataHours: 0, use: 33.3 });
  expect(Number(morning?.mileage)).toBeCloseTo(18, 0);
  expect(await hours(['22:00', '05:59'])).toMatchObject({ maxSpeed: 60 });
  // both parts of the day together are the day
  const [whole = {}] = (await ask('drivingSummary/page')).data.list;
  const rest = await hours(['08:30', '06:59']);
  expect(Number(morning?.mileage) + Number(rest?.mileage)).toBeCloseTo(Number(whole.mileage), 0);
  const many = await ask('drivingSummary/page', {
    operatingHours: ['08:00', '17:59'],
    startTime: '2025-12-15 00:00:00',
    endTime: '2026-03-01 23:59:59',
    vehicleIds: [vehicle.vehicleId],
  });
  expect(many).toMatchObject({ code: 4000, data: { errors: [{ field: 'operatingHours' }] } });
  expect(await ask('drivingSummary/page', { startTime: '2025-11-01 00:00:00' })).toMatchObject({
    code: 4000,
    data: { errors: [{ msg: '查询时间跨度不能超过93天' }] },
  });
});

test('by fleet the vehicles add up, by driver the trips; a vehicle without data stands there with nothing, and 仅异常 leaves what is usual out', async () => {
  const { token, vehicle, ask } = await driven('按车队公司');
  const { rows: made } = await sql<{
    id: string;
  }>`insert into vehicle (client_id, plate_no) values (${vehicle.clientId}, '沪D77777') returning id::text`.execute(
    app.database.systemDb,
  );
  const vehicles = (await ask('drivingSummary/page', { sort: 'mileage desc' })).data.list;
  expect(vehicles).toHaveLength(2);
  expect(vehicles[1]).toMatchObject({ plateNo: '沪D77777', mileage: 0, noDataHours: 24, avgSpeed: null, daysOut: 0 });
  const [fleet] = (await ask('drivingSummary/page', { groupBy: 'fleet' })).data.list;
  expect(fleet).toMatchObject({
    groupName: '未分车队',
    vehicles: 2,
    vehicleId: '',
    mileage: vehicles[0]?.mileage,
    avgSpeed: vehicles[0]?.avgSpeed,
    attendance: 50,
  });
  const [driver] = (await ask('drivingSummary/page', { groupBy: 'driver' })).data.list;
  expect(driver).toMatchObject({ groupName: '未登记司机', trips: vehicles[0]?.trips, vehicles: 1 });
  const days = (await ask('dailyDriving/page', { onlyOdd: true })).data.list;
  expect(days.map(({ plateNo, km, night }) => [plateNo, km === null, night])).toEqual([
    [vehicles[0]?.plateNo, false, 21],
    ['沪D77777', true, null],
  ]);
  expect(made).toHaveLength(1);
  expect(token).not.toBe('');
});
