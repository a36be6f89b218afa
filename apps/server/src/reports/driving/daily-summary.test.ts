import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dailyDrivingSummaryReport } from '@tongda/contract/reports/driving/daily-summary';
import { daysOf, tableColumns } from '@tongda/contract/reports/kit/columns';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, factsKit, makeRule } from '../../../test/facts-kit';
import { makeVehicle, report } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { exportPath, runExport } from '../../core/export/run';
import { wireTime } from '../../core/http/answer/wire-time';
import { localDay } from '../../kernel/day/edges';
import { degreesNorth } from '../../kernel/fixture';
import { openDoors } from '../../kernel/point';
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

/** The last line of a CSV file that a call orders, by column. */
async function lastLine(path: string, input: object, token: string): Promise<string[]> {
  const answer = await app.post(path, { ...input, format: 'csv' }, token);
  expect(answer.code, answer.msg).toBe(200);
  const { systemDb } = app.database;
  const authenticator = new Authenticator(app.database, app.secrets, app.log);
  await runExport(
    { db: systemDb, filesDir, log: pino({ level: 'silent' }), ctxOfUser: (id) => authenticator.ofUser(id) },
    answer.data.id,
  );
  const task = await systemDb
    .selectFrom('export_task')
    .selectAll()
    .where('id', '=', answer.data.id)
    .executeTakeFirstOrThrow();
  expect(task.status, task.fail_reason ?? '').toBe(1);
  return readFileSync(exportPath(filesDir, task), 'utf8').trim().split('\r\n').at(-1)?.split(',') ?? [];
}

