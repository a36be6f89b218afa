import { createServer as createHttp, type Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { encodeFrame809, type Message809, Splitter809 } from '@tongda/protocol/jt809/frame';
import {
  decodeLatePositions809,
  decodeLogin809,
  decodeOfVehicle809,
  decodePosition809,
  decodeWarn809,
  encodeLoginAnswer809,
  ids809,
} from '@tongda/protocol/jt809/messages';
import { Aedes } from 'aedes';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import type { DB } from '../../../core/generated/db-types';
import { makeOutbound, webhookSign } from '../../../core/notify/outbound';
import { tellAdrift } from './work/adrift';
import { triedAgainAt } from './work/deliver';
import { fillTarget, nextFrom, planPart } from './work/fill';
import { Forwarder } from './work/worker';

let app: TestApp;
let db: Kysely<DB>;
let a: FleetFixture;
let b: FleetFixture;
let truck: string;
let second: string;
/** the clock of every test */
let now = 0;
let forwarder: Forwarder;
const minute = 60_000;
const base = '/api/base/forwarding';
const listen = (server: Server | HttpServer): Promise<number> =>
  new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });

// biome-ignore lint/suspicious/noExplicitAny: what was heard is looked into freely
type Heard = any;
/** The other platform over HTTP. */
let heard: Array<{ headers: Record<string, unknown>; body: Heard; text: string }> = [];
let status: (body: Heard) => number = () => 200;
let http: HttpServer;
let httpPort = 0;
const told = () => heard.flatMap(({ body }) => body.items);

beforeAll(async () => {
  http = createHttp(async (req, res) => {
    let text = '';
    for await (const part of req) text += String(part);
    const body = JSON.parse(text);
    const code = status(body);
    if (code === 200) heard.push({ headers: req.headers, body, text });
    res.writeHead(code);
    res.end();
  });
  httpPort = await listen(http);
  app = await testApp({ PUSH_PRIVATE_HOSTS: '127.0.0.1' }, pino({ level: 'error' }));
  db = app.database.systemDb;
  a = await fleetFixture(app, '转发公司');
  b = await fleetFixture(app, '别家公司');
  truck = await a.addVehicle('沪A10001', { orgId: a.subOrgId, fleetId: a.fleetId });
  second = await a.addVehicle('沪A10002');
});
afterAll(async () => {
  http.closeAllConnections();
  http.close();
  await app.close();
});
beforeEach(() => {
  now = Date.now() - 3_600_000;
  heard = [];
  status = () => 200;
  forwarder = new Forwarder({
    db,
    log: pino({ level: 'silent' }),
    now: () => now,
    factorKey: app.secrets.factorKey,
    net: makeOutbound({ privateHosts: ['127.0.0.1'] }),
  });
});
afterEach(async () => {
  await forwarder.close();
  await sql`delete from forward_target`.execute(db);
  await sql`delete from position`.execute(db);
  await sql`delete from episode`.execute(db);
});

/** Lets all targets do what is due. */
const round = async (afterMs = 0): Promise<void> => {
  now += afterMs;
  await forwarder.round();
  await forwarder.settled();
};

interface Point {
  vehicle?: string;
  /** ms from the test's beginning */
  at: number;
  flags?: number;
  temp?: number | null;
  receive?: number;
}
/** A stored report of a vehicle of a. */
async function point({ vehicle = truck, at, flags = 3, temp = null, receive = at }: Point): Promise<void> {
  await sql`insert into position (device_id, device_time, receive_time, client_id, vehicle_id, lng, lat, altitude_m, speed_kmh, direction_deg, flags,
      odometer_m, alarm_bits, status_bits, temp_c)
    values (${a.deviceIds[vehicle === truck ? 0 : 1]}, ${new Date(at)}, ${new Date(receive)}, ${a.clientId}, ${vehicle}, 121.47, 31.23, 8, 62, 90, ${flags},
      120500, 0, 3, ${temp === null ? null : sql`array[${temp}, null]::real[]`})`.execute(db);
}

const form = (more: object = {}) => ({
  name: '冷链平台',
  platform: '客户冷链平台',
  protocol: 1,
  address: `http://127.0.0.1:${httpPort}/in?token=geheim12345`,
  kinds: ['position', 'temperature'],
  intervalS: 30,
  scope: 1,
  ...more,
});
/** A target that works from `now` on. */
async function target(more: object = {}): Promise<string> {
  const added = await a.post(`${base}/add`, form(more));
  expect(added.msg).toBe('ok');
  const { id } = added.data;
  expect((await a.post(`${base}/switch`, { ids: [id], enabled: 1 })).code).toBe(200);
  await sql`update forward_state set filled_from = ${new Date(now)} where target_id = ${id}`.execute(db);
  return id;
}
const line = async (id: string) =>
  (await a.post(`${base}/page`, { page: 1, size: 15 })).data.list.find((row: { id: string }) => row.id === id);

