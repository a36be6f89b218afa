import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { makeRule } from '../../../../test/facts-kit';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import type { DB } from '../../../core/generated/db-types';
import { mailOf } from '../../../core/notify/mail';
import { makeOutbound, webhookSign } from '../../../core/notify/outbound';
import { smsOf } from '../../../core/notify/sms';
import { voiceOf } from '../../../core/notify/voice';
import { templateWechat, wechatSenderOf } from '../../../core/notify/wechat-notice';
import { dingtalkSign, feishuSign } from './send/robots';
import { loadSmsUse } from './send/sms-quota';
import { type PushDeps, runPushRound } from './send/worker';

let app: TestApp;
let db: Kysely<DB>;
let a: FleetFixture;
let b: FleetFixture;
let vehicleId: string;
/** the clock of every test */
let now = 0;
const minute = 60_000;
/** A moment of the company's wall clock. */
const wall = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`);

interface Heard {
  at: number;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}
/** A robot that refuses the 21st message a minute, as WeCom's and DingTalk's do. */
let heard: Heard[] = [];
/** everything that was asked, refused or not */
let asked: Heard[] = [];
let refusals = 0;
let reply: (path: string) => { status: number; body: object } | 'hang' | null = () => null;
let robot: Server;
let robotUrl = '';

beforeAll(async () => {
  robot = createServer(async (req, res) => {
    let body = '';
    for await (const part of req) body += String(part);
    asked.push({ at: now, path: req.url ?? '', headers: req.headers, body });
    const special = reply(req.url ?? '');
    if (special === 'hang') return;
    const recent = heard.filter(({ at, path }) => path === req.url && at > now - minute).length;
    const full = special === null && recent >= 20;
    if (full) refusals++;
    if (special === null && !full) heard.push({ at: now, path: req.url ?? '', headers: req.headers, body });
    res.writeHead(special?.status ?? 200, { 'content-type': 'application/json' });
    res.end(
      JSON.stringify(
        special?.body ?? (full ? { errcode: 45009, errmsg: 'api freq out of limit' } : { errcode: 0, errmsg: 'ok' }),
      ),
    );
  });
  await new Promise<void>((done) => robot.listen(0, '127.0.0.1', done));
  const { port } = robot.address() as AddressInfo;
  robotUrl = `http://127.0.0.1:${port}`;
  app = await testApp({ PUSH_PRIVATE_HOSTS: '127.0.0.1' });
  db = app.database.systemDb;
  a = await fleetFixture(app, '推送公司');
  b = await fleetFixture(app, '别家推送');
  vehicleId = await a.addVehicle('沪A10001', { orgId: a.subOrgId, fleetId: a.fleetId, driverId: a.driverId });
});
afterAll(async () => {
  robot.closeAllConnections();
  robot.close();
  await app.close();
});
beforeEach(() => {
  now = wall('2026-11-20 12:00:00');
  heard = [];
  asked = [];
  refusals = 0;
  reply = () => null;
});
afterEach(async () => {
  await sql`update push_setting set deleted_at = now()`.execute(db);
  await sql`delete from push_send`.execute(db);
  await sql`delete from push_call`.execute(db);
  await sql`delete from episode`.execute(db);
  await sql`delete from message`.execute(db);
});

const deps = (more: Partial<PushDeps> = {}): PushDeps => ({
  db,
  log: pino({ level: 'silent' }),
  now: () => now,
  sms: smsOf(app),
  smsQuota: 0,
  voice: voiceOf(app),
  mail: mailOf(app),
  wechat: wechatSenderOf(app),
  net: makeOutbound({ privateHosts: ['127.0.0.1'] }),
  ...more,
});
const round = () => runPushRound(deps());

