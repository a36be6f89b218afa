import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PositionMessage } from '@tongda/contract/core/topics';
import { speedingAlarms } from '@tongda/contract/reports/alarm/nine';
import { parkingDetails } from '@tongda/contract/reports/driving/parking';
import { drivingSummaryReport } from '@tongda/contract/reports/driving/summary';
import type { Report } from '@tongda/contract/reports/kit/report';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { degreesNorth } from '../../src/kernel/fixture';
import { totalMileageOf } from '../../src/kernel/live/state';
import { markAll } from '../eventful-day';
import { factsKit, makeRule } from '../facts-kit';
import { sheetOf } from '../report-file-kit';
import { makeTruck, makeVehicle, report } from '../stream-kit';
import { type TestApp, testApp } from '../test-app';

/**
 * What a raw scan of the stored points gives, said by every report, by the trajectory, by the live card and by the files: over two nights on which the truck's plate and the limit of its rule
 * change at six o'clock and its terminal moves into another truck at noon, with a silence over midnight and with reports that come late. The raw scan is written here, by the odometer and by the limit of
 * the hour, and knows nothing of the kernel.
 */
let app: TestApp;
let token = '';
const filesDir = mkdtempSync(join(tmpdir(), 'tongda-files-'));
const trucks: string[] = [];
/** metres that the live card of each truck counted */
const cards = new Map<string, number>();
const days = ['2026-03-01', '2026-03-02'] as const;
const range = { startTime: '2026-03-01 00:00:00', endTime: '2026-03-02 23:59:59' };
const wall = (text: string): number => Date.parse(`2026-03-${text.replace(' ', 'T')}:00+08:00`);
/** plate and limit change here, and here the terminal */
const changed = wall('02 06:00');
const moved = wall('02 12:00');
const plates = ['沪A00001', '沪A00002'] as const;
const limits = [60, 90] as const;
const speedKmh = 72;

/** One report a minute while it drives, one in five while it stands; nothing in the silence, in which it drives on. */
function trackOf(): Array<Pick<PositionMessage, 'deviceTime' | 'speedKmh' | 'acc' | 'odometerM' | 'lat'>> {
  const driven = [
    ['01 22:00', '02 02:00'],
    ['02 05:00', '02 07:00'],
    ['02 11:30', '02 12:30'],
  ] as const;
  const silent = [wall('01 23:40'), wall('02 00:20')] as const;
  const points = [];
  let metres = 50_000;
  for (let t = wall('01 22:00'); t <= wall('02 15:00'); t += 60_000) {
    const drives = driven.some(([from, until]) => t > wall(from) && t <= wall(until));
    if (drives) metres += (speedKmh / 60) * 1000;
    if (t > silent[0] && t < silent[1]) continue;
    if (!drives && (t / 60_000) % 5 !== 0) continue;
    points.push({
      ...{ deviceTime: t, speedKmh: drives ? speedKmh : 0, acc: drives, odometerM: metres },
      lat: 31.2304 + degreesNorth(metres - 50_000),
    });
  }
  return points;
}

