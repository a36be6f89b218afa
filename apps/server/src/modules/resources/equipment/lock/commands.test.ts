import type { LockToldMessage } from '@tongda/contract/core/topics';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { memoryBus } from '../../../../core/bus/memory';
import { endSilentCommands, startLockDesk } from './desk';

const api = '/api/base/bluetoothLock';
const mac = 'C4:5B:BE:10:2A:77';
const bus = memoryBus();
let app: TestApp;
let a: FleetFixture;
let lockId = '';
let vehicleId = '';
let deviceId = '';
let stop: () => void;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '锁公司');
  vehicleId = await a.addVehicle('沪L10001');
  deviceId = a.deviceIds[0] ?? '';
  await a.post('/api/base/manage/vehicle/bindDevice', { vehicleId, deviceId });
  lockId = String((await a.post(`${api}/add`, { lockNo: 'LS-0077', mac })).data.id);
  await a.post(`${api}/bind`, { id: lockId, version: 1, vehicleId, doorPos: '后门' });
  stop = startLockDesk({ bus, database: app.database });
});
afterAll(async () => {
  stop();
  await app.close();
});

const stand = (state: number, speedKmh: number | null) =>
  sql`insert into device_state (vehicle_id, client_id, device_id, last_packet_at, device_time, lng, lat, live, stream)
    values (${vehicleId}, ${a.clientId}, ${deviceId}, now(), now(), 121.4, 31.2, ${JSON.stringify({ state, speedKmh, alarmBits: 0 })}::jsonb, '{}')
    on conflict (vehicle_id) do update set live = excluded.live`.execute(app.database.systemDb);
const prove = () => sql`update auth_session set proved_at = now()`.execute(app.database.systemDb);
const tell = (more: Partial<LockToldMessage>) =>
  bus.publish('lockTold', deviceId, {
    ...{ deviceId, clientId: a.clientId, mac, status: 1, batteryPct: 77, serial: 0, result: null, event: null },
    ...more,
  });
const commands = async () => (await a.post(`${api}/commands`, { id: lockId })).data;
const detail = async () => (await a.post(`${api}/detail`, { id: lockId })).data;
const log = async () =>
  (
    await sql<{
      action: number;
      way: number;
      allowed: boolean;
      reason: string;
      user_name: string;
    }>`select action, way, allowed, reason, user_name from lock_open_log where lock_id = ${lockId} order by id`.execute(
      app.database.systemDb,
    )
  ).rows;
const open = (more: object = {}) =>
  a.post(`${api}/remoteOpen`, { id: lockId, reason: '司机钥匙丢失', tail: '0077', ...more });

beforeEach(async () => {
  await sql`delete from lock_open_log`.execute(app.database.systemDb);
  await sql`update bluetooth_lock set lock_status = 1, last_time = null`.execute(app.database.systemDb);
  await stand(1, 0);
  await prove();
});

it('opens a lock from afar by its terminal: done when the lock says so, with way, person and place', async () => {
  const { code, data } = await open();
  expect(code).toBe(200);
  const { rows } = await sql<{ params: object; summary: string }>`select params, summary from device_command`.execute(
    app.database.systemDb,
  );
  expect(rows).toEqual([
    {
      params: { kind: 'raw', lock: { mac, serial: Number(data.commandId), what: 'open' } },
      summary: '远程开锁 LS-0077',
    },
  ]);
  expect(await commands()).toMatchObject([{ id: data.commandId, kind: 'open', state: 0, reason: '司机钥匙丢失' }]);
  const serial = Number(data.commandId);
  await tell({ serial, result: 'done', status: 2 });
  await tell({ serial, status: 2, event: { isOpen: true, way: 2, at: Date.now() } });
  expect(await commands()).toMatchObject([{ state: 1 }]);
  expect(await detail()).toMatchObject({ lockStatus: 2, battery: 77, lastAction: 1, lastWay: 2, lng: 121.4 });
  expect((await detail()).address).not.toBe('');
  const closed = { isOpen: false, way: 1, at: Date.now() + 1000 };
  await tell({ event: closed });
  await tell({ event: closed });
  // one opening, one closing, although each was told twice
  expect(await log()).toMatchObject([
    { action: 1, way: 2, allowed: true },
    { action: 0, way: 1, allowed: true },
  ]);
  expect(await detail()).toMatchObject({ lockStatus: 1, lastAction: 0 });
});

