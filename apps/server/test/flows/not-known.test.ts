import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveVehicle } from '@tongda/contract/core/live';
import { msgId } from '@tongda/protocol/jt808/codec';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportPath, runExport } from '../../src/core/export/run';
import { wireTime } from '../../src/core/http/answer/wire-time';
import { listEndpoints } from '../../src/core/http/endpoints';
import { localDay } from '../../src/kernel/day/edges';
import { degreesNorth } from '../../src/kernel/fixture';
import { Authenticator } from '../../src/modules/base/identity/session/authenticate';
import { markAll } from '../eventful-day';
import { type FactsKit, factsKit, makeRule } from '../facts-kit';
import { shanghai, Terminal, type TestGateway, testGateway } from '../gateway-kit';
import { type TestApp, testApp } from '../test-app';
import { inHours, type TransportFixture, transportFixture } from '../transport-kit';

/**
 * A report with unknown speed, direction, altitude and fuel (0xFFFF and the like), everywhere it is read. One truck knows them in every other report and drives 54 km/h; another never
 * knows them. Frames go in over TCP; nothing that a user sees may be made of what a report does not know: no 6,553 km/h, and no 0 either.
 */
let app: TestApp;
let a: TransportFixture;
let gateway: TestGateway;
let kit: FactsKit;
let sometimes: string;
let never: string;
const told: LiveVehicle[] = [];
const filesDir = mkdtempSync(join(tmpdir(), 'tongda-unknown-'));
const zone = 'Asia/Shanghai';
const steps = 40;
const now = Math.floor(Date.now() / 1000) * 1000;
const at = (i: number): number => now - (steps - i) * 60_000;
let clock = now;
/** numbers of the reports of the first truck that know; the last one does not */
const knows = (i: number): boolean => i % 2 === 0;
/** the report with the emergency button */
const sos = 21;

/** 4 ℃, which every report knows */
const temperature = { id: 0x06, data: Uint8Array.of(0, 4) };
/** What terminals send for "not known". */
const noDirections = [0xffff, 400];
const noAltitudes = [0x7fff, -1, -0x8000];
const unknown = (i: number) => ({
  speedKmh: 6553.5,
  directionDeg: noDirections[i % 2] ?? 400,
  altitudeM: noAltitudes[i % 3] ?? -1,
  items: [{ id: 0x02, data: Uint8Array.of(0x7f, 0xff) }, temperature],
});
/** 100 l */
const known = {
  speedKmh: 54,
  directionDeg: 0,
  altitudeM: 12,
  items: [{ id: 0x02, data: Uint8Array.of(0x03, 0xe8) }, temperature],
};

/** Lets a new terminal drive northwards for 40 minutes; the clock goes with it. */
async function drive(vehicleId: string, phone: string, deviceId: string, knowing: (i: number) => boolean) {
  await sql`insert into device_binding (client_id, device_id, vehicle_id, during)
    values (${a.clientId}, ${deviceId}, ${vehicleId}, tstzrange('2000-01-01', null))`.execute(a.db);
  const bindings = [{ vehicleId, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }];
  gateway.store.add(phone, { id: deviceId, clientId: a.clientId, itemProfile: 'standard', bindings });
  const terminal = await Terminal.connect(gateway.port, phone.padStart(12, '0'));
  for (let i = 0; i < steps; i++) {
    clock = at(i) + 200;
    const place = { lat: 31.2304 + degreesNorth(i * 900), time: at(i), alarmBits: i === sos ? 1 : 0 };
    terminal.say(msgId.location, shanghai(at(i), { ...(knowing(i) ? known : unknown(i)), ...place }));
    await terminal.heard(i + 1);
  }
  terminal.end();
  for (const message of gateway.bus.positions.splice(0)) await kit.send(message);
  await kit.settle();
}