describe('the register of targets', () => {
  it('keeps the secret to itself and says in its history that it was changed', async () => {
    const { id } = (await a.post(`${base}/add`, form({ secret: 'abc', account: 'u1' }))).data;
    const { data } = await a.post(`${base}/detail`, { id });
    expect(data).toMatchObject({ hasSecret: true, enabled: false, account: 'u1' });
    expect(JSON.stringify(data)).not.toMatch(/abc|geheim/u);
    const change = { ...form({ account: 'u1', secret: null }), address: data.address, id, version: 1 };
    expect((await a.post(`${base}/update`, change)).code).toBe(200);
    const stored = await db.selectFrom('forward_target').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([stored.secret, stored.address]).toEqual(['abc', form().address]);
    // somebody else's change came before
    expect(await a.post(`${base}/update`, change)).toMatchObject(changedByOther);
    // a key never goes to another host by a change of the address alone
    const moved = await a.post(`${base}/update`, { ...change, version: 2, address: 'https://evil.example.com/' });
    expect(moved.data.errors[0]).toMatchObject({ field: 'secret' });
    await a.post(`${base}/update`, { ...change, version: 2, secret: 'neu' });
    const his = await a.post(`${base}/changeHis`, { id, page: 1, size: 15 });
    expect(JSON.stringify(his.data)).toContain('已更换');
    expect(JSON.stringify(his.data)).not.toMatch(/neu|geheim/u);
  });

  it.each([
    [{ address: 'ftp://x' }, 'address', '请输入以 http:// 或 https:// 开头的地址'],
    [{ address: 'http://192.168.1.5/in' }, 'address', '不允许向内网地址转发，请填写公网地址'],
    [{ address: 'http://[::1]/in' }, 'address', '不允许向内网地址转发，请填写公网地址'],
    [{ protocol: 2, address: 'mqtt://b.example.com:70000', topic: 't' }, 'address', '端口应在1~65535之间'],
    [
      { protocol: 2, address: 'mqtt://b.example.com:1883', topic: 'a/#' },
      'topic',
      '发布的主题不能含 # 和 +，也不能以 $ 开头',
    ],
    [
      { protocol: 3, address: 'b.example.com', account: '1', centerId: 1, kinds: ['position'] },
      'address',
      '请按 主机:端口 填写地址',
    ],
    [
      { protocol: 3, address: 'b.example.com:9', account: '1', centerId: 1 },
      'kinds',
      '温湿度不能用JT/T 809-2011传，请取消勾选，或改用HTTP、MQTT',
    ],
    [
      { protocol: 3, address: 'b.example.com:9', account: '1', centerId: 1, m1: 5, kinds: ['alarm'] },
      'm1',
      '加密参数M1、IA1、IC1须同时填写，或都留空（不加密）',
    ],
    [{ kinds: [] }, 'kinds', '请至少选择一项内容'],
    [{ intervalS: 5 }, 'intervalS', '应在10~3600秒之间'],
    [{ scope: 4 }, 'targetIds', '请选择车辆'],
    [{ validFrom: '2026-11-20', validUntil: '2026-11-19' }, 'validUntil', '结束日期不能早于开始日期'],
  ])('refuses %j', async (more, field, msg) => {
    expect((await a.post(`${base}/add`, form(more))).data.errors).toContainEqual({ field, msg });
  });

  it('takes vehicles of its company only, and belongs to it', async () => {
    const strange = await b.addVehicle('沪B20001');
    const answer = await a.post(`${base}/add`, form({ scope: 4, targetIds: [strange] }));
    expect(answer.data.errors[0].field).toBe('targetIds');
    const id = await target();
    expect((await b.post(`${base}/detail`, { id })).code).toBe(4004);
    expect((await b.post(`${base}/test`, { id })).code).toBe(4004);
    expect((await b.post(`${base}/page`, { page: 1, size: 15 })).data.total).toBe(0);
    const by = (more: object) => a.post(`${base}/page`, { page: 1, size: 15, ...more });
    expect((await by({ plateNo: '10001', state: 1 })).data.total).toBe(1);
    expect((await by({ plateNo: '99999' })).data.total).toBe(0);
    expect((await by({ state: 0 })).data.total).toBe(0);
  });
});

describe('of who sees part of the vehicles', () => {
  const may = ['add', 'update', 'del', 'switch'].map((button) => `forwarding/${button}`);
  const part = () => a.user({ menus: ['dataForwarding'], buttons: may, orgId: a.subOrgId });
  /** what list and form say of a target: whether it is beyond the caller */
  const marks = async (id: string, token: string): Promise<unknown[]> => {
    const { list } = (await app.post(`${base}/page`, { page: 1, size: 200 }, token)).data;
    const { data } = await app.post(`${base}/detail`, { id }, token);
    return [list.find((row: { id: string }) => row.id === id).beyond, data.beyond];
  };

  it.each([
    ['the whole company', () => ({ scope: 1 })],
    ['a department above', () => ({ scope: 2, targetIds: [a.orgId] })],
    ['a fleet with a vehicle of others', () => ({ scope: 3, targetIds: [a.fleetId] })],
    ['another department’s vehicle', () => ({ scope: 4, targetIds: [truck, second] })],
  ])('a target of %s keeps its address, secret, switch and scope', async (_name, of) => {
    await sql`update vehicle set fleet_id = ${a.fleetId} where id = ${second}`.execute(db);
    const id = await target({ ...of(), secret: 'key' });
    const { token } = await part();
    const { data } = await app.post(`${base}/detail`, { id }, token);
    const mine = { ...form(of()), address: 'https://mine.example.com/in', secret: 'mine', id, version: data.version };
    const refused = { code: 4003, msg: expect.stringContaining('包含您看不到的车辆') };
    expect(await app.post(`${base}/update`, mine, token)).toMatchObject(refused);
    // nor by making it smaller first, nor where nothing but a word changes
    const smaller = { ...mine, scope: 4, targetIds: [truck] };
    expect(await app.post(`${base}/update`, smaller, token)).toMatchObject(refused);
    expect(await app.post(`${base}/update`, { ...mine, address: data.address, secret: null }, token)).toMatchObject(
      refused,
    );
    expect(await app.post(`${base}/switch`, { ids: [id], enabled: 0 }, token)).toMatchObject(refused);
    expect(await app.post(`${base}/del`, { ids: [id] }, token)).toMatchObject(refused);
    // list and form say so before he tries, and say nothing of the kind to who sees everything
    expect(await marks(id, token)).toEqual([true, true]);
    expect(await marks(id, a.token)).toEqual([false, false]);
    const stored = await db.selectFrom('forward_target').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ address: form().address, secret: 'key', enabled: true, deleted_at: null });
    // and he makes none that reaches further than he sees
    const field = of().scope === 1 ? 'scope' : 'targetIds';
    const added = await app.post(`${base}/add`, form({ name: 'mine', ...of() }), token);
    expect(added).toMatchObject({ code: 4000, data: { errors: [{ field }] } });
    await sql`update vehicle set fleet_id = null where id = ${second}`.execute(db);
  });

  it('a fleet of no department is not his to choose: whose vehicles it gets nobody knows', async () => {
    const { token } = await part();
    const fleet = await db
      .insertInto('fleet')
      .values({ client_id: a.clientId, name: '无部门车队' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const of = form({ name: 'open', scope: 3, targetIds: [fleet.id] });
    const refused = { code: 4000, msg: expect.stringContaining('不属于任何部门') };
    expect(await app.post(`${base}/add`, of, token)).toMatchObject(refused);
    expect(await a.post(`${base}/add`, of)).toMatchObject({ code: 200 });
  });

  it('his own are his to change', async () => {
    const { token } = await part();
    const own = { ...form({ scope: 2, targetIds: [a.subOrgId] }) };
    const added = await app.post(`${base}/add`, own, token);
    expect(added).toMatchObject({ code: 200 });
    const { id } = added.data;
    const change = { ...own, id, version: 1, address: 'https://mine.example.com/in' };
    expect(await app.post(`${base}/update`, change, token)).toMatchObject({ code: 200 });
    expect(await app.post(`${base}/switch`, { ids: [id], enabled: 1 }, token)).toMatchObject({ code: 200 });
    // when it has come to reach further than he sees, he may still stop it and delete it, and nothing else
    await sql`update forward_target set scope = 1, target_ids = '{}' where id = ${id}`.execute(db);
    const { list } = (await app.post(`${base}/page`, { page: 1, size: 200 }, token)).data;
    expect(list.find((row: { id: string }) => row.id === id)).toMatchObject({ beyond: true, own: true });
    expect(await app.post(`${base}/switch`, { ids: [id], enabled: 0 }, token)).toMatchObject({ code: 200 });
    const beyond = { code: 4003, msg: expect.stringContaining('包含您看不到的车辆') };
    expect(await app.post(`${base}/switch`, { ids: [id], enabled: 1 }, token)).toMatchObject(beyond);
    expect(await app.post(`${base}/update`, { ...change, version: 3 }, token)).toMatchObject(beyond);
    expect(await app.post(`${base}/del`, { ids: [id] }, token)).toMatchObject({ code: 200 });
  });
});