it('keeps a box closed that drives, is silent, or whose number was not typed, and asks for the password', async () => {
  await stand(1, 42);
  expect(await open()).toMatchObject({ code: 4011, msg: '车辆沪L10001正在行驶，停车后才能远程开锁' });
  await stand(1, null);
  expect(await open()).toMatchObject({ code: 4011, msg: '车辆沪L10001速度未知，停车后才能远程开锁' });
  await stand(4, 0);
  expect(await open()).toMatchObject({ code: 4011, msg: '车辆沪L10001的终端离线，不能远程开锁' });
  await stand(1, 0);
  expect((await open({ tail: '0078' })).data.errors).toEqual([{ field: 'tail', msg: '与锁编号的后4位不一致，请核对' }]);
  await sql`update auth_session set proved_at = null`.execute(app.database.systemDb);
  expect(await open()).toMatchObject({ code: 4012 });
  await prove();
  await sql`update bluetooth_lock set lock_status = 3`.execute(app.database.systemDb);
  expect(await open()).toMatchObject({ code: 4011, msg: '蓝牙锁LS-0077离线，不能远程开锁' });
  expect(await log()).toEqual([]);
});

it('takes an opening back that the lock refused or never answered', async () => {
  const first = Number((await open()).data.commandId);
  await tell({ serial: first, result: 'unreachable', status: null });
  // an answer that comes a second time changes nothing
  await tell({ serial: first, result: 'done', status: 2 });
  await sql`update device_command set state = 4`.execute(app.database.systemDb);
  const second = String((await open()).data.commandId);
  // its terminal passed it on
  await sql`update device_command set state = 7 where id = (select command_id from lock_command where id = ${second})`.execute(
    app.database.systemDb,
  );
  await sql`update lock_command set expires_at = now() - interval '1 second' where id = ${second}`.execute(
    app.database.systemDb,
  );
  expect((await commands())[0]).toMatchObject({ state: 3 });
  expect(await endSilentCommands(app.database.systemDb)).toBe(1);
  expect(await log()).toMatchObject([
    { allowed: false, reason: '终端联系不上蓝牙锁' },
    { allowed: false, reason: '蓝牙锁没有应答' },
  ]);
});

it('gives an opening up with its terminal, and believes a lock that answers after that', async () => {
  const id = String((await open()).data.commandId);
  // the terminal takes no message, long before the lock's own time is over
  await sql`update device_command set state = 4 where id = (select command_id from lock_command where id = ${id})`.execute(
    app.database.systemDb,
  );
  expect((await commands())[0]).toMatchObject({ id, state: 3 });
  await endSilentCommands(app.database.systemDb);
  expect(await log()).toMatchObject([{ allowed: false, reason: '终端没有收到或没有执行开锁指令' }]);
  await tell({ serial: Number(id), result: 'done', status: 2 });
  expect((await commands())[0]).toMatchObject({ id, state: 1 });
  expect(await log()).toMatchObject([{ action: 1, allowed: true, reason: '' }]);
  expect(await detail()).toMatchObject({ lockStatus: 2, lastAction: 1, lastWay: 2 });
});

it('gives a code that opens once: shown once, in the lock when it has answered, used when it was typed', async () => {
  const ask = (more: object) =>
    a.post(`${api}/tempCode`, { id: lockId, digits: 7, minutes: 30, reason: '夜间到店', ...more });
  for (const minutes of [4, 1441])
    expect((await ask({ minutes })).data.errors).toEqual([{ field: 'minutes', msg: '有效时长应在5分钟~24小时之间' }]);
  const { data } = await ask({});
  expect(data.code).toMatch(/^\d{7}$/u);
  const serial = Number(data.commandId);
  expect(JSON.stringify(await commands())).not.toContain(data.code);
  await tell({ serial, result: 'done' });
  expect((await commands())[0]).toMatchObject({ kind: 'code', state: 1, useTime: null });
  await tell({ serial, status: 2, event: { isOpen: true, way: 3, at: Date.now() } });
  expect((await commands())[0]).toMatchObject({ state: 4, useTime: expect.any(String) });
  expect(await log()).toMatchObject([
    { action: 1, way: 3, allowed: true, user_name: expect.stringMatching(/^临时密码（/u) },
  ]);
});

it('is for who may, and of the own company', async () => {
  const { data } = await a.post('/api/base/user/menuTree', { sysList: ['webGIS'] });
  for (const path of ['bluetoothLock/remoteOpen', 'bluetoothLock/tempCode'])
    expect(data.buttonGrouping['900306']).toContainEqual({ path });
  const b = await fleetFixture(app, '别家锁');
  expect(await b.post(`${api}/commands`, { id: lockId })).toMatchObject({ code: 4004 });
  expect(await b.post(`${api}/tempCode`, { id: lockId, minutes: 30, reason: '试试' })).toMatchObject({ code: 4004 });
  expect(await b.post(`${api}/remoteOpen`, { id: lockId, reason: '试试', tail: '0077' })).toMatchObject({ code: 4004 });
});