test('live card, trajectory, report, files and alarm list say the same of a day, also after late data', async () => {
  const own = await app.company('数字一致公司');
  // a zone in which it is noon now: today neither begins nor ends meanwhile
  const hours = 12 - new Date().getUTCHours();
  const zone = hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
  await sql`update client set time_zone = ${zone} where id = ${own.clientId}`.execute(app.database.systemDb);
  const v = await makeVehicle(app.database, '数字一致公司');
  await sql`insert into probe (client_id, vehicle_id, kind, channel, name, lower_limit, upper_limit)
    values (${v.clientId}, ${v.vehicleId}, 'tem', 1, '前', -25, -12)`.execute(app.database.systemDb);
  await makeRule(app.database, v.clientId, 'temperature', { delayS: 0 });
  await makeRule(app.database, v.clientId, 'speed', { limitKmh: 80 });
  const kit = await factsKit(app.database);

  // two hours in half minutes: drives, stands for a quarter of an hour, drives; too warm once, too fast for three minutes
  const end = Math.floor(Date.now() / 1000) * 1000 - 60_000;
  let metres = 0;
  const points = Array.from({ length: 240 }, (_, i) => {
    const stands = i >= 80 && i < 110;
    const kmh = stands ? 0 : i >= 40 && i < 46 ? 96 : 60;
    metres += (kmh / 3.6) * 30;
    const t = end - (239 - i) * 30_000;
    const tempC = [i >= 150 && i < 160 ? -5 : -18 - (i % 3), i === 239 ? 85 : -17];
    const channels = { tempC, doorOpen: [i >= 90 && i < 100], fuelL: [450, 750] };
    return report(v, t, { receiveTime: t, speedKmh: kmh, acc: !stands, lat: 31.2304 + degreesNorth(metres), channels });
  });
  const late = new Set([...points.slice(38, 50), ...points.slice(90, 115), ...points.slice(148, 155)]);
  const day = localDay(end, zone);
  const range = { startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` };

  const compared = async () => {
    const card = (await app.post('/api/gis/monitor/detail', { vehicleId: v.vehicleId }, own.token)).data;
    const track = (await app.post('/api/gis/track/query', { vehicleId: v.vehicleId, ...range }, own.token)).data;
    const cell = async (metric: string) =>
      ((await app.post(`${base}/page`, { ...range, metric }, own.token)).data.list as Row[])[0]?.days[0];
    const list = (await app.post('/api/alarm/record/page', { vehicleId: v.vehicleId, ...range }, own.token)).data
      .list as Array<{
      id: string;
      status: number;
    }>;
    const live = (await app.post('/api/alarm/record/live', {}, own.token)).data.list as Array<{ id: string }>;
    const summary = await app.database.systemDb
      .selectFrom('day_summary')
      .select(['temps', 'door_opens', 'fuel_end_l'])
      .where('vehicle_id', '=', v.vehicleId)
      .executeTakeFirstOrThrow();
    const km = (m: number) => Math.round(m / 100) / 10;
    const alarms = list.filter(({ status }) => status !== 2).map(({ id }) => id);
    const { stat } = track;

    expect(km(card.live.todayMileageM)).toBe(km(stat.mileageM));
    expect(await cell('mileage')).toBe(km(stat.mileageM));
    expect(await cell('parking')).toBe(stat.stopCount);
    expect(track.stops).toHaveLength(stat.stopCount);
    expect(await cell('maxSpeed')).toBe(stat.maxSpeedKmh);
    const temps = summary.temps as Array<{ channel: number; min: number; max: number; avg: number }>;
    expect(temps.map(({ channel, min, max, avg }) => ({ channel, min, max, avg: Math.round(avg * 10) / 10 }))).toEqual(
      stat.temps,
    );
    expect(card.live.tempC).toEqual(track.points.tempC.map((channel: Array<number | null>) => channel.at(-1)));
    expect(card.live.fuelL).toEqual(track.points.fuelL.map((channel: Array<number | null>) => channel.at(-1)));
    expect(card.live.doorOpen).toEqual(openDoors(track.points.doors.at(-1)));
    expect([summary.door_opens, summary.fuel_end_l]).toEqual([track.doorEvents.length, stat.fuelEndL]);
    type Told = Record<'title' | 'value' | 'limit' | 'source' | 'address' | 'handleStatus', unknown>;
    const told = ({ value, limit, source, address, handleStatus }: Omit<Told, 'title'>) => ({
      ...{ value, limit, source, address, handleStatus },
    });
    const inList = new Map(list.map((row) => [row.id, row as unknown as Told]));
    expect(track.alarmEvents.map(({ episodeId }: { episodeId: string | null }) => episodeId).sort()).toEqual(
      alarms.sort(),
    );
    for (const event of track.alarmEvents as Array<Told & { episodeId: string; name: string }>) {
      const row = inList.get(event.episodeId);
      expect({ title: event.name, ...told(event) }).toEqual(row && { title: row.title, ...told(row) });
    }
    expect(live.map(({ id }) => id).sort()).toEqual(alarms);
    const [mileage, temperature] = [await cell('mileage'), await cell('temperature')];
    const file = (metric: string) =>
      lastLine(`${base}/export`, { ...range, metric, fields: ['plateNo', 'd1'] }, own.token);
    expect((await file('mileage')).map((text, i) => (i === 0 ? text : Number(text)))).toEqual([
      expect.any(String),
      mileage,
    ]);
    const point = await lastLine(
      '/api/gis/track/export',
      { vehicleId: v.vehicleId, ...range, fields: ['no', 'mileageKm', 'tem1', 'oilL'] },
      own.token,
    );
    expect(point.map(Number)).toEqual([
      stat.pointCount,
      expect.closeTo(stat.mileageM / 1000, 1),
      card.live.tempC[0],
      stat.fuelEndL,
    ]);
    return {
      mileageM: stat.mileageM,
      stops: stat.stopCount,
      alarms: alarms.length,
      temperature,
      late: stat.lateCount,
      temp: card.live.tempC,
      warmest: stat.temps[0].max,
      fuelL: stat.fuelEndL,
      door: card.live.doorOpen[0],
      doors: track.doorEvents.length,
    };
  };

  for (const point of points) if (!late.has(point)) await kit.send(point);
  await kit.settle();
  await kit.recompute();
  const before = await compared();
  await Promise.all([...late].reverse().map((point) => kit.send({ ...point, late: true, receiveTime: Date.now() })));
  await kit.settle();
  await kit.stream.scan();
  await kit.recompute();
  await kit.settle();
  const after = await compared();
  expect(after).toMatchObject({ stops: 1, alarms: 2, late: late.size });
  // without them the haste was not seen, and less of the warm time
  expect(before.alarms).toBe(1);
  expect(after.mileageM).toBeGreaterThanOrEqual(before.mileageM);
  expect(after.temperature).toBeLessThan(before.temperature ?? 0);

  // the middle of the day on: the probe is corrected and the door's contact is open at rest, told afterwards; the tanks have tables
  const table = '[[100, 0], [300, 60], [600, 180], [900, 260]]';
  await sql`insert into tank_table (client_id, vehicle_id, tank, during, points)
    select ${v.clientId}, ${v.vehicleId}, tank, '(,)', ${table}::jsonb from unnest(array[1, 2]) tank`.execute(
    app.database.systemDb,
  );
  const { version, probes } = (
    await app.post('/api/base/manage/vehicle/probe/get', { vehicleId: v.vehicleId }, own.token)
  ).data;
  const saved = await app.post(
    '/api/base/manage/vehicle/probe/save',
    {
      vehicleId: v.vehicleId,
      version,
      probes: [
        { ...probes[0], correction: 0.4, certNo: 'JZ26-1' },
        { kind: 'door', channel: 1, name: '后门', inverse: true },
      ],
      reason: '年度校准',
      effectiveFrom: wireTime((points[120]?.deviceTime ?? 0) + 1, zone),
    },
    own.token,
  );
  expect(saved, JSON.stringify(saved.data)).toMatchObject({ code: 200 });
  await eventually(
    () => kit.stream.state(v.vehicleId)?.raw?.fuelL.length && kit.stream.state(v.vehicleId)?.sensors.doorOpen[0],
  );
  await kit.recompute();
  await kit.settle();
  const corrected = await compared();
  const one = (n: number) => Math.round(n * 10) / 10;
  expect(corrected).toMatchObject({
    alarms: 2,
    temp: [one((after.temp[0] ?? 0) + 0.4), null],
    warmest: one(after.warmest + 0.4),
    fuelL: 340,
    door: true,
    // the one of the morning, and the one that is open since
    doors: after.doors + 1,
  });
  expect([after.fuelL, after.door]).toEqual([1200, false]);
  const { rows: raw } = await sql<{ temp: number }>`select temp_c[1] as temp from position
    where vehicle_id = ${v.vehicleId} order by device_time desc limit 1`.execute(app.database.systemDb);
  expect(raw[0]?.temp).toBe(after.temp[0]);
  await kit.stop();
});