describe('a target that outlives what its user sees', () => {
  const news = async (id: string) => {
    await tellAdrift(db, (error) => {
      throw error;
    });
    const { rows } = await sql<{ content: string; to: string[] }>`select content,
      array(select user_id::text from message_user u where u.message_id = m.id) as to from message m where obj_tag = ${`forward:${id}`} and type = 15009`.execute(
      db,
    );
    return rows;
  };
  const made = async () => {
    const may = ['add', 'switch'].map((button) => `forwarding/${button}`);
    const user = await a.user({ menus: ['dataForwarding'], buttons: may, orgId: a.subOrgId });
    const own = form({ name: `自己的${user.userId}`, scope: 2, targetIds: [a.subOrgId] });
    const { id } = (await app.post(`${base}/add`, own, user.token)).data;
    expect(await app.post(`${base}/switch`, { ids: [id], enabled: 1 }, user.token)).toMatchObject({ code: 200 });
    expect(await news(id)).toEqual([]);
    return { id: String(id), user };
  };

  it('is named to the administrators, once, and goes on', async () => {
    const { id, user } = await made();
    const { rows } = await sql<{
      id: string;
    }>`insert into org (client_id, name, parent_id) values (${a.clientId}, '别的部门', ${a.orgId}) returning id`.execute(
      db,
    );
    await sql`update app_user set org_id = ${rows[0]?.id} where id = ${user.userId}`.execute(db);
    expect(await news(id)).toEqual([{ content: expect.stringContaining('看不到其中的全部车辆'), to: [a.userId] }]);
    expect(await news(id)).toHaveLength(1);
    expect((await line(id)).enabled).toBe(1);
    // messages are cleaned, and he is not told anew
    await sql`delete from message where type = 15009`.execute(db);
    expect(await news(id)).toEqual([]);
  });

  it('so is that of somebody whose account was disabled; an administrator who sets it answers for it', async () => {
    const { id, user } = await made();
    await sql`update app_user set status = 0 where id = ${user.userId}`.execute(db);
    expect(await news(id)).toEqual([{ content: expect.stringContaining('账号已停用或删除'), to: [a.userId] }]);
    await sql`delete from message where type = 15009`.execute(db);
    await a.post(`${base}/switch`, { ids: [id], enabled: 0 });
    await a.post(`${base}/switch`, { ids: [id], enabled: 1 });
    expect(await news(id)).toEqual([]);
  });
});