beforeAll(async () => {
  app = await testApp();
  a = await transportFixture(app, '不知道冷链');
  await makeRule(app.database, a.clientId, 'speed', { limitKmh: 60 });
  await makeRule(app.database, a.clientId, 'terminal', { bits: [0] });
  await makeRule(app.database, a.clientId, 'oil', { waste: true, sensor: true });
  kit = await factsKit(app.database, () => clock);
  kit.bus.subscribe('live', (live) => void told.push(live));
  gateway = await testGateway({ now: () => clock });
  [sometimes, never] = [await a.truck(), await a.truck()];
  await sql`insert into probe (client_id, vehicle_id, kind, channel, name) values (${a.clientId}, ${sometimes}, 'tem', 1, '后仓')`.execute(
    a.db,
  );
  await drive(sometimes, '19900000001', a.deviceIds[0] ?? '', knows);
  await drive(never, '19900000002', a.deviceIds[1] ?? '', () => false);
  clock = Date.now();
  const days = [...new Set([at(0), at(steps - 1)].map((t) => localDay(t, zone)))];
  for (const vehicleId of [sometimes, never])
    await markAll({ vehicleId, clientId: a.clientId, deviceId: '' }, days).execute(app.database.systemDb);
  await kit.recompute();
});
afterAll(async () => {
  await gateway.stop();
  await kit.stop();
  await app.close();
  rmSync(filesDir, { recursive: true, force: true });
});

const seen = new Set<string>();
/** Calls the API as the company's administrator. */
async function post(path: string, body: object = {}) {
  seen.add(path);
  const { code, msg, data } = await a.post(path, body);
  expect(code, `${path}: ${msg}`).toBe(200);
  return data;
}
const rangeOf = (vehicleId: string) => ({ vehicleId, startTime: wireTime(at(0), zone), endTime: wireTime(now, zone) });
const daysOf = () => ({
  startTime: `${localDay(at(0), zone)} 00:00:00`,
  endTime: `${localDay(now, zone)} 23:59:59`,
});