beforeAll(async () => {
  app = await testApp();
  const company = '变更相等公司';
  ({ token } = await app.company(company));
  const { database } = app;
  const { systemDb } = database;
  const first = await makeVehicle(database, company);
  const second = await makeTruck(database, first.clientId, '沪A00003');
  trucks.push(first.vehicleId, second.vehicleId);
  const at = (ms: number) => new Date(ms);
  // the plate
  await sql`update vehicle set plate_no = ${plates[1]} where id = ${first.vehicleId}`.execute(systemDb);
  await sql`delete from vehicle_period where vehicle_id = ${first.vehicleId} and kind = 'plate'`.execute(systemDb);
  await sql`insert into vehicle_period (client_id, vehicle_id, kind, value, since, until) values
    (${first.clientId}, ${first.vehicleId}, 'plate', ${plates[0]}, '2000-01-01', ${at(changed)}),
    (${first.clientId}, ${first.vehicleId}, 'plate', ${plates[1]}, ${at(changed)}, null)`.execute(systemDb);
  // the rule
  const rule = await makeRule(database, first.clientId, 'speed', { limitKmh: limits[0] });
  await sql`update alarm_rule_version set during = tstzrange(null, ${at(changed)}) where rule_id = ${rule}`.execute(
    systemDb,
  );
  await sql`insert into alarm_rule_version (client_id, rule_id, version, during, kind, level, scope, target_ids, exclude_ids, period, params, name)
    select client_id, rule_id, version + 1, tstzrange(${at(changed)}, null), kind, level, scope, target_ids, exclude_ids, period,
      params || jsonb_build_object('limitKmh', ${limits[1]}::int), name from alarm_rule_version where rule_id = ${rule}`.execute(
    systemDb,
  );
  // the binding
  await sql`delete from device_binding where device_id in (${first.deviceId}, ${second.deviceId})`.execute(systemDb);
  await sql`insert into device_binding (client_id, device_id, vehicle_id, during) values
    (${first.clientId}, ${first.deviceId}, ${first.vehicleId}, tstzrange('2000-01-01', ${at(moved)})),
    (${first.clientId}, ${first.deviceId}, ${second.vehicleId}, tstzrange(${at(moved)}, null))`.execute(systemDb);
  const kit = await factsKit(database, () => Date.UTC(2026, 2, 8));
  const messages = trackOf().map((point) => {
    const vehicleId = point.deviceTime < moved ? first.vehicleId : second.vehicleId;
    return report({ ...first, vehicleId }, point.deviceTime, point);
  });
  const isLate = ({ deviceTime: t }: PositionMessage): boolean => t > wall('02 05:10') && t < wall('02 05:40');
  for (const message of messages.filter((one) => !isLate(one))) await kit.send(message);
  await kit.settle();
  for (const message of messages.filter(isLate).toReversed())
    await kit.send({ ...message, late: true, receiveTime: wall('02 16:00') });
  await kit.settle();
  for (const vehicleId of trucks) await markAll({ ...first, vehicleId }, [...days]).execute(systemDb);
  await kit.recompute();
  await kit.stream.scan();
  for (const vehicleId of trucks) {
    const state = kit.stream.state(vehicleId);
    cards.set(vehicleId, state ? totalMileageOf(state) - (state.startM ?? 0) : 0);
  }
  await kit.stop();
}, 120_000);
afterAll(async () => {
  await app.close();
  rmSync(filesDir, { recursive: true, force: true });
});

type Row = Record<string, unknown>;
async function ask(path: string, input: object): Promise<{ list: Row[]; stat: Record<string, number> }> {
  const { code, msg, data } = await app.post(path, { page: 1, size: 100, ...input }, token);
  expect(code, `${path}: ${msg}`).toBe(200);
  return data;
}
const rowsOf = async (of: Report, input: object = {}): Promise<Row[]> =>
  (await ask(of.page.path, { ...range, vehicleIds: trucks, ...input })).list;

/** The stored points of a truck, as they lie there. */
const scan = async (vehicleId: string) =>
  (
    await sql<{
      t: number;
      m: number;
      kmh: number;
    }>`select (extract(epoch from device_time) * 1000)::float8 as t, odometer_m::float8 as m, speed_kmh::float8 as kmh
      from position where vehicle_id = ${vehicleId} order by device_time`.execute(app.database.systemDb)
  ).rows;

/** Metres between two moments by the odometer, a step over the edge cut in proportion to its time. */
function metresWithin(points: ReadonlyArray<{ t: number; m: number }>, from: number, until: number): number {
  return points.slice(1).reduce((sum, point, i) => {
    const before = points[i] ?? point;
    const share = Math.max(0, Math.min(point.t, until) - Math.max(before.t, from)) / (point.t - before.t);
    return sum + (point.m - before.m) * share;
  }, 0);
}
const km = (metres: number): number => Math.round(metres / 100) / 10;

