import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVehicle } from '../../../test/stream-kit';
import { type TestApp, testApp } from '../../../test/test-app';
import { mailOf } from '../../core/notify/mail';
import type { JobQueue } from '../../core/run/jobs';
import { Authenticator } from '../../modules/base/identity/door';
import { deliver, queueDue, type SubscriptionDeps } from './jobs';

let app: TestApp;
const filesDir = mkdtempSync(join(tmpdir(), 'tongda-files-'));
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
  rmSync(filesDir, { recursive: true, force: true });
});

const screen = 'drivingSummaryReport';
const morning = { screen, name: '晨报', cycle: 'day', clock: '08:00', channels: ['message', 'mail'], filters: {} };
type Answer = { code: number; msg: string; data: Array<Record<string, unknown>> & Record<string, unknown> };

/** A company, its user with a mail box, and what the jobs work with; added jobs are kept. */
async function scene(name: string) {
  const { token } = await app.company(name);
  const vehicle = await makeVehicle(app.database, name);
  const { systemDb } = app.database;
  await sql`update app_user set email = 'a@example.com' where client_id = ${vehicle.clientId}`.execute(systemDb);
  const queued: object[] = [];
  const authenticator = new Authenticator(app.database, app.secrets, app.log);
  const deps: SubscriptionDeps = {
    db: systemDb,
    filesDir,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://tms.example.com/',
    ctxOfUser: (id) => authenticator.ofUser(id),
    mail: mailOf({ ...app, config: { ...app.config, SMTP_URL: undefined } }),
    jobs: {
      add: (async (_, payload) => {
        queued.push(payload);
      }) as JobQueue['add'],
    },
  };
  const ask = async (call: string, input: object) =>
    (await app.post(`/api/report/subscription/${call}`, input, token)) as Answer;
  return { vehicle, deps, queued, ask, token };
}

test('a report that is due is made once, lies in the download centre, and is told by message and mail with its figures', async () => {
  const { vehicle, deps, queued, ask } = await scene('定时报表公司');
  await sql`insert into day_summary (vehicle_id, day, client_id, day_from, covered_until, mileage_m, driving_ms, no_data_ms, points)
    select ${vehicle.vehicleId}, day, ${vehicle.clientId}, day::timestamp at time zone 'Asia/Shanghai', (day + 1)::timestamp at time zone 'Asia/Shanghai',
      312400, 18000000, 68400000, 100 from (select (now() at time zone 'Asia/Shanghai')::date - 1 as day) d`.execute(
    deps.db,
  );
  const { data } = await ask('add', morning);
  const due = Date.now() - 60_000;
  await sql`update report_subscription set next_at = ${new Date(due)} where id = ${String(data.id)}`.execute(deps.db);
  await queueDue(deps);
  await queueDue(deps);
  expect(queued).toEqual([{ id: data.id, due }]);
  await deliver(deps, { id: String(data.id), due });
  const { rows: tasks } = await sql<{
    id: string;
    status: number;
    name: string;
  }>`select id::text, status, file_name as name from export_task where client_id = ${vehicle.clientId}`.execute(
    deps.db,
  );
  expect(tasks).toMatchObject([{ status: 1, name: expect.stringMatching(/^行驶汇总_.*\.xlsx$/u) }]);
  expect(existsSync(join(filesDir, 'exports', `${tasks[0]?.id}.xlsx`))).toBe(true);
  const { rows: told } = await sql<{ title: string; content: string }>`select title, content from message
    where client_id = ${vehicle.clientId} and type = 14101`.execute(deps.db);
  expect(told).toMatchObject([{ title: '每日报表 晨报', content: expect.stringContaining('行驶里程 312.4 km') }]);
  const { rows: mails } = await sql<{ recipient: string; text: string }>`select recipient, text from mail_outbox
    where recipient = 'a@example.com'`.execute(deps.db);
  expect(mails).toMatchObject([{ text: expect.stringContaining('https://tms.example.com/community/download') }]);
  // told again after a crash, it is the same message and the same mail
  await deliver(deps, { id: String(data.id), due });
  const count = await sql<{
    n: number;
  }>`select (select count(*) from message where type = 14101 and client_id = ${vehicle.clientId})
    + (select count(*) from mail_outbox where recipient = 'a@example.com') as n`.execute(deps.db);
  expect(Number(count.rows[0]?.n)).toBe(2);
  const { data: list } = await ask('list', { screen });
  expect(list).toMatchObject([{ name: '晨报', enabled: true, lastFault: '' }]);
});

