import { button } from '@tongda/contract/shell/rights';
import { msgId } from '@tongda/protocol/jt808/codec';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { FakeBus, shanghai, Terminal } from '../../../../test/gateway-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { type RunningGateway, startGateway } from '../../../gateway/listeners';

const api = '/api/base/manage/device/trace';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const wait = { timeout: 5000, interval: 50 };
const code = '31323334';
let app: TestApp;
let a: FleetFixture;
let gateway: RunningGateway;
let terminal: Terminal;
let terminalNo: string;
let deviceId: string;
let vehicleId: string;
let staff: string;

beforeAll(async () => {
  app = await testApp();
  const db = app.database.systemDb;
  a = await fleetFixture(app, '自查公司');
  deviceId = a.deviceIds[0] ?? '';
  vehicleId = await a.addVehicle('沪A55551', { deviceId });
  await db.updateTable('client').set({ terminal_policy: 'tolerant' }).where('id', '=', a.clientId).execute();
  const device = await db
    .selectFrom('device')
    .select(['terminal_no', 'phone_key'])
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
  terminalNo = device.terminal_no;
  const provider = await app.company('平台方');
  await db.updateTable('client').set({ kind: 'provider' }).where('id', '=', provider.clientId).execute();
  staff = String((await app.login(provider.account, 'Test@2026')).data.access_token);
  const bus = new FakeBus();
  gateway = await startGateway({ port: 0, host: '127.0.0.1', bus, db: app.database.pool, log: silent });
  terminal = await Terminal.connect(gateway.port, device.phone_key, '2013');
});
afterAll(async () => {
  terminal.end();
  await gateway.stop();
  await app.close();
});

const start = (id: string, token?: string) => {
  const body = { id, minutes: 10, reason: '温度不上传' };
  return token ? app.post(`${api}/start`, body, token) : a.post(`${api}/start`, body);
};
const frames = async (id: string, more: object = {}) => (await a.post(`${api}/frames`, { id, ...more })).data.list;
const recorded = (id: string) =>
  app.database.systemDb.selectFrom('frame_trace_row').select('msg_id').where('trace_id', '=', id).execute();

it('a company records its terminal beside the staff, each its own frames, and codes are stars', async () => {
  const { data: own } = await start(deviceId);
  expect(await start(deviceId)).toMatchObject({ code: 4011, msg: expect.stringMatching(/正在记录终端/u) });
  const asked = { terminalNo, minutes: 10, reason: '排查' };
  const { data: theirs } = await app.post('/api/base/messageTrace/start', asked, staff);
  await vi.waitFor(async () => {
    terminal.say(msgId.auth, { code: '1234', imei: '', softwareVersion: '' });
    terminal.say(msgId.location, shanghai(Date.now()));
    expect(await recorded(own.id)).not.toEqual([]);
    expect(await recorded(theirs.id)).not.toEqual([]);
  }, wait);
  await vi.waitFor(async () => expect(await frames(own.id, { search: '位置信息' })).not.toEqual([]), wait);
  // by its name: the digits 0102 are part of the terminal's number too
  const [auth] = await frames(own.id, { search: '终端鉴权', way: 1 });
  expect(auth.hex).toContain('2a2a2a2a');
  expect(auth.hex).not.toContain(code);
  const { data: shown } = await a.post(`${api}/frame`, { id: auth.id });
  expect(JSON.stringify(shown)).not.toContain(code);
  expect(shown.fields).toContainEqual(expect.objectContaining({ name: '鉴权码', value: '****' }));
  // nor can it be found by looking for it
  expect(await frames(own.id, { search: code })).toEqual([]);
  const { list } = (await app.post('/api/base/messageTrace/frames', { id: theirs.id, search: code }, staff)).data;
  expect(list).not.toEqual([]);
  // neither sees the other's
  expect(await a.post(`${api}/frames`, { id: theirs.id })).toMatchObject({ code: 4004 });
  expect(await app.post('/api/base/messageTrace/frames', { id: own.id }, staff)).toMatchObject({ code: 4004 });
  expect((await a.post(`${api}/page`, { deviceId })).data.list).toMatchObject([
    { id: own.id, plateNo: '沪A55551', state: 1 },
  ]);
});