describe('what is told over HTTP', () => {
  it('is one report an interval and vehicle, in order, and never twice', async () => {
    const id = await target({ secret: 'key' });
    const start = Math.ceil(now / 30_000) * 30_000;
    await point({ at: start, temp: -18.5 });
    await point({ at: start + 10_000 });
    await point({ at: start + 30_000, flags: 1 });
    await point({ vehicle: second, at: start + 5_000 });
    // a jump is no place of the vehicle
    await point({ vehicle: second, at: start + 40_000, flags: 11 });
    await round(2 * minute);
    await round(minute);
    expect(told().map(({ plateNo, time }: Heard) => [plateNo, Date.parse(time) - start])).toEqual([
      ['沪A10001', 0],
      ['沪A10002', 5_000],
      ['沪A10001', 30_000],
    ]);
    expect(told()[0]).toMatchObject({
      kind: 'report',
      late: false,
      position: { lng: 121.47, lat: 31.23, speedKmh: 62, directionDeg: 90, acc: true, odometerM: 120_500 },
      temperature: { tempC: [-18.5, null], humPct: null },
    });
    // without a fix there is no place
    expect(told()[2].position).toMatchObject({ located: false, lng: null, lat: null });
    const { headers, text } = heard[0] ?? { headers: {} as Record<string, unknown>, text: '' };
    expect(headers['x-tongda-signature']).toBe(webhookSign('key', Number(headers['x-tongda-timestamp']), text));
    expect(await line(id)).toMatchObject({
      state: 1,
      okCount: 3,
      failCount: 0,
      backlog: 0,
      vehicleCount: 2,
      lastError: '',
    });
  });

  it('a program of a customer is told of his bindings, and every program the code of the vehicle', async () => {
    const addCustomer = async (name: string) =>
      (
        await db
          .insertInto('customer')
          .values({ client_id: a.clientId, name, code: name })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const customer = await addCustomer('订阅客户');
    const subscribe = async (name: string, customerId: string | null) => {
      const { id: appId } = (await a.post('/api/base/interface/app/add', { name, scope: 1, customerId })).data;
      await sql`insert into interface_apply (client_id, interface_key, app_id, status, purpose, daily_calls, daily_limit, user_id, user_name)
        values (${a.clientId}, 'position', ${appId}, 1, '看车', 1000, 1000, ${a.userId}, '管理员')`.execute(db);
      return target({ appId, kinds: ['position'], name });
    };
    const id = await subscribe('客户的系统', customer);
    const bind = (from: number, until: number | null) =>
      sql`insert into vehicle_binding (client_id, vehicle_id, customer_id, ext_code, during) values (${a.clientId}, ${second}, ${customer}, 'K-7',
        tstzrange(${new Date(from)}, ${until === null ? null : new Date(until)}))`.execute(db);
    const start = now;
    await bind(start + 40_000, start + 100_000);
    for (const s of [1, 41, 81, 121]) {
      await point({ at: start + s * 1000 });
      await point({ vehicle: second, at: start + s * 1000 });
    }
    await round(3 * minute);
    const heardOf = () =>
      told().map(({ plateNo, time, extCode }: Heard & { extCode?: string }) => [
        plateNo,
        (Date.parse(time) - start) / 1000,
        extCode,
      ]);
    expect(heardOf()).toEqual([
      ['沪A10002', 41, 'K-7'],
      ['沪A10002', 81, 'K-7'],
    ]);
    // what it sees now: the binding is over
    expect((await line(id)).vehicleCount).toBe(0);
    await sql`update forward_target set enabled = false where id = ${id}`.execute(db);
    await sql`update open_app set customer_id = null where name = '客户的系统'`.execute(db);
    await sql`delete from vehicle_binding where customer_id = ${customer}`.execute(db);
  });

  it("a customer's program is told of alarms by their beginning, and of nothing that left its bindings while it waited", async () => {
    const addCustomer = async (name: string) =>
      (
        await db
          .insertInto('customer')
          .values({ client_id: a.clientId, name, code: name })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const [customer, other] = [await addCustomer('报警客户'), await addCustomer('另一客户')];
    const { id: appId } = (
      await a.post('/api/base/interface/app/add', { name: '报警的系统', scope: 1, customerId: customer })
    ).data;
    for (const key of ['position', 'alarm'])
      await sql`insert into interface_apply (client_id, interface_key, app_id, status, purpose, daily_calls, daily_limit, user_id, user_name)
        values (${a.clientId}, ${key}, ${appId}, 1, '看车', 1000, 1000, ${a.userId}, '管理员')`.execute(db);
    const id = await target({ appId, kinds: ['position', 'alarm'], name: '报警的系统', retries: 0 });
    const start = now;
    const at = (s: number) => new Date(start + s * 1000);
    const bind = (who: string, code: string, from: number, until: number | null) =>
      sql`insert into vehicle_binding (client_id, vehicle_id, customer_id, ext_code, during) values (${a.clientId}, ${second}, ${who}, ${code},
        tstzrange(${at(from)}, ${until === null ? null : at(until)}))`.execute(db);
    await bind(customer, 'A-1', 40, 100);
    // began before the binding, in it but written after its end, after it; and one that ended after the binding
    await event(second, { start: start + 30_000, at: start + 50_000 });
    await event(second, { start: start + 90_000, at: start + 110_000 });
    await event(second, { start: start + 105_000, at: start + 115_000 });
    await event(second, { start: start + 60_000, at: start + 120_000, event: 'ended', end: start + 101_000 });
    await round(3 * minute);
    const heardOf = () =>
      told().map(({ kind, alarm, time, extCode }: Heard) => [
        kind,
        (Date.parse(alarm?.start ?? time) - start) / 1000,
        extCode,
      ]);
    expect(heardOf()).toEqual([['alarm', 90, 'A-1']]);
    // one waits in the outbox and one was given up when the binding is ended backwards
    heard = [];
    await bind(customer, 'A-2', 190, null);
    status = () => 401;
    await point({ vehicle: second, at: start + 200_000 });
    await round(minute);
    expect((await a.post(`${base}/failLog`, { id, page: 1, size: 15 })).data.total).toBe(1);
    await sql`update forward_state set next_at = ${new Date(now + 10 * minute)} where target_id = ${id}`.execute(db);
    await point({ vehicle: second, at: start + 240_000 });
    await event(second, { start: start + 241_000, at: start + 241_000 });
    await round(minute);
    const waiting = async () =>
      (
        await sql<{
          n: number;
        }>`select count(*)::int as n from forward_item where target_id = ${id} and status = 0`.execute(db)
      ).rows[0]?.n;
    expect(await waiting()).toBe(2);
    await sql`update vehicle_binding set during = tstzrange(${at(190)}, ${at(195)}) where ext_code = 'A-2'`.execute(db);
    status = () => 200;
    expect((await a.post(`${base}/resend`, { id })).code).toBe(4011);
    await round(15 * minute);
    expect([heard, await waiting()]).toEqual([[], 0]);
    // bound again, the same item would be his; of another customer's program it is not
    await sql`update vehicle_binding set during = tstzrange(${at(190)}, null) where ext_code = 'A-2'`.execute(db);
    await sql`update open_app set customer_id = ${other} where id = ${appId}`.execute(db);
    expect((await a.post(`${base}/resend`, { id })).code).toBe(4011);
    await bind(other, 'B-9', 199, 201);
    expect((await a.post(`${base}/resend`, { id })).data).toEqual({ count: 1 });
    await round(minute);
    // with the code that this customer has for it
    expect(heardOf()).toEqual([['report', 200, 'B-9']]);
    await sql`update open_app set customer_id = null where id = ${appId}`.execute(db);
    await sql`delete from vehicle_binding where client_id = ${a.clientId}`.execute(db);
  });

  it('a program is told what is open for it, of its vehicles, signed with its secret', async () => {
    const app1 = (await a.post('/api/base/interface/app/add', { name: '仓储系统', scope: 3, targetIds: [second] }))
      .data;
    const want = form({ appId: app1.id, kinds: ['position'] });
    expect((await a.post(`${base}/add`, want)).data.errors).toEqual([
      { field: 'kinds', msg: '位置的接口未对此应用开通，请先在接口中心申请' },
    ]);
    await sql`insert into interface_apply (client_id, interface_key, app_id, status, purpose, daily_calls, daily_limit, user_id, user_name)
      values (${a.clientId}, 'position', ${app1.id}, 1, '看车', 1000, 1000, ${a.userId}, '管理员')`.execute(db);
    expect((await b.post(`${base}/add`, want)).data.errors).toContainEqual({
      field: 'appId',
      msg: '对接应用不存在，请重新选择',
    });
    expect((await a.post(`${base}/add`, { ...want, protocol: 2 })).data.errors).toContainEqual({
      field: 'appId',
      msg: '应用订阅只能用HTTP推送',
    });
    const id = await target({ appId: app1.id, kinds: ['position'] });
    await point({ at: now + 1000 });
    await point({ vehicle: second, at: now + 2000 });
    await round(minute);
    expect(told().map(({ plateNo }: Heard) => plateNo)).toEqual(['沪A10002']);
    const signs = (at: number, secret: string) => {
      const { headers, text } = heard[at] ?? { headers: {} as Record<string, unknown>, text: '' };
      return { headers, good: webhookSign(secret, Number(headers['x-tongda-timestamp']), text) };
    };
    const first = signs(0, app1.secret);
    expect(first.headers).toMatchObject({ 'x-app-key': app1.appKey, 'x-tongda-signature': first.good });
    expect(first.headers['x-tongda-signature-former']).toBeUndefined();
    // a new secret: both sign while both are good
    const rotated = (await a.post('/api/base/interface/app/rotate', { id: app1.id, version: 1 })).data;
    now = Date.now();
    await sql`update forward_state set filled_from = ${new Date(now)}, filled_at = null where target_id = ${id}`.execute(
      db,
    );
    await point({ vehicle: second, at: now + 1000 });
    await round(minute);
    const later = signs(1, rotated.secret);
    expect(later.headers).toMatchObject({
      'x-tongda-signature': later.good,
      'x-tongda-signature-former': signs(1, app1.secret).good,
    });
    expect(await line(id)).toMatchObject({ state: 1, appName: '仓储系统', okCount: 2 });
    expect((await a.post(`${base}/page`, { page: 1, size: 15, use: 'platform' })).data.total).toBe(0);
    // the interface is stopped: nothing more is told, and the list says why
    await sql`update interface_apply set status = 4 where app_id = ${app1.id}`.execute(db);
    await point({ vehicle: second, at: now + 40_000 });
    await round(minute);
    expect(heard).toHaveLength(2);
    const ended = { state: 0, lastError: '对接应用已停用、到期或接口未开通' };
    expect(await line(id)).toMatchObject(ended);
    await sql`update interface_apply set status = 1 where app_id = ${app1.id}`.execute(db);
    expect((await line(id)).state).toBe(1);
    // as when the provider withdraws the interface, and when the program is over, switched off or deleted
    for (const [end, back] of [
      [
        sql`update open_interface set status = 2 where key = 'position'`,
        sql`update open_interface set status = 1 where key = 'position'`,
      ],
      [
        sql`update open_app set valid_until = '2020-01-01' where id = ${app1.id}`,
        sql`update open_app set valid_until = null where id = ${app1.id}`,
      ],
      [
        sql`update open_app set enabled = false where id = ${app1.id}`,
        sql`update open_app set enabled = true where id = ${app1.id}`,
      ],
      [
        sql`update open_app set deleted_at = now() where id = ${app1.id}`,
        sql`update open_app set deleted_at = null where id = ${app1.id}`,
      ],
    ] as const) {
      await end.execute(db);
      await point({ vehicle: second, at: now + 1000 });
      await round(minute);
      expect(heard).toHaveLength(2);
      expect(await line(id)).toMatchObject(ended);
      await back.execute(db);
      expect((await line(id)).state).toBe(1);
    }
  });

  it('comes late when the report did, under the switch', async () => {
    await target();
    await target({ name: '不补传', catchUp: false });
    await round(10 * minute);
    await point({ at: now - 9 * minute, flags: 7, receive: now - 1000 });
    await round(minute);
    expect(told()).toHaveLength(1);
    expect(told()[0].late).toBe(true);
  });

  it('a report that was committed after a newer one is told too', async () => {
    await target();
    await point({ at: now + minute });
    await round(90_000);
    await point({ at: now - 80_000 });
    await round(30_000);
    expect(told()).toHaveLength(2);
  });

  it('alarms are told with their words, of the vehicles that were chosen', async () => {
    await target({ kinds: ['alarm'], scope: 3, targetIds: [a.fleetId], crs: 2 });
    await event(truck);
    await event(second);
    await round(minute);
    expect(told()).toHaveLength(1);
    expect(told()[0]).toMatchObject({ plateNo: '沪A10001', alarm: { name: '超温报警', event: 'opened', peak: -9.5 } });
    // in GCJ-02 Shanghai lies some hundred metres elsewhere
    expect(told()[0].alarm.lng).toBeCloseTo(121.4745, 3);
  });

  it('nothing is told before the first day of a target, nor when it is stopped', async () => {
    const early = await target({ validFrom: '2099-01-01' });
    const stopped = await target({ name: '停止' });
    await a.post(`${base}/switch`, { ids: [stopped], enabled: 0 });
    await point({ at: now });
    await round(minute);
    expect(heard).toEqual([]);
    expect((await line(early)).state).toBe(3);
    expect((await line(stopped)).state).toBe(0);
  });
});

/** An alarm of a vehicle as the stream writes it. */
async function event(
  vehicle: string,
  {
    start = now,
    at = now,
    event = 'opened',
    end = null,
  }: { start?: number; at?: number; event?: string; end?: number | null } = {},
): Promise<void> {
  const { id } = await db
    .insertInto('episode')
    .values({
      client_id: a.clientId,
      vehicle_id: vehicle,
      kind: 'temperatureAlarm',
      alarm: true,
      start_time: new Date(start),
      confirmed_at: new Date(start),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const body = {
    episodeId: id,
    event,
    kind: 'temperatureAlarm',
    level: 2,
    start,
    end,
    peak: -9.5,
    limit: -12,
    lng: 121.47,
    lat: 31.23,
  };
  await db
    .insertInto('episode_event')
    .values({
      client_id: a.clientId,
      vehicle_id: vehicle,
      episode_id: id,
      event,
      push: true,
      at: new Date(at),
      body: JSON.stringify(body),
    })
    .execute();
}

describe('a platform that does not take it', () => {
  it('is tried again after growing pauses; what is given up can be sent again', async () => {
    const id = await target({ retries: 1 });
    status = () => 401;
    await point({ at: now });
    await round(1000);
    expect(await line(id)).toMatchObject({
      state: 2,
      backlog: 1,
      failCount: 1,
      lastError: '对方拒绝访问（HTTP 401），请检查账号和密钥',
    });
    // not before ten seconds
    await round(5000);
    expect((await line(id)).failCount).toBe(1);
    await round(6000);
    expect(await line(id)).toMatchObject({ backlog: 0, deadCount: 1, failCount: 2 });
    const fails = await a.post(`${base}/failLog`, { id, page: 1, size: 15 });
    expect(fails.data.list).toMatchObject([{ plateNo: '沪A10001', what: '位置、温湿度', attempts: 2 }]);
    // the log of sendings says what the other side answered, and that it took its time to
    const answered = () =>
      db.selectFrom('forward_item').select(['answer_code', 'took_ms']).where('target_id', '=', id).execute();
    expect(await answered()).toEqual([{ answer_code: 401, took_ms: expect.any(Number) }]);
    status = () => 200;
    expect((await a.post(`${base}/resend`, { id })).data).toEqual({ count: 1 });
    await round(2 * minute);
    expect(told()).toHaveLength(1);
    expect(await answered()).toMatchObject([{ answer_code: 200 }]);
    expect(await line(id)).toMatchObject({ state: 1, deadCount: 0, okCount: 1, lastError: '' });
    expect((await a.post(`${base}/resend`, { id })).msg).toContain('没有可重推的数据');
  });

  it('one item that is refused does not keep the others', async () => {
    const id = await target();
    status = ({ items }) => (items.some(({ plateNo }: Heard) => plateNo === '沪A10001') ? 422 : 200);
    await point({ at: now });
    await point({ vehicle: second, at: now });
    await round(minute);
    expect(told().map(({ plateNo }: Heard) => plateNo)).toEqual(['沪A10002']);
    expect(await line(id)).toMatchObject({ deadCount: 1, backlog: 0 });
  });

  it('is told of when more than 5 % of a quarter of an hour failed', async () => {
    const id = await target();
    /** Sendings that were taken, so many minutes ago. */
    const taken = (count: number, minutesAgo: number) =>
      sql`insert into forward_item (client_id, target_id, vehicle_id, kind, key, at, body, status, done_at)
        select ${a.clientId}, ${id}, ${second}, 'report', 1000 * ${minutesAgo}::int + n, now(), '{}', 1, ${new Date(now - minutesAgo * minute)}
        from generate_series(1, ${count}) n`.execute(db);
    const news = async () => {
      const { rows } = await sql<{ content: string }>`select content from message where client_id = ${a.clientId}
        and type = 15006 and content like '%近15分钟%'`.execute(db);
      return rows.map(({ content }) => content);
    };
    status = () => 422;
    await taken(500, 16);
    await taken(18, 5);
    await point({ at: now });
    await round(minute);
    expect((await line(id)).deadCount).toBe(1);
    // one of 19 is more, but they are too few to say anything
    expect(await news()).toEqual([]);
    await taken(20, 2);
    await point({ vehicle: second, at: now });
    await round(minute);
    // 2 of 40 are not more than 5 %
    expect(await news()).toEqual([]);
    await point({ at: now });
    await round(minute);
    expect(await news()).toEqual([expect.stringMatching(/近15分钟41条中失败3条（7\.3%）：/u)]);
    await point({ at: now });
    await round(minute);
    expect(await news()).toHaveLength(1);
  });

  it('keeps no other target waiting, and is left alone after too many failures', async () => {
    const dead = await target({ name: '不通', address: 'http://127.0.0.1:1/' });
    await target({ name: '通' });
    await point({ at: now });
    await round(1000);
    expect(told()).toHaveLength(1);
    expect((await line(dead)).lastError).toBe('对方拒绝连接，请检查地址和端口');
    await sql`update forward_state set failures = 999, next_at = null where target_id = ${dead}`.execute(db);
    await round(20_000);
    expect(await line(dead)).toMatchObject({ state: 2, lastError: '已暂停：对方拒绝连接，请检查地址和端口' });
    const { rows } = await sql<{
      title: string;
    }>`select title from message where client_id = ${a.clientId} and type = 15005`.execute(db);
    expect(rows).toEqual([{ title: '数据转发已暂停' }]);
    // somebody starts it again
    await a.post(`${base}/switch`, { ids: [dead], enabled: 0 });
    await a.post(`${base}/switch`, { ids: [dead], enabled: 1 });
    expect((await line(dead)).state).toBe(1);
    // a name says nothing of the way, a corrected address is tried at once
    await sql`update forward_state set tries = 3, next_at = ${new Date(now + 10 * minute)}, paused_at = now(), last_error = '不通' where target_id = ${dead}`.execute(
      db,
    );
    const { address, version } = (await a.post(`${base}/detail`, { id: dead })).data;
    const named = { ...form({ name: '原来不通' }), address, id: dead, version };
    expect((await a.post(`${base}/update`, named)).code).toBe(200);
    expect((await line(dead)).state).toBe(2);
    await a.post(`${base}/update`, { ...named, ...form({ name: '通了' }), id: dead, version: version + 1 });
    expect(await line(dead)).toMatchObject({ state: 1, lastError: '' });
    // what had waited for it
    await round(20_000);
    expect(told()).toHaveLength(2);
    expect(await line(dead)).toMatchObject({ backlog: 0, okCount: 1 });
  });

  it('a program whose callback fails is named to those who manage programs', async () => {
    const program = (await a.post('/api/base/interface/app/add', { name: '仓储对接', scope: 1 })).data;
    await sql`insert into interface_apply (client_id, interface_key, app_id, status, purpose, daily_calls, daily_limit, user_id, user_name)
      values (${a.clientId}, 'position', ${program.id}, 1, '看车', 1000, 1000, ${a.userId}, '管理员')`.execute(db);
    const id = await target({ appId: program.id, kinds: ['position'], name: '实时位置' });
    await a.user({ menus: ['dataForwarding'] });
    await sql`update forward_state set failures = 999 where target_id = ${id}`.execute(db);
    status = () => 500;
    await point({ at: now });
    await round(1000);
    const told = await sql<{
      type: number;
      title: string;
      content: string;
      tag: string;
      to: string[];
    }>`select m.type, m.title, m.content, m.obj_tag as tag,
      array(select user_id::text from message_user u where u.message_id = m.id) as to from message m where m.client_id = ${a.clientId} order by m.id desc limit 1`.execute(
      db,
    );
    expect(told.rows).toEqual([
      {
        type: 15007,
        title: '应用订阅已暂停',
        content:
          '对接应用“仓储对接”的订阅“实时位置”连续失败1000次，已暂停：对方服务异常（HTTP 500）。处理后请在接口中心的“订阅推送”（需有数据转发权限）中恢复，暂停期间的数据会补发（最近24小时）。',
        tag: `app:${program.id}`,
        to: [a.userId],
      },
    ]);
    expect((await a.post(`${base}/resend`, { id })).msg).toBe('订阅“实时位置”连续失败已暂停，请先恢复再重推');
    // it is a subscription in its history, its refusals and to the administrators too
    const his = JSON.stringify((await a.post(`${base}/changeHis`, { id, page: 1, size: 15 })).data);
    expect(his).toContain('订阅名称');
    expect(his).not.toContain('转发');
    const stop = () => a.post(`${base}/switch`, { ids: [id], enabled: 0 });
    await stop();
    expect((await stop()).msg).toBe('订阅实时位置已停止');
    const gone = await a.user({ menus: ['dataForwarding'] });
    await sql`update app_user set status = 0 where id = ${gone.userId}`.execute(db);
    await sql`update forward_target set enabled = true, updated_by = ${gone.userId} where id = ${id}`.execute(db);
    await tellAdrift(db, (error) => {
      throw error;
    });
    const adrift = await sql<{
      title: string;
      content: string;
      tag: string;
    }>`select title, content, obj_tag as tag from message
      where client_id = ${a.clientId} and type = 15010`.execute(db);
    expect(adrift.rows).toEqual([
      {
        title: '应用订阅待核对',
        content: expect.stringMatching(/^对接应用“仓储对接”的订阅“实时位置”/u),
        tag: `app:${program.id}`,
      },
    ]);
    expect(adrift.rows[0]?.content).not.toContain('转发');
  });

  it('what came while it was given up is told when it is started again, of one day at most', async () => {
    const id = await target();
    status = () => 500;
    await sql`update forward_state set failures = 999 where target_id = ${id}`.execute(db);
    await point({ at: now });
    await round(1000);
    expect((await line(id)).lastError).toMatch(/^已暂停：/u);
    const began = now;
    for (const min of [5, 20, 50]) await point({ at: began + min * minute });
    await sql`update forward_item set status = 2, done_at = now() where target_id = ${id}`.execute(db);
    expect(await a.post(`${base}/resend`, { id })).toMatchObject({
      code: 4011,
      msg: '数据转发“冷链平台”连续失败已暂停，请先恢复再重推',
    });
    expect((await line(id)).deadCount).toBe(1);
    status = () => 200;
    await round(51 * minute);
    expect(told()).toEqual([]);
    const restart = async () => {
      await a.post(`${base}/switch`, { ids: [id], enabled: 0 });
      await a.post(`${base}/switch`, { ids: [id], enabled: 1 });
    };
    expect(await line(id)).toMatchObject({ enabled: 1, paused: true });
    const [resumed] = (await a.post(`${base}/switch`, { ids: [id], enabled: 1 })).data;
    expect(resumed).toMatchObject({ ok: true });
    const { list } = (await a.post(`${base}/changeHis`, { id, page: 1, size: 15 })).data;
    expect(list[0].changes).toEqual([{ field: 'enabled', label: '状态', before: '已暂停', after: '已启动' }]);
    expect((await a.post(`${base}/switch`, { ids: [id], enabled: 1 })).msg).toBe('数据转发冷链平台已启动');
    expect((await a.post(`${base}/resend`, { id })).data).toEqual({ count: 1 });
    await round(1000);
    expect(told()).toHaveLength(4);
    // nobody gave it up: it begins anew, and what is looked through again is told once
    await point({ at: now - 30_000 });
    await restart();
    await round(1000);
    expect(told()).toHaveLength(4);
    // a pause of days: one day of it, an hour a round, in its order
    now = Date.now();
    await sql`delete from position`.execute(db);
    for (const hour of [25, 23, 12, 2]) await point({ at: now - hour * 60 * minute });
    await sql`update forward_state set paused_at = now(), filled_from = now() - interval '3 days' where target_id = ${id}`.execute(
      db,
    );
    heard = [];
    await restart();
    for (let part = 0; part < 28; part++) await round(1);
    expect(told().map(({ time }: Heard) => time)).toEqual(
      [23, 12, 2].map((hour) => new Date(now - 28 - hour * 60 * minute).toISOString()),
    );
  });

  it('keeps the pause when it is stopped, edited and started again, and what was not caught up when it is stopped', async () => {
    const id = await target();
    now = Date.now();
    for (const hour of [25, 23, 2]) await point({ at: now - hour * 60 * minute });
    await sql`update forward_state set paused_at = now(), last_error = '不通', filled_from = now() - interval '3 days', filled_at = now()
      where target_id = ${id}`.execute(db);
    const turn = (enabled: number) => a.post(`${base}/switch`, { ids: [id], enabled });
    await turn(0);
    const { version } = await line(id);
    const moved = form({ id, version, address: `http://127.0.0.1:${httpPort}/other`, catchUp: true });
    expect((await a.post(`${base}/update`, moved)).msg).toBe('ok');
    await turn(1);
    // it catches up an hour a round, and is stopped on the way
    for (let part = 0; part < 4; part++) await round(1);
    await turn(0);
    await turn(1);
    for (let part = 0; part < 26; part++) await round(1);
    expect(told().map(({ time }: Heard) => time)).toEqual(
      [23, 2].map((hour) => new Date(now - 30 - hour * 60 * minute).toISOString()),
    );
  });

  it('stopped before its first round it owes the time until then, and nothing of that for which it was stopped', async () => {
    const turn = (id: string, enabled: number) => a.post(`${base}/switch`, { ids: [id], enabled });
    now = Date.now();
    const hours = (n: number) => new Date(now - n * 60 * minute);
    const times = [7, 5, 2];
    for (const hour of times) await point({ at: hours(hour).getTime() });
    const restarted = async (began: number, stopped: number): Promise<unknown[]> => {
      heard = [];
      const id = await target({ name: `停过${began}` });
      await turn(id, 0);
      await sql`update forward_state set filled_from = ${hours(began)}, stopped_at = ${hours(stopped)} where target_id = ${id}`.execute(
        db,
      );
      await turn(id, 1);
      for (let part = 0; part < 5; part++) await round(1);
      await point({ at: now + 30_000 });
      await round(minute);
      const last = await sql<{
        stopped: Date | null;
      }>`select stopped_at as stopped from forward_state where target_id = ${id}`.execute(db);
      expect(last.rows).toEqual([{ stopped: null }]);
      await turn(id, 0);
      const hoursTold = told().map(
        ({ time }: Heard) =>
          times.find((hour) => Math.abs(Date.parse(time) - hours(hour).getTime()) < 10 * minute) ?? 'now',
      );
      return [...new Set(hoursTold)];
    };
    // a week ago for some seconds, and eight hours ago for two
    expect(await restarted(168, 167.999)).toEqual(['now']);
    expect(await restarted(8, 6)).toEqual([7, 'now']);
  });

  describe('that was stopped while it owed something', () => {
    const turn = (id: string, enabled: number) => a.post(`${base}/switch`, { ids: [id], enabled });
    /** What was done to a target was done so many hours earlier. */
    const hoursLater = async (id: string, hours: number): Promise<void> => {
      const back = sql`make_interval(hours => ${hours})`;
      await sql`update forward_state set filled_from = filled_from - ${back}, stopped_at = stopped_at - ${back},
        passed_over = coalesce((select range_agg(tstzrange(lower(gap) - ${back}, upper(gap) - ${back})) from unnest(passed_over) gap), '{}') where target_id = ${id}`.execute(
        db,
      );
    };
    const hours = [7, 5, 3, 1];
    /** A target that has told nothing yet, and a report at each of `hours` ago. */
    const owing = async (): Promise<string> => {
      now = Date.now();
      for (const hour of hours) await point({ at: now - hour * 60 * minute });
      return target();
    };
    /** Of how many hours ago is told, until it has reached the present. */
    const hoursTold = async (): Promise<unknown[]> => {
      const begin = now;
      for (let part = 0; part < 12; part++) await round(1);
      await point({ at: now + 30_000 });
      await round(minute);
      const near = ({ time }: Heard) =>
        hours.find((hour) => Math.abs(Date.parse(time) - begin + hour * 60 * minute) < 10 * minute) ?? 'now';
      return [...new Set(told().map(near))];
    };

    it('twice, it owes what lies between, and nothing of either time for which it was stopped', async () => {
      const id = await owing();
      for (const enabled of [0, 1, 0, 1]) {
        await hoursLater(id, 2);
        await turn(id, enabled);
      }
      expect(await hoursTold()).toEqual([7, 3, 'now']);
    });

    it('and given up before it had caught up, it owes the time of the pause, and nothing of that for which it was stopped', async () => {
      const id = await owing();
      for (const enabled of [0, 1]) {
        await hoursLater(id, 2);
        await turn(id, enabled);
      }
      await hoursLater(id, 2);
      await sql`update forward_state set paused_at = now() where target_id = ${id}`.execute(db);
      await hoursLater(id, 2);
      expect((await turn(id, 1)).data).toMatchObject([{ ok: true }]);
      expect(await hoursTold()).toEqual([7, 3, 1, 'now']);
    });

    it('in the middle of a round, it owes nothing of the time for which it was stopped', async () => {
      const id = await owing();
      await hoursLater(id, 8);
      let asked = 0;
      // the second statement of a round reads where the target stands
      const stoppedBehindIt = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          asked += 1;
          if (asked === 2) await turn(id, 0);
          return result;
        },
      });
      await fillTarget(stoppedBehindIt, id, now - 2 * 60 * minute);
      await hoursLater(id, 2);
      await turn(id, 1);
      expect(await hoursTold()).toEqual([7, 5, 3, 'now']);
    });
  });

  it('a process that dies before it has written it down tells it again', async () => {
    const id = await target();
    await point({ at: now });
    await round(1000);
    await sql`update forward_item set status = 0 where target_id = ${id}`.execute(db);
    await forwarder.close();
    await round(1000);
    expect(told().map(({ id: item }: Heard) => item)).toEqual([told()[0].id, told()[0].id]);
  });

  it('an inner address that a name leads to is refused when it is called', async () => {
    const id = await target({ address: 'http://localtest.example.invalid/' });
    await sql`update forward_target set address = ${`http://127.0.0.2:${httpPort}/`} where id = ${id}`.execute(db);
    const test = await a.post(`${base}/test`, { id });
    expect(test.data).toMatchObject({ ok: false });
    expect(test.data.msg).toContain('不允许访问内网地址127.0.0.2');
  });
});

describe('what is told over MQTT', () => {
  it('is one message an item, acknowledged by the broker', async () => {
    const broker = await Aedes.createBroker();
    broker.authenticate = (_client, user, password, done) => done(null, user === 'u' && String(password) === 'p');
    const messages: Array<{ topic: string; body: Heard; qos: number }> = [];
    broker.on('publish', (packet, client) => {
      if (client) messages.push({ topic: packet.topic, body: JSON.parse(String(packet.payload)), qos: packet.qos });
    });
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      broker.handle(socket);
    });
    const port = await listen(server);
    const mqtt = { protocol: 2, address: `mqtt://127.0.0.1:${port}`, topic: 'fleet/{plateNo}/{kind}', account: 'u' };
    const id = await target({ ...mqtt, secret: 'p' });
    const wrong = await target({ ...mqtt, name: '密码错', secret: 'x' });
    expect((await a.post(`${base}/test`, { id })).data).toMatchObject({ ok: true });
    await point({ at: now });
    await point({ at: now + 30_000 });
    await round(minute);
    expect(messages.map(({ topic, qos, body }) => [topic, qos, body.position.speedKmh])).toEqual([
      ['fleet/沪A10001/report', 1, 62],
      ['fleet/沪A10001/report', 1, 62],
    ]);
    expect((await line(wrong)).lastError).toBe('对方没有给这个账号授权');
    // the broker goes away and comes back: nothing is lost
    for (const socket of sockets) socket.destroy();
    await point({ at: now });
    await round(minute);
    await round(minute);
    expect(messages).toHaveLength(3);
    await forwarder.close();
    await broker.close();
    await new Promise((done) => server.close(done));
  });
});