let serial = 0;
/** An alarm of the vehicle as the stream writes it; answers its id. */
async function alarm(more: { level?: number; kind?: string; vehicle?: string; push?: boolean } = {}): Promise<string> {
  const { level = 2, kind = 'temperatureAlarm', vehicle = vehicleId, push = true } = more;
  const start = new Date(now - 10 * minute - ++serial * 1000);
  const { id } = await db
    .insertInto('episode')
    .values({
      client_id: a.clientId,
      vehicle_id: vehicle,
      kind,
      alarm: true,
      subject: 'tem1',
      start_time: start,
      confirmed_at: new Date(now),
      level,
      peak: -9.5,
      limit_value: -12,
      lng: 121.47,
      lat: 31.23,
      announced_at: push ? new Date(now) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await event(id, 'opened', push);
  return id;
}
async function event(
  episodeId: string,
  what: 'opened' | 'changed' | 'ended' | 'withdrawn',
  push = true,
): Promise<void> {
  const e = await db.selectFrom('episode').selectAll().where('id', '=', episodeId).executeTakeFirstOrThrow();
  const body = {
    event: what,
    push,
    episodeId,
    clientId: e.client_id,
    vehicleId: e.vehicle_id,
    kind: e.kind,
    ruleId: null,
    subject: e.subject,
    level: e.level,
    start: e.start_time.getTime(),
    end: e.end_time?.getTime() ?? null,
    peak: e.peak,
    limit: e.limit_value,
    lng: e.lng,
    lat: e.lat,
    placeId: null,
    driverId: null,
    values: {},
  };
  await db
    .insertInto('episode_event')
    .values({
      client_id: e.client_id,
      vehicle_id: e.vehicle_id,
      episode_id: episodeId,
      event: what,
      push,
      at: new Date(now),
      body: JSON.stringify(body),
    })
    .execute();
}
const becomes = (id: string, values: { end_time?: Date; status?: number; handle_status?: number; level?: number }) =>
  db.updateTable('episode').set(values).where('id', '=', id).execute();

async function endpoint(more: Record<string, unknown> = {}): Promise<string> {
  const answer = await a.post('/api/alarm/push/endpoint/add', {
    kind: 5,
    name: `机器人${++serial}`,
    url: `${robotUrl}/cgi-bin/webhook/send?key=${serial}`,
    ...more,
  });
  expect(answer).toMatchObject({ code: 200 });
  return String(answer.data.id);
}
const input = (more: Record<string, unknown> = {}) => ({
  name: `推送${++serial}`,
  minLevel: 1,
  scope: 1,
  channels: [1],
  userIds: [a.userId],
  ...more,
});
async function setting(more: Record<string, unknown> = {}): Promise<string> {
  const answer = await a.post('/api/alarm/push/add', input(more));
  expect(answer, JSON.stringify(answer.data)).toMatchObject({ code: 200 });
  return String(answer.data.id);
}
/** What was written down, in the order of telling. */
const sends = () => db.selectFrom('push_send').selectAll().orderBy('id').execute();
const statuses = async () => (await sends()).map(({ occasion, status }) => `${occasion}:${status}`);
const told = () => heard.map(({ body }) => String(JSON.parse(body).markdown.content));
const onlyRobot = (id: string) => ({ channels: [], userIds: [], endpointIds: [id] });

describe('exactly one notice per incident and channel', () => {
  it('whatever dies or runs beside it: two processes, the same settings twice, the same round again', async () => {
    const id = await endpoint();
    await setting({ ...onlyRobot(id), channels: [1, 2], userIds: [a.userId] });
    await setting({ ...onlyRobot(id), channels: [1], userIds: [a.userId] });
    const episode = await alarm();
    await Promise.all([round(), round(), round()]);
    await round();
    expect((await sends()).map(({ channel, status }) => `${channel}:${status}`).sort()).toEqual(['1:1', '2:1', '5:1']);
    expect(told()).toHaveLength(1);
    expect(told()[0]).toContain('【超温报警·一般】沪A10001 探头1 −9.5 ℃，上限 −12 ℃，11-20 11:49起');
    const messages = await db.selectFrom('message').select(['once_key', 'title']).execute();
    expect(messages).toEqual([{ once_key: `alarm:${episode}`, title: '超温报警' }]);
  });

  it('events that are not for telling tell nobody', async () => {
    await setting();
    await alarm({ push: false });
    await round();
    expect(await sends()).toEqual([]);
    expect(await db.selectFrom('push_inbox').selectAll().execute()).toEqual([]);
  });

  it('what a server that was down finds later is written down as too old', async () => {
    await setting();
    await alarm();
    now += 31 * minute;
    await round();
    expect(await sends()).toMatchObject([{ status: 3, cause: '报警发生超过30分钟，不再推送' }]);
  });

  it('a notice of speeding says where its limit came from, as the list does', async () => {
    const id = await endpoint();
    await setting(onlyRobot(id));
    const { id: placeId } = await db
      .insertInto('place')
      .values({ client_id: a.clientId, kind: 'site', place_type: 1, name: 'G312', org_id: a.subOrgId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const params = { limitKmh: 90, roads: [{ road: 2, placeIds: [placeId], limitKmh: 60 }] };
    const rule = await makeRule(app.database, a.clientId, 'speed', params, { scope: 3, target_ids: [vehicleId] });
    const episode = await alarm({ kind: 'speedAlarm' });
    const fired = { rule_id: rule, rule_version: 1, place_id: placeId, peak: 75, limit_value: 60, subject: '' };
    await db.updateTable('episode').set(fired).where('id', '=', episode).execute();
    await sql`update episode_event set body = body || '{"peak":75,"limit":60,"subject":""}' where episode_id = ${episode}`.execute(
      db,
    );
    await round();
    expect(told()[0]).toContain('沪A10001 75 km/h，限速 60 km/h（国道），');
  });

  const speeding = (episodeId: string) => ({
    event: 'opened',
    episodeId,
    vehicleId,
    kind: 'speedAlarm',
    level: 2,
    subject: '',
    start: now,
    values: {},
  });
  it('a number that commits late is not passed over', async () => {
    await setting();
    const slow = await app.database.pool.connect();
    await slow.query('begin');
    const early = await slow.query(
      `insert into episode (client_id, vehicle_id, kind, alarm, start_time, confirmed_at, level) values ($1, $2, 'speedAlarm', true, now(), now(), 2) returning id`,
      [a.clientId, vehicleId],
    );
    await slow.query(
      `insert into episode_event (client_id, vehicle_id, episode_id, event, push, at, body) values ($1, $2, $3, 'opened', true, $4,
        $5)`,
      [a.clientId, vehicleId, early.rows[0].id, new Date(now), JSON.stringify(speeding(early.rows[0].id))],
    );
    await alarm();
    await round();
    expect(await sends()).toHaveLength(1);
    await slow.query('commit');
    slow.release();
    await round();
    expect((await sends()).map(({ kind }) => kind)).toEqual(['temperatureAlarm', 'speedAlarm']);
  });
});

describe('a robot that takes 20 messages a minute', () => {
  it('of 60 alarms at once loses none, gets none twice, and the rest merged', async () => {
    const id = await endpoint();
    await setting(onlyRobot(id));
    const count = 60;
    const plates = await Promise.all(Array.from({ length: count }, (_, i) => a.addVehicle(`沪B${String(10_000 + i)}`)));
    for (const vehicle of plates) await alarm({ vehicle });
    for (let second = 0; second < 150; second += 5) {
      await round();
      now += 5_000;
    }
    expect(refusals).toBe(0);
    const rows = await sends();
    expect(rows.filter(({ status }) => status === 1)).toHaveLength(count);
    const busiest = Math.max(...heard.map(({ at }) => heard.filter((h) => h.at >= at && h.at < at + minute).length));
    expect(busiest).toBeLessThanOrEqual(20);
    const text = told().join('\n');
    expect(text).toContain('【报警汇总】');
    for (let i = 0; i < count; i++) expect(text.split(`沪B${10_000 + i}`)).toHaveLength(2);
  }, 60_000);

  it('that others use too refuses, and is told everything later', async () => {
    const id = await endpoint();
    await setting(onlyRobot(id));
    heard = Array.from({ length: 20 }, () => ({ at: now, path: '', headers: {}, body: '{"markdown":{"content":""}}' }));
    const { url } = await db.selectFrom('push_endpoint').select('url').where('id', '=', id).executeTakeFirstOrThrow();
    for (const call of heard) call.path = url.slice(robotUrl.length);
    await alarm();
    await alarm();
    await round();
    expect(refusals).toBe(1);
    expect(await sends()).toMatchObject([{ status: 0, attempts: 0, cause: '机器人限流，稍后合并发送' }, { status: 0 }]);
    now += 61_000;
    await round();
    expect(await statuses()).toEqual(['1:1', '1:1']);
  });
});

describe('声音', () => {
  it('is a message for which browsers play a tone, that pops up only when somebody asks for that too', async () => {
    await setting({ channels: [10] });
    await alarm();
    await round();
    expect(await sends()).toMatchObject([{ channel: 10, status: 1 }]);
    const unread = async () => (await a.post('/api/base/msg/page', { page: 1, size: 10, readFlag: 0 })).data.list;
    expect(await unread()).toMatchObject([{ title: '超温报警', popup: false, sound: true }]);
    await setting({ channels: [2] });
    await alarm();
    await round();
    expect((await unread())[0]).toMatchObject({ popup: true, sound: true });
  });
});

describe('APP', () => {
  it('stands on the phone page of the driver until he has read it; whoever has no such page is named in the log', async () => {
    const { id: driverId } = await db
      .insertInto('driver')
      .values({ client_id: a.clientId, name: '周师傅', phone: '13816502219' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const before = await db
      .selectFrom('vehicle')
      .select('driver_id')
      .where('id', '=', vehicleId)
      .executeTakeFirstOrThrow();
    await db.updateTable('vehicle').set({ driver_id: driverId }).where('id', '=', vehicleId).execute();
    await setting({ channels: [11], driver: true });
    await alarm();
    await round();
    const told = async () =>
      (await sends()).map(({ channel, recipient, status, cause }) =>
        `${channel} ${recipient} ${status} ${cause}`.trim(),
      );
    expect((await told()).sort()).toEqual(
      [`11 driver:${driverId} 3 司机没有登录账号`, `11 user:${a.userId} 3 用户不是司机，没有司机端`].sort(),
    );

    const driver = await a.user({ orgId: a.orgId });
    await db.updateTable('app_user').set({ driver_id: driverId }).where('id', '=', driver.userId).execute();
    const page = async () => (await app.post('/api/tms/driverApp/tasks', {}, driver.token)).data;
    await alarm();
    await round();
    expect(await told()).toContain(`11 user:${driver.userId} 1`);
    const { notices } = await page();
    expect(notices).toMatchObject([{ title: '超温报警', content: expect.stringContaining('沪A10001') }]);
    await app.post('/api/base/msg/read', { msgIds: [notices[0].id] }, driver.token);
    expect((await page()).notices).toEqual([]);

    // what came another way is read in the message centre, it is not pressed on whoever drives
    await sql`update push_setting set deleted_at = now()`.execute(db);
    await setting({ channels: [1], userIds: [driver.userId] });
    await alarm();
    await round();
    expect(await told()).toContain(`1 user:${driver.userId} 1`);
    expect((await page()).notices).toEqual([]);
    await db.updateTable('vehicle').set({ driver_id: before.driver_id }).where('id', '=', vehicleId).execute();
  });
});

describe('电话', () => {
  it('calls whoever has a number and reads the alarm out, once', async () => {
    const calls: unknown[] = [];
    const voice = {
      real: true,
      call: async (wish: unknown) => {
        calls.push(wish);
      },
    };
    await setting({ channels: [12], userIds: [], contacts: [{ name: '值班', phone: '13800138000', email: '' }] });
    await alarm();
    await runPushRound(deps({ voice }));
    await runPushRound(deps({ voice }));
    expect(await sends()).toMatchObject([{ channel: 12, recipient: '13800138000', status: 1 }]);
    expect(calls).toEqual([
      { phone: '13800138000', id: expect.stringMatching(/^push-/u), text: expect.stringContaining('沪A10001') },
    ]);
    const driver = input({ channels: [12], driver: true, userIds: [] });
    expect(await a.post('/api/alarm/push/add', driver)).toMatchObject({ code: 200 });
  });

  it('says without a gateway what is to be set up, and tells users inside the product', async () => {
    await db.updateTable('app_user').set({ phone: '13800138001' }).where('id', '=', a.userId).execute();
    await setting({ channels: [12] });
    await alarm();
    await round();
    await round();
    expect(await sends()).toMatchObject([
      { channel: 12, status: 2, cause: '未接入语音电话网关，请联系平台运维开通' },
      { channel: 1, status: 1 },
    ]);
    expect((await a.post('/api/alarm/push/choices', {})).data).toMatchObject({ realVoice: false });
  });

  it('posts to the gateway of the settings and takes any refusal for a failure', async () => {
    const own = voiceOf({ config: { ...app.config, VOICE_URL: `${robotUrl}/call`, VOICE_TOKEN: 'gate' } });
    reply = () => ({ status: 200, body: {} });
    await own.call({ phone: '13800138000', text: '超温', id: 'push-1-1' });
    expect(asked.at(-1)).toMatchObject({ path: '/call', headers: { authorization: 'Bearer gate' } });
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({ phone: '13800138000', text: '超温', id: 'push-1-1' });
    reply = () => ({ status: 503, body: {} });
    await expect(own.call({ phone: '13800138000', text: '超温', id: 'push-1-2' })).rejects.toThrow('503');
  });
});

describe('the month of text messages', () => {
  it('is counted, and who has none left is told inside the product', async () => {
    await db.updateTable('app_user').set({ phone: '13800138001' }).where('id', '=', a.userId).execute();
    await setting({ channels: [3] });
    await alarm();
    await round();
    const used = (await sends())[0]?.parts ?? 0;
    expect(used).toBeGreaterThan(0);
    const use = (await a.post('/api/alarm/push/choices', {})).data.sms;
    expect(use).toEqual({
      used: expect.any(Number),
      most: null,
      by: 'base',
      planName: null,
      hasPlan: false,
      more: false,
    });
    // the log says the same, whatever it is narrowed to
    expect((await a.post('/api/alarm/sendLog/page', { status: 3 })).data.sms).toEqual(use);
    await alarm();
    await runPushRound(deps({ smsQuota: used }));
    await runPushRound(deps({ smsQuota: used }));
    expect((await sends()).slice(1)).toMatchObject([
      {
        channel: 3,
        status: 2,
        cause: `短信余额不足：每月${used}条（本月已用${used}条），次月1日恢复，可联系服务商增加`,
      },
      { channel: 1, status: 1 },
    ]);
    // a plan gives more until the last moment of its last day
    const { rows } = await sql<{ id: string }>`insert into member_plan (name, level, quotas)
      values ('标准版', 1, ${JSON.stringify({ smsPerMonth: used + 1 })}) returning id`.execute(db);
    await sql`insert into member_period (client_id, device_id, plan_id, start_date, end_date)
      values (${a.clientId}, ${a.deviceIds[0]}, ${rows[0]?.id}, '2026-11-01', '2026-11-20')`.execute(db);
    await alarm();
    await runPushRound(deps({ smsQuota: used }));
    await runPushRound(deps({ smsQuota: used }));
    const over = (await sends()).slice(3);
    expect(over[0]).toMatchObject({
      status: 2,
      cause: `短信余额不足：当前会员“标准版”每月${used + 1}条（本月已用${used}条），次月1日恢复，可联系服务商增加`,
    });
    const shown = { used, most: used + 1, by: 'plan', planName: '标准版', hasPlan: true, more: false };
    expect(await loadSmsUse(db, a.clientId, { now, smsQuota: used })).toEqual(shown);
    await sql`update member_plan set quotas = '{"smsPerMonth": 100}' where level = 1`.execute(db);
    now = wall('2026-11-21 00:00:00') - 1;
    await alarm();
    await runPushRound(deps({ smsQuota: used }));
    expect((await sends()).at(-1)).toMatchObject({ channel: 3, status: 4 });
    now += 1;
    await alarm();
    await runPushRound(deps({ smsQuota: used }));
    expect((await sends()).findLast(({ channel }) => channel === 3)).toMatchObject({
      status: 2,
      cause: `短信余额不足：未开通会员每月${used}条（本月已用${used * 2}条），次月1日恢复，可购买会员`,
    });
    // what went out in the month before does not count
    now = wall('2026-12-01 00:00:01');
    await alarm();
    await runPushRound(deps({ smsQuota: used }));
    expect((await sends()).at(-1)).toMatchObject({ channel: 3, status: 4 });
  });
});

describe('微信', () => {
  const bind = (openId: string | null) =>
    db
      .updateTable('app_user')
      .set({ wx_openid: openId, wx_bound_at: openId === null ? null : new Date(now) })
      .where('id', '=', a.userId)
      .execute();
  const account = () =>
    templateWechat({
      appId: 'wx1',
      secret: 'geheim',
      templateId: 'tpl',
      fields: 'thing1=title,car_number2=plateNo,time3=time,thing4=content',
      api: robotUrl,
    });
  const wechatRound = (wechat = account()) => runPushRound(deps({ wechat, publicUrl: 'https://t.example.com/' }));
  const byWechat = { channels: [8], userIds: [] as string[] };
  afterEach(async () => {
    await bind(null);
    await sql`delete from wechat_outbox`.execute(db);
  });

  it('without an official account a notice is kept in the outbox, once; who bound nothing is told why not', async () => {
    await setting({ ...byWechat, userIds: [a.userId] });
    await alarm();
    await round();
    expect(await sends()).toMatchObject([{ channel: 8, status: 3, cause: '用户没有绑定微信' }]);
    await bind('o-quality');
    await alarm();
    await Promise.all([round(), round()]);
    expect((await sends()).at(-1)).toMatchObject({ status: 4, cause: '未接入公众号模板消息，已存入发件箱' });
    const kept = await db.selectFrom('wechat_outbox').selectAll().execute();
    expect(kept).toMatchObject([{ open_id: 'o-quality', title: '超温报警' }]);
    expect(kept[0]?.content).toContain('沪A10001 探头1 −9.5 ℃');
    expect((await a.post('/api/alarm/push/choices', {})).data).toMatchObject({ realWechat: false });
  });

  it('asks for a token once, renews one that is over, and names the message so that WeChat takes it once', async () => {
    let tokens = 0;
    let over = false;
    reply = (path) => {
      if (path.startsWith('/cgi-bin/stable_token')) {
        tokens++;
        return { status: 200, body: { access_token: `t${tokens}`, expires_in: 7200 } };
      }
      const worn = over && path.endsWith('access_token=t1');
      return {
        status: 200,
        body: worn ? { errcode: 42001, errmsg: 'expired' } : { errcode: 0, errmsg: 'ok', msgid: 1 },
      };
    };
    await bind('o-quality');
    await setting({ ...byWechat, userIds: [a.userId] });
    const wechat = account();
    await alarm();
    await wechatRound(wechat);
    over = true;
    now += minute;
    await alarm();
    await wechatRound(wechat);
    expect(await statuses()).toEqual(['1:1', '1:1']);
    expect(tokens).toBe(2);
    const messages = asked.filter(({ path }) => path.startsWith('/cgi-bin/message/template/send'));
    expect(messages.map(({ path }) => path.split('=')[1])).toEqual(['t1', 't1', 't2']);
    const bodies = messages.map(({ body }) => JSON.parse(body));
    expect(bodies[0]).toEqual({
      touser: 'o-quality',
      template_id: 'tpl',
      client_msg_id: expect.stringMatching(/^push-\d+-1$/u),
      url: `https://t.example.com/community/location?vehicleId=${vehicleId}`,
      data: {
        thing1: { value: '超温报警' },
        car_number2: { value: '沪A10001' },
        time3: { value: expect.stringMatching(/^2026-11-20 11:4\d$/u) },
        thing4: { value: expect.stringMatching(/^【超温报警·一般】沪A10001.*…$/u) },
      },
    });
    expect(bodies[0].data.thing4.value).toHaveLength(20);
    expect(bodies[1].client_msg_id).toBe(bodies[2].client_msg_id);
  });

  it('who does not follow the account is told inside the product, too many wait', async () => {
    let errcode = 43004;
    reply = (path) =>
      path.startsWith('/cgi-bin/stable_token')
        ? { status: 200, body: { access_token: 't', expires_in: 7200 } }
        : { status: 200, body: { errcode, errmsg: 'no' } };
    await bind('o-quality');
    await setting({ ...byWechat, userIds: [a.userId] });
    await alarm();
    await wechatRound();
    await wechatRound();
    expect(await sends()).toMatchObject([
      { channel: 8, status: 2, cause: '微信拒绝（代码43004）：用户没有关注公众号' },
      { channel: 1, status: 1 },
    ]);
    errcode = 45009;
    await alarm();
    await wechatRound();
    expect((await sends()).at(-1)).toMatchObject({
      channel: 8,
      status: 0,
      attempts: 0,
      cause: '微信限流，稍后合并发送',
    });
  });
});

describe('a process that dies', () => {
  it('between sending and writing it down sends again under the same key, and only once more', async () => {
    const id = await endpoint({ kind: 9, url: `${robotUrl}/hook`, secret: 'geheim' });
    await setting(onlyRobot(id));
    await alarm();
    let died = false;
    const net = deps().net;
    const dying: PushDeps = deps({
      net: {
        ...net,
        post: async (...call) => {
          const answer = await net.post(...call);
          died = true;
          // the process is gone: nothing after the answer is written
          return new Promise<typeof answer>(() => undefined);
        },
      },
    });
    void runPushRound(dying);
    await expect.poll(() => died, { timeout: 15_000 }).toBe(true);
    await round();
    expect(heard).toHaveLength(1);
    now += 61_000;
    await Promise.all([round(), round()]);
    expect(heard.map(({ headers }) => headers['idempotency-key'])).toEqual([
      heard[0]?.headers['idempotency-key'],
      heard[0]?.headers['idempotency-key'],
    ]);
    expect(await sends()).toMatchObject([{ status: 1, attempts: 2 }]);
    const [last] = heard.slice(-1);
    const seconds = Number(last?.headers['x-tongda-timestamp']);
    expect(last?.headers['x-tongda-signature']).toBe(webhookSign('geheim', seconds, last?.body ?? ''));
    expect(JSON.parse(last?.body ?? '')).toMatchObject({
      notices: [{ event: 'opened', plateNo: '沪A10001', level: 2 }],
    });
  });
});

describe('failures', () => {
  it('of the other side are tried four times more, each later; then they say so and may be sent again by hand', async () => {
    const id = await endpoint();
    await setting(onlyRobot(id));
    reply = () => ({ status: 502, body: {} });
    const episode = await alarm();
    await round();
    expect(await sends()).toMatchObject([{ status: 0, cause: '对方服务异常（HTTP 502），稍后重试' }]);
    for (const pause of [30_000, 120_000, 600_000, 1_800_000]) {
      now += pause - 1_000;
      await round();
      now += 1_000;
      await round();
    }
    const [row] = await sends();
    expect(row).toMatchObject({ status: 2, attempts: 5, cause: '对方服务异常（HTTP 502）（已尝试5次）' });
    reply = () => null;
    const log = (await a.post('/api/alarm/sendLog/page', { episodeId: episode })).data;
    expect(log).toMatchObject({ total: 1, counts: { 2: 1 }, list: [{ status: 2, plateNo: '沪A10001', channel: 5 }] });
    expect(await a.post('/api/alarm/sendLog/resend', { ids: [log.list[0].id] })).toMatchObject({ code: 200 });
    now = Date.now() + 1000;
    await round();
    expect(await statuses()).toEqual(['1:1']);
    expect(await a.post('/api/alarm/sendLog/resend', { ids: [log.list[0].id] })).toMatchObject({
      code: 4010,
      msg: '只能重发失败的记录，这条已是“成功”',
    });
  });

  it('that trying again does not help are told at once, in words', async () => {
    const id = await endpoint({ name: '坏机器人' });
    await setting(onlyRobot(id));
    reply = () => ({ status: 200, body: { errcode: 93000, errmsg: 'invalid webhook url' } });
    await alarm();
    await round();
    expect(await sends()).toMatchObject([{ status: 2, cause: '机器人拒绝（代码93000）：Webhook地址无效，请重新复制' }]);
  });

  it('of text messages tell the user inside the product instead', async () => {
    await db.updateTable('app_user').set({ phone: '13700137000' }).where('id', '=', a.userId).execute();
    await setting({ channels: [3] });
    await alarm();
    const failing = deps({ sms: { real: true, send: () => Promise.reject(new Error('no')) } });
    for (const pause of [0, 30_000, 120_000, 600_000, 1_800_000]) {
      now += pause;
      await runPushRound(failing);
    }
    await runPushRound(failing);
    expect((await sends()).map(({ channel, status, cause }) => `${channel}:${status}:${cause}`)).toEqual([
      '3:2:短信发送失败（已尝试5次）',
      '1:1:',
    ]);
  });
});

describe('quiet hours', () => {
  const quiet = { quietFrom: '22:00', quietTo: '07:00' };
  it('hold back until the morning, over midnight; the severe is told at once; an end is told along', async () => {
    const id = await endpoint();
    await setting({ ...onlyRobot(id), ...quiet, notifyEnd: true });
    now = wall('2026-11-20 23:30:00');
    const mild = await alarm();
    await alarm({ level: 3 });
    await round();
    expect(told()).toEqual([expect.stringContaining('·严重】')]);
    now = wall('2026-11-21 00:15:00');
    await becomes(mild, { end_time: new Date(now), status: 1 });
    await event(mild, 'ended');
    await round();
    expect(told()).toHaveLength(1);
    now = wall('2026-11-21 06:59:59');
    await round();
    expect(told()).toHaveLength(1);
    now = wall('2026-11-21 07:00:00');
    await round();
    expect(told()).toHaveLength(2);
    expect(told()[1]).toMatch(/·一般】.*（已于11-21 00:15恢复）$/u);
  });

  it('what was handled in the meantime is not told in the morning', async () => {
    await setting(quiet);
    now = wall('2026-11-20 23:30:00');
    const id = await alarm();
    await round();
    await becomes(id, { handle_status: 2 });
    now = wall('2026-11-21 07:00:00');
    await round();
    expect(await sends()).toMatchObject([{ status: 3, cause: '报警已处理，未发送' }]);
  });
});

describe('escalation', () => {
  const tiers = (boss: string) => [
    { afterMin: 15, channels: [1], userIds: [boss], repeatMin: 10, times: 2 },
    { afterMin: 60, channels: [1], userIds: [boss] },
  ];
  const minutesOf = async () =>
    (await sends()).map(({ occasion, created_at }) => [
      occasion,
      (created_at.getTime() - wall('2026-11-20 12:00:00')) / minute,
    ]);
  const pass = async (minutes: number): Promise<void> => {
    for (let i = 0; i < minutes; i++) {
      now += minute;
      await round();
    }
  };

  it('goes on by the clock while nobody handles it, and repeats while it is open', async () => {
    const boss = await a.user({ orgId: a.orgId });
    await setting({ escalation: tiers(boss.userId), repeatMin: 30, maxTimes: 2 });
    await alarm();
    await round();
    await pass(70);
    expect(await minutesOf()).toEqual([
      [1, 0],
      [4, 15],
      [4, 25],
      [3, 30],
      [4, 60],
    ]);
    const rows = await sends();
    expect(rows[1]?.content).toContain('推送后15分无人处理，请跟进');
    expect(rows[2]?.content).toContain('推送后25分无人处理');
    expect(rows[3]?.content).toContain('第2次提醒');
  });

  it('stops when somebody handles it', async () => {
    const boss = await a.user({ orgId: a.orgId });
    await setting({ escalation: tiers(boss.userId), repeatMin: 5, maxTimes: 10 });
    const id = await alarm();
    await round();
    await pass(7);
    await becomes(id, { handle_status: 2 });
    await pass(70);
    expect(await minutesOf()).toEqual([
      [1, 0],
      [3, 5],
    ]);
  });

  it('goes on after the end, repetition does not', async () => {
    const boss = await a.user({ orgId: a.orgId });
    await setting({ escalation: tiers(boss.userId).slice(1), repeatMin: 5, maxTimes: 10 });
    const id = await alarm();
    await round();
    await becomes(id, { end_time: new Date(now), status: 1 });
    await event(id, 'ended');
    await pass(61);
    expect(await minutesOf()).toEqual([
      [1, 0],
      [4, 60],
    ]);
  });
});

describe('what comes after', () => {
  it('an end, to who was told and whose setting says so', async () => {
    const id = await endpoint();
    await setting({ ...onlyRobot(id), notifyEnd: true });
    await setting();
    const episode = await alarm();
    await round();
    now += 5 * minute;
    await becomes(episode, { end_time: new Date(now), status: 1 });
    await event(episode, 'ended');
    await round();
    expect((await sends()).map(({ occasion, channel }) => `${occasion} ${channel}`).sort()).toEqual([
      '1 1',
      '1 5',
      '5 5',
    ]);
    expect(told()[1]).toMatch(/^【恢复】沪A10001 .*已于11-20 12:05结束/u);
  });

  it('a withdrawal, once, to everybody who was told; who was not is spared it; found again it is told again', async () => {
    const id = await endpoint();
    await setting(onlyRobot(id));
    await setting({ quietFrom: '11:00', quietTo: '13:00' });
    const episode = await alarm();
    await round();
    await becomes(episode, { status: 2, end_time: new Date(now) });
    await event(episode, 'withdrawn');
    await round();
    await event(episode, 'withdrawn');
    await round();
    expect(told()).toHaveLength(2);
    expect(told()[1]).toMatch(/^【撤销】沪A10001 .*此前的推送请忽略/u);
    expect((await sends()).filter(({ channel }) => channel === 1)).toMatchObject([
      { status: 3, cause: '报警已撤销，未发送' },
    ]);
    await becomes(episode, { status: 0 });
    await sql`update episode set end_time = null where id = ${episode}`.execute(db);
    await event(episode, 'opened');
    await round();
    expect(told()).toHaveLength(3);
    expect(told()[2]).toContain('【超温报警·一般】');
  });

  it('a higher level, once per level; who was not concerned before hears of it now', async () => {
    const id = await endpoint();
    await setting(onlyRobot(id));
    await setting({ minLevel: 3 });
    const episode = await alarm();
    await round();
    await becomes(episode, { level: 3 });
    await event(episode, 'changed');
    await event(episode, 'changed');
    await round();
    expect((await sends()).map(({ occasion, channel }) => `${occasion} ${channel}`)).toEqual(['1 5', '2 5', '1 1']);
    expect(told()[1]).toContain('升为严重');
  });
});

describe('who', () => {
  it('is never told of vehicles that he does not see; head of department, driver and outside contacts are found', async () => {
    const { id: elsewhere } = await db
      .insertInto('org')
      .values({ client_id: a.clientId, name: '华南' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const there = await a.user({ orgId: elsewhere });
    const head = await a.user({ orgId: a.orgId });
    await db.updateTable('org').set({ manager_user_id: head.userId }).where('id', '=', a.orgId).execute();
    await setting({
      channels: [1, 3, 4],
      userIds: [there.userId],
      manager: true,
      driver: true,
      contacts: [{ name: '王先生', phone: '13600136000', email: 'wang@example.com' }],
    });
    await alarm();
    await round();
    const rows = await sends();
    expect(
      rows.map(({ channel, recipient, status, cause }) => `${channel} ${recipient} ${status} ${cause}`.trim()).sort(),
    ).toEqual(
      [
        `1 user:${head.userId} 1`,
        '3 13600136000 4 未接入短信网关，已存入发件箱',
        '3 13816502213 4 未接入短信网关，已存入发件箱',
        `3 user:${head.userId} 3 用户没有手机号`,
        `4 user:${head.userId} 3 用户没有邮箱`,
        '4 wang@example.com 4 未接入邮件服务器，已存入发件箱',
      ].sort(),
    );
    const [mail] = await db.selectFrom('mail_outbox').selectAll().where('recipient', '=', 'wang@example.com').execute();
    expect(mail).toMatchObject({ subject: '超温报警' });
  });

  it('reads the log of vehicles that he sees, and of no other company', async () => {
    await setting();
    await alarm();
    await round();
    const menus = { menus: ['sendLog'] };
    const here = await a.user({ ...menus, orgId: a.subOrgId });
    const { id: elsewhere } = await db
      .insertInto('org')
      .values({ client_id: a.clientId, name: '西部' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const there = await a.user({ ...menus, orgId: elsewhere });
    const total = async (token: string) => (await app.post('/api/alarm/sendLog/page', {}, token)).data.total;
    expect([await total(a.token), await total(here.token), await total(there.token), await total(b.token)]).toEqual([
      1, 1, 0, 0,
    ]);
  });
});

describe('settings', () => {
  it.each<[Record<string, unknown>, Array<[string, string]>]>([
    [{ name: '' }, [['name', '请输入推送名称']]],
    [{ userIds: [] }, [['userIds', '请至少选择一个接收人、机器人或Webhook']]],
    [{ channels: [] }, [['channels', '请选择推送方式']]],
    [{ driver: true }, [['driver', '车辆司机只能收APP、短信或电话，请在推送方式中勾选其中一种']]],
    [
      { channels: [3], contacts: [{ name: '王先生', email: 'w@a.cn' }] },
      [['contacts', '外部联系人王先生没有填写手机号']],
    ],
    [{ scope: 3 }, [['targetIds', '请选择车队']]],
    [{ scope: 3, targetIds: ['9999999'] }, [['targetIds', '所选车队不存在或不在您的权限范围内']]],
    [{ userIds: ['9999999'] }, [['userIds', '所选用户不存在']]],
    [{ quietFrom: '22:00' }, [['quietTo', '请选择免打扰的结束时间']]],
    [{ quietFrom: '22:00', quietTo: '22:00' }, [['quietFrom', '免打扰的开始和结束不能相同']]],
    [
      { template: '{plate}超温' },
      [['template', expect.stringContaining('模板中没有变量{plate}') as unknown as string]],
    ],
    [{ escalation: [{ afterMin: 5 }] }, [['escalation', '第1级：请至少选择一个接收人、机器人或Webhook']]],
  ])('refuse %j', async (more, errors) => {
    const answer = await a.post('/api/alarm/push/add', input(more));
    expect([answer.code, answer.data.errors.map((e: { field: string; msg: string }) => [e.field, e.msg])]).toEqual([
      4000,
      errors,
    ]);
  });

  it('are kept with their history, switched, deleted; the list says in words what they do', async () => {
    const id = await endpoint({ name: '质量群' });
    const first = await setting({
      name: '冷链质量',
      kinds: ['temperatureAlarm', 'doorAlarm'],
      minLevel: 2,
      scope: 3,
      targetIds: [a.fleetId],
      endpointIds: [id],
      manager: true,
      period: { weekdays: [1, 2, 3, 4, 5], spans: [{ from: '08:00', to: '20:00' }] },
      quietFrom: '22:00',
      quietTo: '07:00',
      repeatMin: 30,
      notifyEnd: true,
    });
    const { list } = (await a.post('/api/alarm/push/page', { receiver: '质量群', kind: 'doorAlarm' })).data;
    expect(list).toMatchObject([
      {
        name: '冷链质量',
        kinds: '超温报警、门磁报警',
        vehicles: '冷链一队',
        channels: '站内',
        receivers: expect.stringContaining('质量群、部门负责人'),
        period: '周一、周二、周三、周四、周五 08:00–20:00',
        quiet: '22:00–07:00 结束后发送',
        frequency: '每30分钟，最多3次，恢复时通知',
      },
    ]);
    const detail = (await a.post('/api/alarm/push/detail', { id: first })).data;
    const { createTime, updateTime, updateUser, ...change } = detail;
    expect(await a.post('/api/alarm/push/update', { ...change, minLevel: 3 })).toMatchObject({ data: { version: 2 } });
    expect(await a.post('/api/alarm/push/update', change)).toMatchObject(changedByOther);
    const his = (await a.post('/api/alarm/push/changeHis', { id: first })).data.list;
    expect(his[0].changes).toEqual([{ field: 'minLevel', label: '最低级别', before: '一般', after: '严重' }]);
    expect(await a.post('/api/alarm/push/switch', { ids: [first], enabled: 0 })).toMatchObject({ code: 200 });
    await alarm({ level: 3 });
    await round();
    expect(await sends()).toEqual([]);
    expect(await a.post('/api/alarm/push/endpoint/del', { id })).toMatchObject({
      code: 4011,
      msg: '质量群正被推送设置冷链质量使用，无法删除',
    });
    expect(await a.post('/api/alarm/push/del', { ids: [first] })).toMatchObject({ code: 200 });
    expect(await a.post('/api/alarm/push/endpoint/del', { id })).toMatchObject({ code: 200 });
  });

  it('of who sees part of the vehicles are about that part', async () => {
    const part = await a.user({ menus: ['pushSettings'], orgId: a.subOrgId });
    await sql`insert into role_button (client_id, role_id, menu_id, path) select client_id, role_id, 900361, 'pushSettings/add' from user_role
      where user_id = ${part.userId}`.execute(db);
    const other = await a.addVehicle('沪C99999', { orgId: a.orgId });
    const add = (more: Record<string, unknown>) => app.post('/api/alarm/push/add', input(more), part.token);
    expect(await add({})).toMatchObject({
      code: 4000,
      msg: '您只能看到部分车辆，请选择指定部门、车队、车辆或我的分组',
    });
    expect(await add({ scope: 4, targetIds: [other] })).toMatchObject({ code: 4000 });
    expect(await add({ scope: 4, targetIds: [vehicleId] })).toMatchObject({ code: 200 });
  });

  it('that reach further than he sees are not changed by him, nor are their robots', async () => {
    const buttons = ['add', 'update', 'del', 'switch', 'endpoint'].map((button) => `pushSettings/${button}`);
    const part = await a.user({ menus: ['pushSettings'], buttons, orgId: a.subOrgId });
    const ask = (path: string, body: object) => app.post(`/api/alarm/push/${path}`, body, part.token);
    const own = await a.addVehicle('沪C99998', { orgId: a.subOrgId });
    const other = await a.addVehicle('沪C99997', { orgId: a.orgId });
    const group = String((await a.post('/api/base/manage/vehicleGroup/addGroup', { name: '别人的组' })).data.id);
    const robots = [await endpoint({ name: '质量群二' }), await endpoint({ name: '升级群' })];
    const [used = '', later = ''] = robots;
    const tier = { afterMin: 10, channels: [1], userIds: [a.userId], endpointIds: [later], repeatMin: 0, times: 1 };
    const refused = { code: 4003, msg: expect.stringContaining('包含您看不到的车辆') };
    for (const of of [
      { scope: 1, endpointIds: [used], escalation: [tier] },
      { scope: 2, targetIds: [a.orgId] },
      { scope: 4, targetIds: [own, other] },
      { scope: 5, targetIds: [group] },
    ]) {
      const id = await setting(of);
      const { createTime, updateTime, updateUser, ...detail } = (await ask('detail', { id })).data;
      const mine = { ...detail, userIds: [part.userId], endpointIds: [] };
      expect(await ask('update', mine)).toMatchObject(refused);
      expect(await ask('update', { ...mine, scope: 4, targetIds: [own] })).toMatchObject(refused);
      expect(await ask('switch', { ids: [id], enabled: 0 })).toMatchObject(refused);
      expect(await ask('del', { ids: [id] })).toMatchObject(refused);
      // list and form say so before he tries
      const { list } = (await ask('page', { page: 1, size: 200 })).data;
      expect(list.find((row: { id: string }) => row.id === id)).toMatchObject({ beyond: true });
      expect(detail.beyond).toBe(true);
      expect((await a.post('/api/alarm/push/detail', { id })).data.beyond).toBe(false);
    }
    for (const id of robots) {
      const list = (await ask('endpoint/list', {})).data as Array<Record<string, unknown>>;
      const { hasSecret, usedBy, beyondBy, updateTime, ...row } = list.find((one) => one.id === id) ?? {};
      const mine = { ...row, url: 'https://oapi.dingtalk.com/robot/send?access_token=mine', kind: 6 };
      expect(await ask('endpoint/update', mine)).toMatchObject(refused);
      expect(beyondBy).toEqual(expect.any(String));
    }
    // what is about his own vehicles is his to change, with a robot that nobody else uses
    const { id: mine } = (await ask('endpoint/add', { kind: 9, name: '自己的', url: 'https://example.com/own' })).data;
    const added = await ask('add', input({ scope: 4, targetIds: [own], endpointIds: [mine] }));
    expect(added).toMatchObject({ code: 200 });
    const change = { id: mine, version: 1, kind: 9, name: '自己的', url: 'https://example.com/new' };
    expect(await ask('endpoint/update', change)).toMatchObject({ code: 200 });
    // what he made and what has come to reach further he may end, and nothing else
    const { id } = added.data;
    await sql`update push_setting set scope = 1, target_ids = '{}' where id = ${id}`.execute(db);
    const row = async () =>
      (await ask('page', { page: 1, size: 200 })).data.list.find((one: { id: string }) => one.id === id);
    expect(await row()).toMatchObject({ beyond: true, own: true });
    const { createTime, updateTime, updateUser, ...detail } = (await ask('detail', { id })).data;
    expect(await ask('update', detail)).toMatchObject({ code: 4003, msg: expect.stringContaining('只能停止或删除') });
    expect(await ask('switch', { ids: [id], enabled: 0 })).toMatchObject({ code: 200, data: [{ ok: true }] });
    expect(await ask('switch', { ids: [id], enabled: 1 })).toMatchObject({ code: 4003 });
    expect(await ask('del', { ids: [id] })).toMatchObject({ code: 200, data: [{ ok: true }] });
    await db.deleteFrom('push_setting').execute();
    await db.deleteFrom('vehicle_group').execute();
  });

  it('about a group of one’s own follow who is in it, are nobody else’s to choose, and keep the group', async () => {
    const api = '/api/base/manage/vehicleGroup';
    const group = String((await a.post(`${api}/addGroup`, { name: '夜班' })).data.id);
    const foreign = await a.user({ menus: ['pushSettings'] });
    await sql`insert into role_button (client_id, role_id, menu_id, path) select client_id, role_id, 900361, 'pushSettings/add' from user_role
      where user_id = ${foreign.userId}`.execute(db);
    const tried = await app.post('/api/alarm/push/add', input({ scope: 5, targetIds: [group] }), foreign.token);
    expect(tried.data.errors).toEqual([{ field: 'targetIds', msg: '所选分组不存在或不在您的权限范围内' }]);
    const id = await setting({ name: '夜班推送', scope: 5, targetIds: [group] });
    await alarm();
    await round();
    expect(await sends()).toEqual([]);
    await a.post(`${api}/addGroupVehicle`, { groupId: group, vehicleIds: [vehicleId] });
    await alarm();
    await round();
    expect(await sends()).toMatchObject([{ setting_id: id, channel: 1, status: 1 }]);
    const row = (await a.post('/api/alarm/push/page', { name: '夜班推送' })).data.list[0];
    expect(row.vehicles).toMatch(/^夜班（.+的分组）$/u);
    expect(await a.post(`${api}/delGroup`, { id: group })).toMatchObject({
      code: 4011,
      msg: '分组正被推送设置“夜班推送”使用，请先修改该设置',
    });
    expect(await a.post('/api/alarm/push/del', { ids: [id] })).toMatchObject({ code: 200 });
    expect(await a.post(`${api}/delGroup`, { id: group })).toMatchObject({ code: 200 });
  });
});

describe('robots and webhooks', () => {
  const add = (more: Record<string, unknown>) =>
    a.post('/api/alarm/push/endpoint/add', { kind: 9, name: `W${++serial}`, url: 'https://example.com/hook', ...more });

  it('keep their keys to themselves; a masked address that comes back means unchanged', async () => {
    const { id } = (
      await add({
        kind: 6,
        name: '钉钉群',
        url: 'https://oapi.dingtalk.com/robot/send?access_token=abcdef0123456789',
        secret: 'SECxyz',
      })
    ).data;
    const row = (await a.post('/api/alarm/push/endpoint/list')).data.find((r: { id: string }) => r.id === id);
    expect(row).toMatchObject({ url: 'https://oapi.dingtalk.com/robot/send?****6789', hasSecret: true });
    expect(JSON.stringify(row)).not.toContain('abcdef');
    expect(JSON.stringify(row)).not.toContain('SECxyz');
    const { hasSecret, usedBy, updateTime, ...change } = row;
    expect(await a.post('/api/alarm/push/endpoint/update', { ...change, perMinute: 10 })).toMatchObject({ code: 200 });
    const stored = await db.selectFrom('push_endpoint').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ secret: 'SECxyz', per_minute: 10, url: expect.stringContaining('abcdef') });
    const { rows } = await sql<{
      text: string;
    }>`select string_agg(changes::text, '') as text from change_history where entity_id = ${id}`.execute(db);
    expect(rows[0]?.text).not.toMatch(/abcdef|SECxyz/u);
  });

  it('of another maker’s address are refused', async () => {
    expect(await add({ kind: 7, url: 'https://example.com/hook' })).toMatchObject({
      code: 4000,
      msg: '这不是飞书机器人的地址，请从群聊的机器人设置中复制Webhook地址',
    });
    expect(await add({ url: 'file:///etc/passwd' })).toMatchObject({ code: 4000 });
  });

  it.each([
    'http://10.0.0.8/x',
    'http://localhost:1/x',
    'http://169.254.169.254/latest',
    'http://[::1]/x',
    'http://[::ffff:7f00:1]/x',
    'http://2130706433/x',
  ])('never call into private networks: %s', async (url) => {
    await expect(makeOutbound().post(url, '{}', {})).rejects.toThrow(/内网地址/u);
  });

  it('a test really goes out and says what came of it', async () => {
    const id = await endpoint({ name: '测试群' });
    expect((await a.post('/api/alarm/push/endpoint/test', { id })).data).toMatchObject({
      ok: true,
      msg: '已发送',
      receiver: '测试群',
    });
    expect(told()[0]).toContain('这是推送公司的推送测试');
    const s = await setting({
      ...onlyRobot(id),
      channels: [1, 3],
      userIds: [a.userId],
      contacts: [{ name: '王先生', phone: '13600136001' }],
    });
    reply = () => ({ status: 200, body: { errcode: 310000, errmsg: 'sign not match' } });
    await db.updateTable('app_user').set({ phone: null }).where('id', '=', a.userId).execute();
    const lines = (await a.post('/api/alarm/push/test', { id: s })).data;
    expect(
      lines.map((l: { channel: number; ok: boolean; msg: string }) => `${l.channel} ${l.ok} ${l.msg}`).sort(),
    ).toEqual([
      '1 true 已发送',
      '3 false 未接入短信网关，已存入发件箱',
      '3 false 用户没有手机号',
      '5 false 机器人拒绝（代码310000）：sign not match',
    ]);
    expect(await statuses()).toContain('7:2');
  });
});

it('signatures are those of the makers’ documents', () => {
  // computed with `printf … | openssl dgst -sha256 -hmac …`
  expect(dingtalkSign('SEC0123', 1_577_808_000_000)).toBe('F7vo8WffPswGQLROaq+GBbn6+Bn2XvEuJVugvKt1cNE=');
  expect(feishuSign('SECabc', 1_599_360_473)).toBe('KjJCRpeZcpDq6nFA4wlSAm5ZsE3Y8HuB1O1Sgv2Y9xA=');
  expect(webhookSign('geheim', 1_700_000_000, '{"a":1}')).toBe(
    'sha256=c2f0a59f12d0bcd3933234d85083c03b99e970604203fd059a320436bb602adf',
  );
});