it.each([0, 1])(
  'truck %i: day by day the raw points, the trajectory, three reports and the file say one distance; the live card the sum',
  async (i) => {
    const vehicleId = trucks[i] ?? '';
    const points = await scan(vehicleId);
    let all = 0;
    for (const day of days) {
      const of = { vehicleIds: [vehicleId], startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` };
      const start = Date.parse(`${day}T00:00:00+08:00`);
      const metres = metresWithin(points, start, start + 86_400_000);
      all += metres;
      const { stat } = await ask('/api/gis/track/query', { ...of, vehicleId, vehicleIds: undefined });
      const own = async (path: string, more: object = {}): Promise<Row | undefined> =>
        (await ask(`/api/report/${path}/page`, { ...of, ...more })).list.find((row) => row.vehicleId === vehicleId);
      const sheet = await sheetOf(app, { filesDir, token }, drivingSummaryReport as unknown as Report, {
        ...of,
        fields: ['mileage'],
      });
      expect(
        {
          trajectory: km(stat.mileageM ?? 0),
          summary: (await own('drivingSummary'))?.mileage ?? 0,
          daily: (await own('dailyDriving'))?.km ?? 0,
          matrix: (await own('dailyDrivingSummary', { metric: 'mileage' }))?.total ?? 0,
          file: Number(sheet.at(-1)?.at(-1)),
        },
        day,
      ).toEqual({
        trajectory: km(metres),
        summary: km(metres),
        daily: km(metres),
        matrix: km(metres),
        file: km(metres),
      });
    }
    expect(Math.abs((cards.get(vehicleId) ?? 0) - all)).toBeLessThan(1);
    // what was driven at all: the terminal's minute between the trucks belongs to none of them
    expect(all).toBeGreaterThan(i === 0 ? 400_000 : 30_000);
  },
);

it('alarms are those of the limit that held, by the raw points, and so is their file', async () => {
  const [first = '', second = ''] = trucks;
  const runs: number[] = [];
  let last: { t: number; over: boolean } | null = null;
  for (const { t, kmh } of await scan(first)) {
    const over = kmh > (t < changed ? limits[0] : limits[1]);
    // a silence ends what was going on
    if (over && !(last?.over && t - last.t <= 10 * 60_000)) runs.push(t);
    last = { t, over };
  }
  // before midnight, after the silence, and in the morning
  expect(runs).toHaveLength(3);
  const asked = { level: '0', handled: 'all', status: 'all', overPercent: 0 };
  const alarms = await rowsOf(speedingAlarms as unknown as Report, asked);
  const begun = alarms.map(({ startTime }) => Date.parse(`${String(startTime).replace(' ', 'T')}+08:00`)).sort();
  expect(begun).toEqual(runs);
  expect(alarms.map(({ limit, plateNo, vehicleId }) => [limit, plateNo, vehicleId])).toEqual(
    runs.map(() => [limits[0], plates[0], first]),
  );
  for (const { endTime } of alarms)
    expect(Date.parse(`${String(endTime).replace(' ', 'T')}+08:00`)).toBeLessThanOrEqual(changed);
  const sheet = await sheetOf(app, { filesDir, token }, speedingAlarms as unknown as Report, {
    ...{ ...range, ...asked, vehicleIds: [first, second], fields: ['plateNo', 'limit'] },
  });
  expect(sheet.slice(-runs.length).map((line) => line.slice(0, 2))).toEqual(
    runs.map(() => [plates[0], String(limits[0])]),
  );
});

it('a stay is named by the plate that the truck had when it began, on the page and in the file', async () => {
  const stays = (
    await rowsOf(parkingDetails as unknown as Report, { vehicleIds: [trucks[0]], sort: 'startTime asc' })
  ).map(({ startTime, plateNo }) => [startTime, plateNo]);
  expect(stays.length).toBeGreaterThanOrEqual(2);
  expect(stays).toEqual(
    stays.map(([startTime]) => [
      startTime,
      Date.parse(`${String(startTime).replace(' ', 'T')}+08:00`) < changed ? plates[0] : plates[1],
    ]),
  );
  expect(new Set(stays.map(([, plate]) => plate))).toEqual(new Set(plates));
  const sheet = await sheetOf(app, { filesDir, token }, parkingDetails as unknown as Report, {
    ...{ ...range, vehicleIds: [trucks[0]], sort: 'startTime asc', fields: ['plateNo'] },
  });
  expect(sheet.slice(-stays.length).map(([plate]) => plate)).toEqual(stays.map(([, plate]) => plate));
});
