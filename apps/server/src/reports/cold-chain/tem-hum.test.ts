import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overTemperatureReport } from '@tongda/contract/reports/cold-chain/over-temperature';
import { temHumReport } from '@tongda/contract/reports/cold-chain/tem-hum';
import type { Report } from '@tongda/contract/reports/kit/report';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readingDay, readingTruck } from '../../../test/reading-kit';
import { sheetOf } from '../../../test/report-file-kit';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { findExport } from '../../core/export/definition';
import { Authenticator } from '../../modules/base/identity/session/authenticate';

let app: TestApp;
const filesDir = mkdtempSync(join(tmpdir(), 'tongda-files-'));
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
  rmSync(filesDir, { recursive: true, force: true });
});

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
  expect((await ask('temHum/totals')).data.names).toEqual({ tem1: '后仓(℃)' });
  const frozen = await ask('temHum/totals', { zone: 'frozen' });
  expect(frozen.data.stat).toMatchObject([{ limits: ' ~ −18', passRate: 0 }]);
  const stricter = await ask('temHum/totals', { upper: 4 });
  expect(stricter.data.stat).toMatchObject([{ limits: ' ~ 4', passRate: 50, overMin: 20 }]);
  // bounds that nothing could keep are refused, also where one of them is the zone's
  const crossed = { data: { errors: [{ field: 'upper', msg: '上限应大于下限' }] } };
  for (const bounds of [
    { lower: -12, upper: -25 },
    { zone: 'frozen', lower: -10 },
  ])
    for (const call of ['list', 'totals', 'curve']) expect(await ask(`temHum/${call}`, bounds)).toMatchObject(crossed);
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

test('readings that arrived later than the company allows are 迟到，未证实 in rows, figures and curve; the limit is a constant of the calculation', async () => {
  const { ask, token } = await readingTruck(app, '迟到公司', [
    [1, 5],
    [11, 6, false, 0, 3],
    [21, 7, false, 0, 25],
  ]);
  const datas = async () => (await ask('temHum/list')).data.list.slice(0, 3).map(({ data }) => data);
  expect(await datas()).toEqual(['real', 'late', 'unproven']);
  expect((await ask('temHum/totals')).data.stat).toMatchObject([{ unproven: 1 }]);
  const { lanes } = (await ask('temHum/curve')).data as unknown as {
    lanes: Array<{ series: Array<{ points: Array<[number, number | null, number]> }> }>;
  };
  const points = lanes[0]?.series[0]?.points.filter(([, value]) => value !== null);
  expect(points?.map(([, value, came]) => [value, came])).toEqual([
    [5, 0],
    [6, 1],
    [7, 2],
  ]);
  // a setting holds from the moment it is saved: days of before keep the limit of then
  const { data } = await app.post('/api/base/org/calc/info', {}, token);
  expect(data.settings.unprovenHours).toBe(24);
  const saved = await app.post('/api/base/org/calc/save', { ...data.settings, unprovenHours: 2, version: 0 }, token);
  expect(saved.code).toBe(200);
  expect(await datas()).toEqual(['real', 'late', 'unproven']);
  await sql`update calc_setting set during = tstzrange('2026-01-01', null)`.execute(app.database.systemDb);
  expect(await datas()).toEqual(['real', 'unproven', 'unproven']);
});

test('the set temperature is that of the waybill under way; without one nothing is known', async () => {
  const { ask, vehicle, token } = await readingTruck(app, '设定公司', [
    [1, 5],
    [70, 5],
  ]);
  const { systemDb } = app.database;
  const at = (minute: number): Date => new Date(readingDay + minute * 60_000);
  await sql`insert into waybill (client_id, waybill_code, waybill_kind, vehicle_id, transport_status, set_temp_c, plan_depart_at, plan_arrive_at, actual_depart_at, busy_from, busy_until)
    values (${vehicle.clientId}, 'YD1', 1, ${vehicle.vehicleId}, 2, -18, ${at(30)}, ${at(300)}, ${at(60)}, ${at(30)}, ${at(300)})`.execute(
    systemDb,
  );
  const { list } = (await ask('temHum/list')).data;
  // the waybill fills in its vehicle and the time since it left
  const waybill = (code: string) => app.post('/api/report/temHum/waybill', { code }, token);
  expect((await waybill(' YD1 ')).data).toMatchObject({
    vehicleId: vehicle.vehicleId,
    startTime: '2026-03-01 01:00:00',
  });
  expect(await waybill('YD2')).toMatchObject({ data: { errors: [{ field: 'code' }] } });
  expect(list.slice(4, 7).map(({ time, setTem }) => [time, setTem])).toEqual([
    ['2026-03-01 00:50:00', null],
    ['2026-03-01 01:00:00', -18],
    ['2026-03-01 01:10:00', -18],
  ]);
});