it('another company, a colleague without the right and one who may not see the vehicle get nothing of it', async () => {
  const { id } = (await a.post(`${api}/page`, { deviceId })).data.list[0];
  const b = await fleetFixture(app, '别家自查公司');
  expect(await start(deviceId, b.token)).toMatchObject({ code: 4004 });
  expect(await b.post(`${api}/frames`, { id })).toMatchObject({ code: 4004 });
  const [frame] = await frames(id);
  expect(await b.post(`${api}/frame`, { id: frame.id })).toMatchObject({ code: 4004 });
  expect(await b.post(`${api}/stop`, { id })).toMatchObject({ code: 4004 });
  const without = await a.user({ menus: ['vehicleEquipment'] });
  expect((await app.post(`${api}/frames`, { id }, without.token)).code).toBe(4003);
  const given = { menus: ['vehicleEquipment'], buttons: [button('vehicleEquipment', 'trace').path] };
  const here = await a.user(given);
  expect((await app.post(`${api}/frames`, { id }, here.token)).code).toBe(200);
  const elsewhere = await a.user({ ...given, orgId: a.subOrgId });
  expect(await app.post(`${api}/frames`, { id }, elsewhere.token)).toMatchObject({ code: 4004 });
  expect(await app.post(`${api}/frame`, { id: frame.id }, elsewhere.token)).toMatchObject({ code: 4004 });
  expect((await app.post(`${api}/page`, { deviceId }, elsewhere.token)).data.list).toEqual([]);
  expect(await start(deviceId, elsewhere.token)).toMatchObject({ code: 4004 });
});

it('what comes after the terminal has left the vehicle is not recorded any more', async () => {
  const { id } = (await a.post(`${api}/page`, { deviceId })).data.list[0];
  await app.database.systemDb
    .deleteFrom('device_binding')
    .where('device_id', '=', deviceId)
    .where('vehicle_id', '=', vehicleId)
    .execute();
  const before = (await recorded(id)).length;
  const staffTrace = await app.database.systemDb
    .selectFrom('frame_trace')
    .select('id')
    .where('by_company', '=', false)
    .executeTakeFirstOrThrow();
  const theirs = (await recorded(staffTrace.id)).length;
  terminal.say(msgId.location, shanghai(Date.now()));
  // the staff's recording of the same frame tells that it was written
  await vi.waitFor(async () => expect((await recorded(staffTrace.id)).length).toBeGreaterThan(theirs), wait);
  expect((await recorded(id)).length).toBe(before);
});

it('a company has few at a time, and what begins and ends stands in the history of the terminal', async () => {
  const { id } = (await a.post(`${api}/page`, { deviceId })).data.list[0] ?? {};
  if (id) expect((await a.post(`${api}/stop`, { id })).code).toBe(200);
  const more = await Promise.all([start(a.deviceIds[1] ?? ''), start(a.deviceIds[2] ?? '')]);
  expect(more.map((answer) => answer.code)).toEqual([200, 200]);
  const actions = (await a.post('/api/base/manage/device/changeHis', { id: a.deviceIds[1] })).data.list;
  expect(actions[0]).toMatchObject({ action: '记录报文' });
  const { id: another } = await app.database.systemDb
    .insertInto('device')
    .values({ client_id: a.clientId, terminal_no: 'T139990001', phone_key: '139990001', model: 'TD-1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.database.systemDb
    .updateTable('frame_trace')
    .set({ ends_at: new Date(Date.now() + 600_000) })
    .where('by_company', '=', true)
    .execute();
  expect(await start(another)).toMatchObject({ code: 4011, msg: expect.stringMatching(/已有3台/u) });
});

it('recordings stay with the company that made them when the terminal is given away', async () => {
  const db = app.database.systemDb;
  const page = async (more: object = {}, token?: string) =>
    (token ? await app.post(`${api}/page`, more, token) : await a.post(`${api}/page`, more)).data.list;
  const given = { menus: ['vehicleEquipment'], buttons: [button('vehicleEquipment', 'trace').path] };
  const [here, elsewhere] = [await a.user(given), await a.user({ ...given, orgId: a.subOrgId })];
  const before = await page({ deviceId });
  expect(before).not.toEqual([]);
  const b = await fleetFixture(app, '接手自查公司');
  await db.updateTable('device').set({ client_id: b.clientId, org_id: null }).where('id', '=', deviceId).execute();
  const kept = (await page()).filter((row: { terminalNo: string }) => row.terminalNo === terminalNo);
  expect(kept.map((row: { id: string }) => row.id)).toEqual(before.map((row: { id: string }) => row.id));
  const [frame] = await frames(kept.at(-1).id);
  expect((await a.post(`${api}/frame`, { id: frame.id })).code).toBe(200);
  const ids = async (token: string) => (await page({}, token)).map((row: { id: string }) => row.id);
  expect(await ids(here.token)).toEqual(expect.arrayContaining([kept.at(-1).id]));
  expect(await ids(elsewhere.token)).not.toContain(kept.at(-1).id);
  expect(await page({}, b.token)).toEqual([]);
  await db.updateTable('device').set({ client_id: a.clientId }).where('id', '=', deviceId).execute();
});