describe('what is told over JT/T 809', () => {
  it('logs in, tells positions now and late and alarms, and waits until they arrived', async () => {
    const scramble = { m1: 30_000_000, ia1: 20_000_000, ic1: 20_000_001 };
    const got: Message809[] = [];
    const server = createServer((socket) => {
      const splitter = new Splitter809(scramble);
      const answer = (id: number, body: Uint8Array = new Uint8Array(0)) =>
        socket.write(encodeFrame809({ serial: 1, id, centerId: 77, key: 5, body }, scramble));
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        for (const message of splitter.push(chunk)) {
          got.push(message);
          if (message.id === ids809.login)
            answer(
              ids809.loginAnswer,
              encodeLoginAnswer809(decodeLogin809(message.body).password === 'p809' ? 0 : 4, 9),
            );
          if (message.id === ids809.alive) answer(ids809.aliveAnswer);
        }
      });
    });
    const port = await listen(server);
    const of809 = {
      protocol: 3,
      address: `127.0.0.1:${port}`,
      account: '1001',
      centerId: 77,
      kinds: ['position', 'alarm'],
      ...scramble,
    };
    await target({ ...of809, secret: 'p809' });
    const wrong = await target({ ...of809, name: '密码错', secret: 'x' });
    expect((await a.post(`${base}/test`, { id: wrong })).data).toEqual({ ok: false, msg: '密码错误' });
    const second0 = Math.ceil(now / 1000) * 1000;
    await point({ at: second0 });
    for (let i = 1; i <= 6; i++) await point({ at: second0 - i * 30_000, flags: 7, receive: now + 500 });
    await point({ at: second0 + 1000, vehicle: second, flags: 1 });
    await event(truck);
    got.length = 0;
    await round(minute);
    const mine = got.filter(({ id }) => id === ids809.exchange || id === ids809.warn);
    const inner = mine.map(({ body }) => decodeOfVehicle809(body));
    expect(inner.map(({ id }) => id).sort()).toEqual([0x1202, 0x1203, 0x1203, 0x1402]);
    expect(inner[0]).toMatchObject({ plateNo: '沪A10001', color: 2 });
    const late = inner.filter(({ id }) => id === 0x1203).map(({ body }) => decodeLatePositions809(body).length);
    expect(late).toEqual([5, 1]);
    const live = inner.find(({ id }) => id === 0x1202);
    expect(live && decodePosition809(live.body)).toMatchObject({
      t: second0,
      lng: 121.47,
      lat: 31.23,
      speedKmh: 62,
      mileageKm: 121,
    });
    const warn = inner.find(({ id }) => id === 0x1402);
    expect(warn && decodeWarn809(warn.body)).toMatchObject({
      source: 2,
      type: 14,
      text: '超温报警 发生 报警值-9.5 限值-12',
    });
    expect((await line(wrong)).lastError).toBe('密码错误');
    await forwarder.close();
    await new Promise((done) => server.close(done));
  });
});

