import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { exportPath, runExport } from '../../../core/export/run';
import { Authenticator } from '../../base/identity/session/authenticate';

let app: TestApp;
let a: FleetFixture;
let vehicle: string;
const api = '/api/base/manage/driver';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '评分公司');
  vehicle = await a.addVehicle('沪P00001');
});
const filesDir = mkdtempSync(join(tmpdir(), 'driver-score-'));
afterAll(async () => {
  await app.close();
  rmSync(filesDir, { recursive: true });
});

let serial = 0;
async function addDriver(name: string): Promise<string> {
  const phone = `137${String(10_000_000 + ++serial)}`;
  const answer = await a.post(`${api}/add`, {
    name,
    phone,
    licenseClass: 'A2',
    licenseEnd: '2035-01-01',
    emergencyPhone: '13900139000',
    orgId: a.orgId,
  });
  expect(answer.code).toBe(200);
  return answer.data.id;
}

/** The company's day begins at 16:00 UTC; the first minutes of its running month. */
const monthBegin = (): number => {
  const local = new Date(Date.now() + 8 * 3_600_000);
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - 8 * 3_600_000;
};
const minute = 60_000;

interface Told {
  alarmType: number | null;
  /** minutes after the month began */
  at?: number;
  item?: number;
  level?: number | null;
  speedKmh?: number;
  more?: Record<string, unknown>;
  values?: Record<string, unknown>;
}
let told = 0;
const event = (
  driverId: string,
  { alarmType, at = ++told / 10, item = 0x65, level = 1, speedKmh = 60, more, values }: Told,
) => {
  const start = new Date(monthBegin() + at * minute);
  return {
    client_id: a.clientId,
    vehicle_id: vehicle,
    driver_id: driverId,
    kind: 'safetyEvent',
    alarm: false,
    subject: `${item.toString(16)}:${String(++told)}`,
    status: 1,
    confirmed_at: start,
    start_time: start,
    end_time: new Date(start.getTime() + 5_000),
    peak: speedKmh,
    values: JSON.stringify({ alarmType, rawItem: item, deviceLevel: level, times: 1, ...values }),
    ...more,
  };
};
const insert = (rows: Array<ReturnType<typeof event>>) =>
  app.database.systemDb.insertInto('episode').values(rows).execute();
const drove = (driverId: string, km: number) =>
  insert([
    {
      ...event(driverId, { alarmType: 0 }),
      kind: 'trip',
      subject: '',
      values: JSON.stringify({ mileageM: km * 1000 }),
    },
  ]);
const rowOf = async (id: string) =>
  (await a.post(`${api}/page`, { size: 50 })).data.list.find((driver: { id: string }) => driver.id === id);

/** The last two lines of the exported file. */
async function exported(input: object): Promise<string[]> {
  const answer = await a.post(`${api}/export`, { ...input, format: 'csv' });
  expect(answer.code, answer.msg).toBe(200);
  const { systemDb: db } = app.database;
  const authenticator = new Authenticator(app.database, app.secrets, app.log);
  await runExport({ db, filesDir, log: app.log, ctxOfUser: (id) => authenticator.ofUser(id) }, answer.data.id);
  const task = await db
    .selectFrom('export_task')
    .selectAll()
    .where('id', '=', answer.data.id)
    .executeTakeFirstOrThrow();
  return readFileSync(exportPath(filesDir, task), 'utf8').trim().split('\r\n').slice(-2);
}

it('the month score of the list is that of the details, and the points by type add up to what it lost', async () => {
  const id = await addDriver('周评分');
  await drove(id, 250);
  await insert([
    event(id, { alarmType: 186 }),
    event(id, { alarmType: 186, level: null }),
    event(id, { alarmType: 182, item: 0x64, level: 2 }),
  ]);
  expect(await rowOf(id)).toMatchObject({ monthKm: 250, monthScore: 91.2 });
  expect((await a.post(`${api}/detail`, { id })).data.monthScore).toBe(91.2);
  const figures = (await a.post(`${api}/figures`, { id })).data;
  expect(figures).toMatchObject({
    monthScore: 91.2,
    points: 22,
    deductions: [
      { alarmType: 186, count: 2, severe: 0, weight: 8, points: 16 },
      { alarmType: 182, count: 1, severe: 1, weight: 3, points: 6 },
    ],
  });
  const sum = figures.deductions.reduce((all: number, one: { points: number }) => all + one.points, 0);
  expect(sum).toBe(figures.points);
  expect(await exported({ name: '周评分', fields: ['name', 'monthScore'] })).toEqual(['姓名,本月评分', '周评分,91.2']);
});

it('leaves out mistakes, impossible clocks, slow cars ahead, withdrawn ones, other months and other drivers', async () => {
  const [id, other] = [await addDriver('吴清白'), await addDriver('郑旁人')];
  const handled = (status: number, of: ReturnType<typeof event>) => ({
    ...of,
    kind: 'safetyAlarm',
    alarm: true,
    handle_status: status,
    // a rule with a speed may begin later than what it is made of
    start_time: new Date(of.start_time.getTime() + 2_000),
  });
  const [mistake, real, both] = [186, 187, 188].map((alarmType) => event(id, { alarmType }));
  if (!mistake || !real || !both) throw new Error('no events');
  await insert([
    mistake,
    handled(3, mistake),
    real,
    handled(2, real),
    // two rules on one incident: one was called a mistake, the other true
    both,
    handled(3, both),
    { ...handled(2, both), subject: both.subject, start_time: new Date(both.start_time.getTime() + 3_000) },
    event(id, { alarmType: 186, values: { timeAbnormal: true } }),
    event(id, { alarmType: 180, item: 0x64, speedKmh: 29 }),
    event(id, { alarmType: 181, item: 0x64, speedKmh: 30 }),
    event(id, { alarmType: 189, speedKmh: 0 }),
    event(id, { alarmType: null }),
    event(id, { alarmType: 186, more: { status: 2 } }),
    event(id, { alarmType: 186, at: -1 }),
    event(other, { alarmType: 180, item: 0x64 }),
  ]);
  const { deductions, points, monthScore } = (await a.post(`${api}/figures`, { id })).data;
  expect(deductions.map((one: { alarmType: number; count: number }) => [one.alarmType, one.count])).toEqual([
    [187, 1],
    [189, 1],
    [188, 1],
    [181, 1],
  ]);
  expect([points, monthScore, (await rowOf(id)).monthScore]).toEqual([14, 86, 86]);
  expect((await rowOf(other)).monthScore).toBe(95);
});

it('is empty for who neither drove nor was warned, and for vehicles that the reader does not see', async () => {
  const id = await addDriver('王新人');
  expect(await rowOf(id)).toMatchObject({ monthKm: 0, monthScore: null });
  await drove(id, 120);
  await insert([event(id, { alarmType: 186 })]);
  expect((await rowOf(id)).monthScore).toBe(93.3);
  await app.database.systemDb.updateTable('driver').set({ org_id: null }).where('id', '=', id).execute();
  const below = await a.user({ menus: ['driver'], orgId: a.subOrgId });
  expect((await app.post(`${api}/figures`, { id }, below.token)).data).toMatchObject({
    monthScore: null,
    deductions: [],
  });
});