test('every report is counted as it is listed, also over midnight; a file of them is counted when it is made', async () => {
  const { ask, vehicle } = await readingTruck(app, '逐条公司', [
    [1, 5],
    [59, 9],
    [1439, 7],
    [1440, 7],
    [1441, 9],
  ]);
  const all = { temTimeInterval: '0', endTime: '2026-03-02 23:59:59' };
  const { list, total } = (await ask('temHum/list', all)).data;
  expect([list.length, total]).toEqual([5, 5]);
  expect((await ask('temHum/list', { ...all, onlyOver: true })).data).toMatchObject({ total: 2 });
  const user = app.database.systemDb.selectFrom('app_user').select('id').where('client_id', '=', vehicle.clientId);
  const { id } = await user.executeTakeFirstOrThrow();
  const ctx = await new Authenticator(app.database, app.secrets, app.log).ofUser(id);
  if (!ctx) throw new Error('no user');
  const isLater = ({ exportCall: { path, input } }: Report, asked: object): boolean | undefined => {
    const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-02 23:59:59' };
    return findExport(path)?.countLater?.(ctx, input.parse({ ...range, vehicleIds: [vehicle.vehicleId], ...asked }));
  };
  const every = [{ temTimeInterval: '0' }, { temTimeInterval: '10', onlyOver: true }, { temTimeInterval: '10' }];
  expect(every.map((asked) => isLater(temHumReport, asked))).toEqual([true, true, false]);
  const bases = ['custom', 'waybill', 'rule'];
  expect(bases.map((basis) => isLater(overTemperatureReport, { basis, upper: 8 }))).toEqual([true, true, false]);
});

test('twenty vehicles over a month are listed page by page and written to one sheet, under the names of their probes', async () => {
  const name = '月报公司';
  const { ask, vehicle, token } = await readingTruck(app, name, [
    [1, 5],
    [59, 6],
    // over midnight, into the second day of the file
    [1439, 7],
    [1441, 7.5],
    [1490, 9],
  ]);
  const vehicleIds = [vehicle.vehicleId];
  for (let i = 1; i < 20; i++) {
    const { vehicleId, clientId } = await makeVehicle(app.database, name);
    await sql`insert into probe (client_id, vehicle_id, kind, channel, name) values (${clientId}, ${vehicleId}, 'tem', 1, '后仓')`.execute(
      app.database.systemDb,
    );
    vehicleIds.push(vehicleId);
  }
  const month = { vehicleIds, temTimeInterval: '60', startTime: '2026-03-01 00:00:00', endTime: '2026-03-31 23:59:59' };
  const page = async (n: number, more: object = {}) =>
    (await ask('temHum/list', { ...month, page: n, size: 60, ...more })).data;
  const first = await page(1);
  expect(first.total).toBe(20 * 31 * 24);
  expect(first.list.slice(0, 2).map(({ time, tem1 }) => [time, tem1])).toEqual([
    ['2026-03-01 01:00:00', 6],
    ['2026-03-01 01:00:00', null],
  ]);
  const own = (rows: Array<Record<string, unknown>>) =>
    rows.flatMap(({ vehicleId, time, tem1 }) => (vehicleId === vehicle.vehicleId ? [[time, tem1]] : []));
  // three moments a page: the ninth begins with the 25th
  expect(own((await page(9)).list)).toEqual([
    ['2026-03-02 01:00:00', 9],
    ['2026-03-02 02:00:00', null],
    ['2026-03-02 03:00:00', null],
  ]);
  expect((await page(1, { sort: 'time desc' })).list[0]?.time).toBe('2026-04-01 00:00:00');
  expect((await ask('temHum/totals', month)).data).toMatchObject({ rows: 20 * 31 * 24, names: { tem1: '后仓(℃)' } });
  const sheet = await sheetOf(app, { filesDir, token }, temHumReport, month);
  const head = sheet.findIndex(([cell]) => cell === '车牌号');
  expect(sheet[head]).toContain('后仓(℃)');
  expect(sheet[head]?.some((cell) => cell.startsWith('湿度'))).toBe(false);
  expect(sheet.length - head - 1).toBe(20 * 31 * 24);
  // what the list refuses for its rows is refused before its foot is made of a month of readings
  const often = { ...month, temTimeInterval: '10' };
  const tooMany = { code: 4000, data: { errors: [{ field: 'endTime', msg: expect.stringContaining('共89280行') }] } };
  for (const call of ['list', 'totals']) expect(await ask(`temHum/${call}`, often)).toMatchObject(tooMany);
  // what only reading everything tells is written to a file of any size, too
  const raw = { ...month, temTimeInterval: '0', sort: 'plateNo asc' };
  const rows = (await sheetOf(app, { filesDir, token }, temHumReport, raw)).slice(head + 1);
  expect(rows.map((row) => row[2])).toEqual(['5', '6', '7', '7.5', '9']);
}, 60_000);