describe('pauses', () => {
  it('are 10 s, 1, 5 and 30 minutes, and stay there', () => {
    expect([1, 2, 3, 4, 9].map((tries) => triedAgainAt(tries, 0) / 1000)).toEqual([10, 60, 300, 1800, 1800]);
  });
  it('a round looks back six minutes, and follows slowly after a pause of the worker', () => {
    const t = 10_000_000;
    expect(nextFrom(t - 360_000, t, t + 10_000)).toBe(t - 350_000);
    // half an hour without a round: 90 s on, not to six minutes ago
    expect(nextFrom(t - 360_000, t, t + 1_800_000)).toBe(t - 270_000);
  });

  it('a round tells at most an hour of before, up to where it was stopped, and goes on where it was started', () => {
    const hour = 60 * minute;
    const now = 100 * hour;
    const due = { from: now - 3 * hour, last: null, intervalS: 30, stopped: null, started: null };
    expect(planPart(due, now)).toEqual({ until: now - 2 * hour, next: now - 2 * hour - 6 * minute, reached: false });
    const owing = { ...due, stopped: now - 1.5 * hour, started: now - minute };
    expect(planPart(owing, now)).toMatchObject({ until: now - 2 * hour, reached: false });
    const last = { ...owing, from: now - 2 * hour };
    expect(planPart(last, now)).toEqual({ until: now - 1.5 * hour, next: now - minute, reached: false });
    // it was stopped longer ago than anything is told
    expect(planPart({ ...last, from: now - hour }, now)).toMatchObject({ until: now - hour, next: now - minute });
    // stopped and started while a round was on its way that reached the present
    expect(planPart({ ...last, last: now - minute }, now)).toMatchObject({ until: now - 1.5 * hour, reached: false });
    expect(planPart({ ...due, from: now - minute }, now)).toMatchObject({ until: now, reached: true });
  });
});