test('the file has the columns and the days of the page, and the message its figures by the name that the filters give them', async () => {
  const { vehicle, deps, ask } = await scene('定时列公司');
  const since = sql`(now() at time zone 'Asia/Shanghai')::date`;
  await sql`insert into day_summary (vehicle_id, day, client_id, day_from, covered_until, mileage_m, driving_ms, no_data_ms, points)
    select ${vehicle.vehicleId}, day, ${vehicle.clientId}, day::timestamp at time zone 'Asia/Shanghai', (day + 1)::timestamp at time zone 'Asia/Shanghai',
      312400, 18000000, 68400000, 100 from (select ${since} - 1 as day) d`.execute(deps.db);
  const own = { ...morning, screen: 'dailyDrivingSummaryReport', name: '每日里程', cycle: 'week', format: 'csv' };
  const { data } = await ask('add', {
    ...own,
    filters: { metric: 'mileage', fields: ['daysOut', 'plateNo', 'd1', 'd2', 'total'], sort: 'total desc' },
  });
  await deliver(deps, { id: String(data.id), due: Date.now() });
  const { rows: tasks } = await sql<{ id: string }>`select id::text from export_task
    where client_id = ${vehicle.clientId}`.execute(deps.db);
  const file = readFileSync(join(filesDir, 'exports', `${tasks[0]?.id}.csv`), 'utf8');
  const head = file.split(/\r?\n/u).find((line) => line.includes('车牌号')) ?? '';
  const columns = head.replace('\uFEFF', '').replaceAll('"', '').split(',');
  const days = columns.filter((label) => /^\d\d-\d\d$/u.test(label));
  expect(days).toHaveLength(7);
  expect(columns.filter((label) => !days.includes(label)).slice(-3)).toEqual(['出车天数', '车牌号', '合计']);
  const { rows: told } = await sql<{ content: string }>`select content from message
    where client_id = ${vehicle.clientId} and type = 14101`.execute(deps.db);
  expect(told[0]?.content).toContain('里程合计 312.4 km');
});

test('what may not be exported any more says why, and is not made', async () => {
  const { vehicle, deps, ask } = await scene('无权定时公司');
  const { data } = await ask('add', morning);
  await sql`update app_user set status = 0 where client_id = ${vehicle.clientId}`.execute(deps.db);
  await deliver(deps, { id: String(data.id), due: Date.now() });
  const { rows } = await sql<{
    fault: string;
  }>`select last_fault as fault from report_subscription where id = ${String(data.id)}`.execute(deps.db);
  expect(rows).toEqual([{ fault: '账号已停用' }]);
  const { rows: tasks } = await sql`select from export_task where client_id = ${vehicle.clientId}`.execute(deps.db);
  expect(tasks).toHaveLength(0);
});

test('a subscription is checked at its fields, and is its owner’s alone', async () => {
  const { vehicle, deps, ask } = await scene('订阅检查公司');
  const faultOf = async (more: object) => {
    const { code, msg, data } = await ask('add', { ...morning, ...more });
    return [code, (data?.errors as Array<{ field: string }> | undefined)?.[0]?.field ?? msg];
  };
  expect(await faultOf({ clock: '25:00' })).toEqual([4000, 'clock']);
  expect(await faultOf({ channels: [] })).toEqual([4000, 'channels']);
  expect(await faultOf({ filters: { groupBy: 'planet' } })).toEqual([4000, 'filters']);
  expect(await faultOf({ screen: 'nothing' })).toEqual([4004, '报表不存在或无权查看']);
  await sql`update app_user set email = null where client_id = ${vehicle.clientId}`.execute(deps.db);
  expect(await faultOf({})).toEqual([4000, 'channels']);
  const { data } = await ask('add', { ...morning, channels: ['message'], cycle: 'week', weekday: 3 });
  const other = await scene('订阅旁人公司');
  expect(await other.ask('switch', { id: data.id, enabled: false })).toMatchObject({ code: 4004 });
  expect(await other.ask('delete', { id: data.id })).toMatchObject({ code: 4004 });
  expect(await ask('switch', { id: data.id, enabled: false })).toMatchObject({ code: 200 });
  expect((await ask('list', { screen })).data).toMatchObject([{ enabled: false, nextTime: null, cycle: 'week' }]);
  expect(await ask('delete', { id: data.id })).toMatchObject({ code: 200 });
  expect((await ask('list', { screen })).data).toEqual([]);
});
