import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRecorder, type Recorder } from '../../../test/recorder-kit';
import { type Answer, type TestApp, testApp } from '../../../test/test-app';
import { runExport } from '../../core/export/run';
import { Authenticator } from '../../modules/base/identity/session/authenticate';
import { alignedStart, clockWithOffset, zoneAt, zoneName } from './zones';

const minute = 60_000;
const hour = 60 * minute;

describe('zones', () => {
  it('tells the time of a place, one time for the whole of China', () => {
    expect([zoneAt(6.76, 51.43), zoneAt(87.6, 43.8), zoneAt(121.5, 25.03)]).toEqual([
      'Europe/Berlin',
      'Asia/Shanghai',
      'Asia/Taipei',
    ]);
    expect(['Europe/Berlin', 'Asia/Shanghai', 'Asia/Taipei', 'Etc/GMT-5'].map(zoneName)).toEqual([
      '德国时间',
      '北京时间',
      '中国台湾时间',
      'GMT+5',
    ]);
  });
  it('keeps the hour that comes twice in autumn apart', () => {
    const first = Date.UTC(2026, 9, 25, 0, 10);
    expect([first, first + hour].map((t) => clockWithOffset(t, 'Europe/Berlin'))).toEqual([
      '2026-10-25 02:10:00 +02:00',
      '2026-10-25 02:10:00 +01:00',
    ]);
    expect(clockWithOffset(0, 'America/St_Johns')).toBe('1969-12-31 20:30:00 -03:30');
  });
  it('begins intervals at full hours of the clock, also of one that is half an hour off', () => {
    const ten = Date.UTC(2026, 2, 1, 10);
    expect((ten - alignedStart(ten, hour, 'Asia/Kolkata')) / minute).toBe(30);
    expect(alignedStart(ten, hour, 'Asia/Shanghai')).toBe(ten);
  });
});

let app: TestApp;
let token = '';
let recorderId = '';
const dir = mkdtempSync(join(tmpdir(), 'recorder-'));
const start = Date.UTC(2026, 9, 24, 23);
const range = { startTime: '2026-10-25 07:00:00', endTime: '2026-10-25 10:59:59' };