async function fileOf(path: string, input: object): Promise<string> {
  const { id } = await post(path, input);
  const { systemDb } = app.database;
  const authenticator = new Authenticator(app.database, app.secrets, app.log);
  const log = pino({ level: 'silent' });
  await runExport({ db: systemDb, filesDir, log, ctxOfUser: (user) => authenticator.ofUser(user) }, id);
  const task = await systemDb.selectFrom('export_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(task.status, task.fail_reason ?? '').toBe(1);
  return readFileSync(exportPath(filesDir, task), 'utf8');
}
/** The cells of a CSV file below these heads, from the second row of the table on. */
function cellsOf(text: string, heads: readonly string[]): string[][] {
  const lines = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const row = lines.findIndex((line) => heads.every((head) => line.includes(head)));
  const columns = heads.map((head) => lines[row]?.indexOf(head) ?? -1);
  return lines.slice(row + 1).map((line) => columns.map((column) => line[column] ?? ''));
}
/** What each report of the first truck says, or `none` where it does not know. */
const series = <T, N>(value: T, none: N): Array<T | N> =>
  Array.from({ length: steps }, (_, i) => (knows(i) ? value : none));

describe('what a report does not know', () => {
  it('is null in the live state: socket, snapshot, poll, card, nearby, vehicle page, exported positions', async () => {
    const none = { speedKmh: null, directionDeg: null, altitudeM: null, fuelL: [null] };
    // one a report, and more when something else about the truck changes meanwhile
    const speeds = told.filter(({ vehicleId }) => vehicleId === never).map(({ speedKmh }) => speedKmh);
    expect(speeds.length).toBeGreaterThanOrEqual(steps);
    expect(new Set(speeds)).toEqual(new Set([null]));
    expect(told.findLast(({ vehicleId }) => vehicleId === sometimes)).toMatchObject(none);
    for (const path of ['snapshot', 'live']) {
      const { live } = await post(`/api/gis/monitor/${path}`);
      expect(live).toHaveLength(2);
      for (const state of live) expect(state).toMatchObject(none);
    }
    expect((await post('/api/gis/monitor/detail', { vehicleId: sometimes })).live).toMatchObject(none);
    const near = { lng: 121.4737, lat: 31.2304 + degreesNorth(steps * 900), radius: 60_000 };
    expect((await post('/api/gis/monitor/nearby', near)).map((row: LiveVehicle) => row.speedKmh)).toEqual([null, null]);
    const then = await post('/api/gis/monitor/nearby', { ...near, time: wireTime(at(2), zone) });
    expect(then.map((row: LiveVehicle) => row.speedKmh).sort()).toEqual([54, null]);
    const page = await post('/api/base/manage/vehicle/detail', { id: sometimes });
    expect(page.live).toMatchObject({ speedKmh: null, fuelL: [null] });
    const readings = (await post('/api/base/manage/vehicle/probe/get', { vehicleId: sometimes })).readings;
    expect(readings.filter((reading: { kind: string }) => reading.kind === 'oil')).toEqual([
      expect.objectContaining({ value: null }),
    ]);
    const fields = ['speedKmh', 'oilL'];
    const csv = await fileOf('/api/gis/monitor/export', { format: 'csv', vehicleIds: [sometimes], fields });
    expect(cellsOf(csv, ['速度(km/h)', '油量(L)'])).toEqual([['', '']]);
  });

  it('is null in the trajectory: curves, table, maxima, and its files', async () => {
    const { points, stat, trips } = await post('/api/gis/track/query', rangeOf(sometimes));
    expect(points.speedKmh).toEqual(series(54, null));
    expect(points.directionDeg).toEqual(series(0, null));
    expect(points.fuelL).toEqual([series(100, null)]);
    expect(stat).toMatchObject({ maxSpeedKmh: 54, fuelStartL: 100, fuelEndL: 100 });
    expect(trips).toMatchObject([{ maxSpeedKmh: 54 }]);
    const blind = await post('/api/gis/track/query', rangeOf(never));
    expect(blind.points.speedKmh).toEqual(Array(steps).fill(null));
    expect(blind.stat).toMatchObject({ maxSpeedKmh: null, fuelStartL: null, fuelEndL: null });
    expect(blind.stat.mileageM).toBe(stat.mileageM);
    expect(blind.trips).toMatchObject([{ maxSpeedKmh: null }]);
    const { list } = await post('/api/gis/track/points', { ...rangeOf(sometimes), page: 1, size: 100 });
    const cells = list.map((row: { speedKmh: number; direction: string; oilL: number }) => [
      ...[row.speedKmh, row.direction, row.oilL],
    ]);
    expect(cells).toEqual(series([54, '北', 100], [null, '', null]));
    const range = rangeOf(sometimes);
    const fields = ['speedKmh', 'direction', 'oilL'];
    const csv = await fileOf('/api/gis/track/export', { ...range, format: 'csv', fields });
    expect(cellsOf(csv, ['速度(km/h)', '方向', '油量(L)'])).toEqual(series(['54', '北', '100'], ['', '', '']));
    for (const format of ['gpx', 'kml', 'xlsx']) {
      const text = await fileOf('/api/gis/track/export', { ...range, format });
      expect(text, format).not.toMatch(/6553|NaN|null|undefined/u);
      if (format !== 'gpx') continue;
      expect(text.match(/<td:speedKmh>[^<]*</gu)).toEqual(Array(steps / 2).fill('<td:speedKmh>54<'));
      expect(text.match(/<td:course>[^<]*</gu)).toEqual(Array(steps / 2).fill('<td:course>0<'));
      expect(text.match(/<trkpt /gu)).toHaveLength(steps);
    }
  });

  it('is no part of a day: summary, its maxima and its fuel, of vehicle and driver', async () => {
    const daily = '/api/report/dailyDrivingSummary';
    const ask = async (metric: string) => {
      const { list } = await post(`${daily}/page`, { ...daysOf(), metric, page: 1, size: 10 });
      return Object.fromEntries(list.map((row: { vehicleId: string; total: number }) => [row.vehicleId, row.total]));
    };
    expect(await ask('maxSpeed')).toEqual({ [sometimes]: 54, [never]: null });
    expect(await ask('oil')).toEqual({ [sometimes]: 0, [never]: null });
    const mileage = await ask('mileage');
    expect(mileage[never]).toBe(mileage[sometimes]);
    const fastest = async (id: string) =>
      (await post('/api/base/manage/vehicle/days', { id, days: 2 })).flatMap(
        (day: { mileageKm: number; maxSpeedKmh: number; fuelL: number }) =>
          day.mileageKm === null ? [] : [[day.maxSpeedKmh, day.fuelL]],
      );
    expect(new Set((await fastest(sometimes)).flat())).toEqual(new Set([54, 0]));
    expect(new Set((await fastest(never)).flat())).toEqual(new Set([null]));
    const drove = async (vehicleId: string) => {
      const { driver_id } = await a.db
        .selectFrom('vehicle')
        .select('driver_id')
        .where('id', '=', vehicleId)
        .executeTakeFirstOrThrow();
      const { list } = await post('/api/base/manage/driver/trips', { id: driver_id, page: 1, size: 10 });
      return list.map((trip: { maxSpeedKmh: number }) => trip.maxSpeedKmh);
    };
    expect(await drove(sometimes)).toEqual([54]);
    expect(await drove(never)).toEqual([null]);
    const readings = { ...daysOf(), vehicleIds: [sometimes], temTimeInterval: '0', page: 1, size: 100 };
    const { list } = await post('/api/report/temHum/list', readings);
    const speeds = list.map((row: { speedKmh: number | null }) => row.speedKmh);
    expect(speeds.toSorted()).toEqual([...Array(steps / 2).fill(54), ...Array(steps / 2).fill(null)]);
  });

  it('raises no alarm, and is null in the evidence of those that there are', async () => {
    const { list } = await post('/api/alarm/record/page', { page: 1, size: 50 });
    expect(list.map((row: { kind: string; title: string }) => row.kind)).toEqual(['terminalAlarm', 'terminalAlarm']);
    const { list: live } = await post('/api/alarm/record/live', { ids: list.map(({ id }: { id: string }) => id) });
    expect(live).toHaveLength(2);
    for (const { speedKmh } of [...list, ...live]) expect([54, null]).toContain(speedKmh);
    for (const { id } of list) {
      const { frame, points } = await post('/api/alarm/record/detail', { id });
      expect(frame).toMatchObject({ speedKmh: null, directionDeg: null, fuelL: [null] });
      expect(points.length).toBeGreaterThan(20);
      for (const [, , , speedKmh] of points) expect([54, null]).toContain(speedKmh);
    }
  });

  it('is null in the last reports of a terminal', async () => {
    const speeds = async (deviceId: string | undefined): Promise<Set<number | null>> => {
      const rows = await post('/api/base/manage/device/packets', { id: deviceId });
      expect(rows).toHaveLength(20);
      return new Set(rows.map((row: { speedKmh: number | null }) => row.speedKmh));
    };
    expect(await speeds(a.deviceIds[0])).toEqual(new Set([54, null]));
    expect(await speeds(a.deviceIds[1])).toEqual(new Set([null]));
  });

  it('is null on the pages of transport', async () => {
    const orderCode = await a.order();
    const { waybillCode } = (await a.stow(sometimes, [orderCode])).data;
    const id = waybillCode;
    const live = { speedKmh: null };
    expect((await post('/api/tms/departure/check', { id })).live).toMatchObject(live);
    expect((await a.depart(waybillCode)).code).toBe(200);
    expect((await post('/api/tms/arrival/check', { id })).live).toMatchObject(live);
    expect((await post('/api/tms/waybill/transportTask/detail', { id })).live).toMatchObject(live);
    const [row] = (await post('/api/tms/tracking/orderPage', { code: orderCode })).list;
    expect(row.live).toMatchObject(live);
    const [trip] = (await post('/api/tms/tracking/waybillPage', { waybillCode })).list;
    expect(trip.live).toMatchObject(live);
    expect((await post('/api/tms/tracking/waybillTimeline', { waybillCode })).waybill.live).toMatchObject(live);
    expect((await post('/api/tms/tracking/orderTimeline', { orderCode })).order.live).toMatchObject(live);
    const abnormal = { abnormalType: 1, abnormalLevel: 2, description: '外箱破损三件，已拍照', occurTime: inHours(0) };
    const { abnormalCode } = await post('/api/tms/abnormal/add', {
      ...abnormal,
      ...{ waybillCode, orderCodes: [orderCode], affectPieces: 3, lossAmount: 128.5 },
    });
    const { points } = await post('/api/tms/abnormal/moment', { abnormalCode });
    expect(points.length).toBeGreaterThan(10);
    for (const { speedKmh } of points) expect([54, null]).toContain(speedKmh);
  });

  it('is null in the reports of driving and fuel', async () => {
    const both = { ...daysOf(), vehicleIds: [sometimes, never], page: 1, size: 50 };
    /** The highest speeds that a report says of a vehicle. */
    const fastest = async (path: string, id: string, input: object = both) => {
      const { list } = await post(path, input);
      const own = list.filter((row: { vehicleId: string }) => row.vehicleId === id);
      return new Set(own.map((row: { maxSpeed: number | null }) => row.maxSpeed));
    };
    for (const path of ['/api/report/dailyDriving/page', '/api/report/drivingSummary/page']) {
      expect(await fastest(path, sometimes), path).toContain(54);
      expect(await fastest(path, never), path).toEqual(new Set([null]));
    }
    const detail = '/api/report/drivingSummary/detail';
    expect(await fastest(detail, sometimes, { ...both, vehicleIds: [sometimes] })).toEqual(new Set([54, null]));
    expect(await fastest(detail, never, { ...both, vehicleIds: [never] })).toEqual(new Set([null]));
    await sql`insert into probe (client_id, vehicle_id, kind, channel, name) values (${a.clientId}, ${sometimes}, 'oil', 1, '主油箱')`.execute(
      a.db,
    );
    const oil = { ...both, vehicleIds: [sometimes], size: 100 };
    const { list } = await post('/api/report/oilDynamics/page', oil);
    for (const { speed, oil1 } of list) {
      expect([54, null]).toContain(speed);
      expect([100, null]).toContain(oil1);
    }
    expect(JSON.stringify(await post('/api/report/oilDynamics/totals', oil))).not.toMatch(/6553|NaN/u);
    expect((await post('/api/report/abnormalOil/page', both)).list).toEqual([]);
    expect(await fastest('/api/report/trip/page', sometimes, { ...both, minKm: 0 })).not.toContain(6553.5);
  });

  it('is looked at in every call that shows it', () => {
    /** the fields of these are limits, settings and counts, or what the call before them has by the same function */
    const others: string[] = [
      ...['probe/config', 'page'].map((path) => `/api/base/manage/vehicle/${path}`),
      '/api/base/manage/deviceModel/page',
      // the number of fuel sensors
      ...['page', 'detail'].map((path) => `/api/base/manage/device/${path}`),
      '/api/base/org/calc/info',
      // whether a temperature was too high or too low
      '/api/report/overTemperature/page',
      // the speed of an alarm as the register of alarms has it (`alarmSpeed`)
      ...['overTemperature', 'speeding', 'humidity', 'carbonDioxide', 'doorMagnet', 'parking'].map(
        (kind) => `/api/report/alarm/${kind}/page`,
      ),
      ...['fatigueDriving', 'deviceAbnormal', 'vehicleMalfunction'].map((kind) => `/api/report/alarm/${kind}/page`),
      ...['region/detail', 'region/page', 'line/fromTrack', 'route/detail', 'route/page'].map(
        (path) => `/api/base/manage/${path}`,
      ),
      // the waybill as /api/tms/arrival/check has it
      ...['billOfLading', 'waybillStowage'].map((kind) => `/api/tms/waybill/${kind}/detail`),
      ...['transportTask', 'waybillStowage', 'billOfLading'].map((kind) => `/api/tms/waybill/${kind}/print`),
      ...['/api/tms/arrival/print', '/api/tms/stowage/reloadCheck'],
      // what a partner's data source says, and what people write on bills
      ...['page', 'points', 'views'].map((last) => `/api/report/externalVehicle/${last}`),
      '/api/report/refuel/bills',
    ];
    const words = /speed|direction|altitude|fuel|oil/iu;
    const showing = listEndpoints().filter(({ output }) => {
      if (!(output instanceof z.ZodType)) return false;
      const schema = JSON.stringify(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }));
      return [...schema.matchAll(/"(\w+)":\{/gu)].some(([, name = '']) => words.test(name));
    });
    const paths: string[] = showing.map(({ path }) => path);
    expect(paths.filter((path) => !seen.has(path) && !others.includes(path))).toEqual([]);
    expect(others.filter((path) => !paths.includes(path))).toEqual([]);
  });
});
