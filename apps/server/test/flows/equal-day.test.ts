import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wireTime } from '../../src/core/http/answer/wire-time';
import { localDay } from '../../src/kernel/day/edges';
import { degreesNorth } from '../../src/kernel/fixture';
import { openDoors } from '../../src/kernel/point';
import { eventually, factsKit, makeRule } from '../facts-kit';
import { csvOf } from '../report-file-kit';
import { makeVehicle, report } from '../stream-kit';
import { type TestApp, testApp } from '../test-app';

let app: TestApp;
const filesDir = mkdtempSync(join(tmpdir(), 'tongda-files-'));
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
  rmSync(filesDir, { recursive: true, force: true });
});

const base = '/api/report/dailyDrivingSummary';

/** The last line of a CSV file that a call orders, by column. */
const lastLine = async (path: string, input: object, token: string): Promise<string[]> =>
  (await csvOf(app, { filesDir, token }, path, input)).at(-1) ?? [];

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
      (
        (await app.post(`${base}/page`, { ...range, metric }, own.token)).data.list as Array<{
          days: Array<number | null>;
        }>
      )[0]?.days[0];
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