/** A box near Duisburg in the night in which summer time ends: a reading every 30 minutes, 5 ℃, at 02:30 the second time 9.5 ℃, then an hour and a half of silence. */
beforeAll(async () => {
  app = await testApp();
  const company = await app.company('海外公司');
  token = company.token;
  const told = [0, 30, 60, 90, 120, 150, 180, 210].map((at) => ({
    ...{ t: start + at * minute, batt_pct: 80 - at / 30, temp_c: [at === 150 ? 9.5 : 5] },
  }));
  const box: Recorder = { name: '海运箱', limits: [2, 8], place: [6.76, 51.43] };
  recorderId = await addRecorder(app.database, company.clientId, box, told);
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

const ask = (path: string, more: object = {}): Promise<Answer> =>
  app.post(`/api/${path}`, { ...range, recorderIds: [recorderId], ...more }, token);

it('lists what a recorder read, on the clock and in the unit that were chosen', async () => {
  const { data } = await ask('report/temHumOverseas/list', { temTimeInterval: '30', timeZone: 'local', unit: 'f' });
  const rows: Array<Record<string, unknown>> = data.list;
  expect(rows.map(({ clock, tem1, over }) => [clock, tem1, over])).toEqual([
    ['2026-10-25 01:30:00 +02:00', 41, []],
    ['2026-10-25 02:00:00 +02:00', 41, []],
    ['2026-10-25 02:30:00 +02:00', 41, []],
    ['2026-10-25 02:00:00 +01:00', 41, []],
    ['2026-10-25 02:30:00 +01:00', 49.1, ['tem1']],
    ['2026-10-25 03:00:00 +01:00', 41, []],
    ['2026-10-25 03:30:00 +01:00', 41, []],
    ['2026-10-25 04:00:00 +01:00', null, []],
  ]);
  expect(rows[0]).toMatchObject({ country: '德国', region: '德国时间', locType: 1, data: 'real', hum1: 60 });
  const totals = (await ask('report/temHumOverseas/totals', { unit: 'f' })).data;
  expect(totals.names).toEqual({ tem1: '温度1(℉)', hum1: '湿度(%RH)' });
  expect(totals.stat[0]).toMatchObject({ recorder: 'WK1 海运箱', limits: '35.6 ~ 46.4', max: 49.1, min: 41 });
  const beijing = (await ask('report/temHumOverseas/list', { temTimeInterval: '30', onlyOver: true })).data.list;
  expect(beijing).toMatchObject([{ clock: '2026-10-25 09:30:00 +08:00', tem1: 9.5 }]);
});

it('tells where the box was, on the chosen clock, and refuses strangers and too wide ranges', async () => {
  const way = (more: object = {}, who = token): Promise<Answer> =>
    app.post('/api/report/temHumOverseas/map', { ...range, recorderId, timeZone: 'local', ...more }, who);
  const { data } = await way();
  expect(data.legs).toEqual([
    {
      country: '德国',
      from: '2026-10-25 01:00:00 +02:00',
      until: '2026-10-25 03:30:00 +01:00',
      seconds: 3.5 * 3600,
      readings: 8,
      path: expect.arrayContaining([[6.76, 51.43]]),
    },
  ]);
  expect(data).toMatchObject({ transit: [{ country: '德国', seconds: 3.5 * 3600 }], readings: 8, places: 8 });
  expect((await way({ startTime: '2026-07-01 00:00:00' })).data.errors).toEqual([
    { field: 'endTime', msg: '查询时间跨度不能超过93天' },
  ]);
  const stranger = (await app.company('别的公司')).token;
  expect(await way({}, stranger)).toMatchObject({ code: 4004, msg: '便携设备不存在或无权查看' });
});

it('tells a silence on the way from missing readings, and refuses strangers, ended services and too wide questions', async () => {
  await app.database.systemDb
    .deleteFrom('portable_reading')
    .where('device_time', '=', new Date(start + 90 * minute))
    .execute();
  const every10 = (await ask('report/temHumOverseas/list', { temTimeInterval: '10' })).data.list;
  // half-hourly readings: an hour between two is no silence, what lies between them is missing
  expect(every10.slice(0, 4).map(({ data }: { data: string }) => data)).toEqual(['none', 'none', 'real', 'none']);
  expect((await ask('report/temHumOverseas/list', { recorderIds: [] })).data.errors).toMatchObject([
    { field: 'recorderIds', msg: '请选择便携设备' },
  ]);
  const { token: stranger } = await app.company('别家');
  const other = await app.post('/api/report/temHumOverseas/list', { ...range, recorderIds: [recorderId] }, stranger);
  expect(other.code).toBe(4004);
  const wide = await ask('report/temHumOverseas/list', {
    startTime: '2026-07-25 00:00:00',
    recorderIds: [recorderId, recorderId, recorderId],
  });
  expect(wide.data.errors).toMatchObject([{ field: 'endTime' }]);
  const { systemDb } = app.database;
  await systemDb
    .updateTable('portable_device')
    .set({ service_end: '2026-10-24' })
    .where('id', '=', recorderId)
    .execute();
  expect((await ask('report/temHumOverseas/list')).msg).toContain('已于2026-10-24到期');
  await systemDb.updateTable('portable_device').set({ service_end: null }).where('id', '=', recorderId).execute();
});

it('prints the record in English', async () => {
  const started = await ask('report/temHumOverseas/print', { temTimeInterval: '30', lang: 'en', timeZone: 'utc' });
  expect(started.code, started.msg).toBe(200);
  const authenticator = new Authenticator(app.database, app.secrets, app.log);
  const { systemDb: db } = app.database;
  const log = pino({ level: 'silent' });
  await runExport({ db, filesDir: dir, log, ctxOfUser: (user) => authenticator.ofUser(user) }, started.data.id);
  const task = await db
    .selectFrom('export_task')
    .select(['file_path', 'fail_reason'])
    .where('id', '=', started.data.id)
    .executeTakeFirstOrThrow();
  expect(task.fail_reason).toBeNull();
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(task.file_path ?? ''))));
  const words = text.join('\n').replace(/\s+/gu, ' ');
  for (const word of [
    'Temperature and humidity record',
    'Recorder',
    'WK1',
    'Temperature 1 (°C)',
    '9.5 *',
    'Shipper',
    '2026-10-25 01:30:00 +00:00',
  ])
    expect(words).toContain(word);
});
