import type { Topics } from '@tongda/contract/core/topics';
import { msgId } from '@tongda/protocol/jt808/codec';
import { encodeText } from '@tongda/protocol/text';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { FakeBus, shanghai, Terminal } from '../../../../test/gateway-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { type RunningGateway, startGateway } from '../../../gateway/listeners';
import { deleteOldTraces } from './service';

const api = '/api/base/messageTrace';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const wait = { timeout: 5000, interval: 50 };
const changed: Array<Topics['traceChanged']> = [];
let app: TestApp;
let a: FleetFixture;
let gateway: RunningGateway;
let terminal: Terminal;
let terminalNo: string;
let post: (call: string, body: object) => ReturnType<TestApp['post']>;
let traceId: string;

beforeAll(async () => {
  app = await testApp();
  const db = app.database.systemDb;
  a = await fleetFixture(app, '报文公司');
  await a.addVehicle('沪A33333', { deviceId: a.deviceIds[0] });
  await db.updateTable('client').set({ terminal_policy: 'tolerant' }).where('id', '=', a.clientId).execute();
  const device = await db
    .selectFrom('device')
    .select(['terminal_no', 'phone_key'])
    .where('id', '=', a.deviceIds[0] ?? '')
    .executeTakeFirstOrThrow();
  terminalNo = device.terminal_no;
  const staff = await app.company('平台方');
  await db.updateTable('client').set({ kind: 'provider' }).where('id', '=', staff.clientId).execute();
  const { data: login } = await app.login(staff.account, 'Test@2026');
  post = (call, body) => app.post(`${api}/${call}`, body, login.access_token);
  const bus = new FakeBus();
  const publish: FakeBus['publish'] = (topic, key, message) => {
    // the topic says which message it is
    if (topic === 'traceChanged') changed.push(message as Topics['traceChanged']);
    return FakeBus.prototype.publish.call(bus, topic, key, message) as Promise<void>;
  };
  const pool = app.database.pool;
  gateway = await startGateway({ port: 0, host: '127.0.0.1', bus: { publish }, db: pool, log: silent });
  terminal = await Terminal.connect(gateway.port, device.phone_key, '2013');
});
afterAll(async () => {
  terminal.end();
  await gateway.stop();
  await app.close();
});

const frames = async (more: object = {}) => (await post('frames', { id: traceId, ...more })).data.list;

it('records the frames of one terminal both ways from when somebody asks for it', async () => {
  terminal.say(msgId.heartbeat, { extra: new Uint8Array(0) });
  await terminal.heard(1);
  const asked = { terminalNo, minutes: 10, reason: '温度不上传' };
  expect((await post('start', { ...asked, terminalNo: 'NONE' })).data.errors).toEqual([
    { field: 'terminalNo', msg: '没有这台终端' },
  ]);
  expect((await post('start', { ...asked, minutes: 31 })).data.errors).toEqual([
    { field: 'minutes', msg: '追踪时长应为1~30分钟' },
  ]);
  traceId = (await post('start', asked)).data.id;
  expect((await post('start', asked)).data.errors[0].msg).toMatch(/正在追踪这台终端$/u);
  // the gateway is told by the database
  await vi.waitFor(async () => {
    terminal.say(msgId.heartbeat, { extra: Uint8Array.of(90, 20, 1) });
    expect(await frames()).not.toEqual([]);
  }, wait);
  terminal.say(msgId.location, shanghai(Date.now()));
  await vi.waitFor(async () => expect(await frames({ search: '位置信息' })).toHaveLength(1), wait);
  await vi.waitFor(async () => expect(await frames({ search: '8001', way: 2 })).not.toEqual([]), wait);
  const [report] = await frames({ search: '位置信息', way: 1 });
  expect(report).toMatchObject({ way: 1, msgId: '0x0200', name: '位置信息汇报', refused: false });
  expect(report.hex).toMatch(/^7e0200/u);
  expect(await frames({ search: '0200', way: 2 })).not.toContainEqual(expect.objectContaining({ way: 1 }));
  expect(await frames({ search: '5a1401' })).not.toEqual([]);
  expect(await frames({ startTime: '2030-01-01 00:00:00' })).toEqual([]);
  const { data: shown } = await post('frame', { id: report.id });
  expect(shown).toMatchObject({ msgId: '0x0200', faults: [], phone: expect.stringMatching(/^139/u) });
  expect(shown.fields).toContainEqual(expect.objectContaining({ name: '经度', offset: 24, length: 4 }));
  expect(changed).toContainEqual({ traceId, userId: expect.any(String) });
});

it('finds texts in the encoding of terminals', async () => {
  await app.database.systemDb
    .insertInto('frame_trace_row')
    .values({
      client_id: a.clientId,
      trace_id: traceId,
      at: new Date(),
      direction: 2,
      msg_id: 0x8300,
      serial: 1,
      payload: Buffer.concat([Buffer.from('83000009013900000000000109', 'hex'), encodeText('请靠边停车')]),
    })
    .execute();
  expect(await frames({ search: '靠边' })).toMatchObject([{ msgId: '0x8300', name: '文本信息下发', way: 2 }]);
});

it('ends when somebody stops it, and stands in the history of the device', async () => {
  const row = async () => (await post('page', { terminal: terminalNo })).data.list[0];
  expect(await row()).toMatchObject({ id: traceId, plateNo: '沪A33333', clientName: '报文公司', state: 1 });
  expect((await post('stop', { id: traceId })).code).toBe(200);
  expect(await row()).toMatchObject({ state: 2, frames: expect.any(Number) });
  const { list } = (await a.post('/api/base/manage/device/changeHis', { id: a.deviceIds[0] })).data;
  expect(list.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual(['停止追踪报文', '追踪报文']);
});

it('shows what came and went before anybody looked, and begins a recording with it', async () => {
  terminal.say(msgId.location, shanghai(Date.now() - 5_000));
  await terminal.heard(terminal.answers.length + 1);
  const { data } = await post('recent', { terminalNo, reason: '为何离线' });
  const of = async (id: string, more: object = {}) => (await post('frames', { id, ...more })).data.list;
  await vi.waitFor(async () => expect(await of(data.id, { search: '位置信息', way: 1 })).not.toEqual([]), wait);
  expect(await of(data.id, { search: '8001', way: 2 })).not.toEqual([]);
  const total = async () => (await post('frames', { id: data.id })).data.total;
  const before = await total();
  terminal.say(msgId.heartbeat, { extra: new Uint8Array(0) });
  await terminal.heard(terminal.answers.length + 1);
  const [row] = (await post('page', { terminal: terminalNo })).data.list;
  expect(row).toMatchObject({ id: data.id, state: 2, reason: '最近报文：为何离线', frames: before });
  expect(changed).toContainEqual({ traceId: data.id, userId: expect.any(String) });
  // nothing that follows
  expect(await total()).toBe(before);
  expect((await post('recent', { terminalNo })).data.errors).toEqual([{ field: 'reason', msg: '请输入原因' }]);
});

it('is the staff’s alone, and goes after a week', async () => {
  expect((await a.post(`${api}/frames`, { id: traceId })).code).toBe(4003);
  const db = app.database.systemDb;
  await db.updateTable('frame_trace').set({ ends_at: sql<Date>`now() - interval '8 days'` }).execute();
  await deleteOldTraces(db);
  expect(await db.selectFrom('frame_trace_row').select('id').execute()).toEqual([]);
});
