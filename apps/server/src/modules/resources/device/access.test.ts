import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { tellDeviceAlerts } from './alerts';

let app: TestApp;
let a: FleetFixture;
let b: FleetFixture;
const api = '/api/base/manage/device';
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '接入公司');
  b = await fleetFixture(app, '别家接入公司');
});
afterAll(() => app.close());

let serial = 0;
const add = async (): Promise<{ id: string; terminalNo: string }> => {
  const terminalNo = `0${15_300_000_000 + ++serial}`;
  return { id: (await a.post(`${api}/create`, { terminalNo })).data.id, terminalNo };
};
/** What the gateway writes about a terminal. */
const tried = (id: string, more: Record<string, string | Date | null>) =>
  app.database.systemDb
    .insertInto('device_access')
    .values({
      device_id: id,
      client_id: a.clientId,
      tried_at: new Date(),
      tried_from: '9.9.9.9:1',
      outcome: 'accepted',
      ...more,
    })
    .onConflict((c) => c.column('device_id').doUpdateSet(more))
    .execute();
const alerted = (id: string, kind: string, at = new Date()) =>
  app.database.systemDb
    .insertInto('device_alert')
    .values({
      device_id: id,
      client_id: a.clientId,
      kind,
      first_at: at,
      last_at: at,
      before_address: '117.136.8.9:4000',
      address: '45.32.1.2:5000',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
const detail = async (id: string) => (await a.post(`${api}/detail`, { id })).data;
const messagesOf = (clientId: string, title: string) =>
  app.database.systemDb
    .selectFrom('message')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('title', '=', title)
    .orderBy('id')
    .execute();
/** What gateways hear while `act` runs. */
async function heardDuring(act: () => Promise<unknown>): Promise<number> {
  const client = await app.database.pool.connect();
  let heard = 0;
  client.on('notification', () => {
    heard++;
  });
  await client.query('listen access_changed');
  await act();
  await sleep(50);
  await client.query('unlisten access_changed');
  client.removeAllListeners('notification');
  client.release();
  return heard;
}

describe('接入状态', () => {
  it('goes from 未注册 over 已注册, 鉴权失败 and 等待放行 to 已放行, in list, filter and detail', async () => {
    const { id, terminalNo } = await add();
    const state = async () => {
      const { list } = (await a.post(`${api}/page`, { page: 1, size: 15, terminalNo })).data;
      const code = (await detail(id)).accessDetail.state;
      expect(list[0].access).toBe(code);
      const { total } = (await a.post(`${api}/page`, { page: 1, size: 15, terminalNo, access: code })).data;
      expect(total).toBe(1);
      return code;
    };
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    expect(await state()).toBe(0);
    await sql`update device set auth_code = 'abcdef123456', registered_at = ${ago(60)} where id = ${id}`.execute(
      app.database.systemDb,
    );
    await tried(id, { accepted_at: ago(50), accepted_from: '117.136.8.9:4000', accepted_code: 'abcdef123456' });
    expect(await state()).toBe(1);
    await tried(id, { code_refused_at: ago(40), outcome: 'wrongCode' });
    expect(await state()).toBe(4);
    await tried(id, { register_refused_at: ago(30), outcome: 'alreadyRegistered', tried_from: '45.32.1.2:5000' });
    expect(await state()).toBe(2);
    expect((await detail(id)).accessDetail).toMatchObject({
      ownPolicy: null,
      policy: 'strict',
      outcome: 'alreadyRegistered',
      triedFrom: '45.32.1.2:5000',
      acceptedFrom: '117.136.8.9:4000',
    });
    expect(await a.post(`${api}/release`, { ids: [id] })).toMatchObject({ code: 200, data: [{ ok: true }] });
    expect(await state()).toBe(3);
    expect((await detail(id)).accessDetail.releasedUntil).toMatch(/^\d{4}-/u);
    // the terminal registered again
    await sql`update device set register_until = null, registered_at = now() where id = ${id}`.execute(
      app.database.systemDb,
    );
    expect(await state()).toBe(1);
  });

  it('of a tolerant terminal waits for nobody', async () => {
    const { id } = await add();
    await sql`update device set auth_code = 'abcdef123456', terminal_policy = 'tolerant' where id = ${id}`.execute(
      app.database.systemDb,
    );
    await tried(id, { register_refused_at: new Date() });
    expect((await detail(id)).accessDetail).toMatchObject({ state: 1, policy: 'tolerant', ownPolicy: 'tolerant' });
  });
});

describe('放行重新注册, 设置鉴权码 and 注册方式', () => {
  it('are noted in the history, never with the code itself, and no answer shows a code', async () => {
    const { id, terminalNo } = await add();
    expect(await a.post(`${api}/release`, { ids: [id] })).toMatchObject({
      code: 4011,
      msg: `终端${terminalNo}还没有鉴权码，首次注册不需要放行`,
    });
    expect(await a.post(`${api}/setCode`, { id, code: '短' })).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'code', msg: '鉴权码为6~32位字母、数字或符号' }] },
    });
    expect((await a.post(`${api}/setCode`, { id, code: 'secret-0815' })).code).toBe(200);
    expect((await a.post(`${api}/release`, { ids: [id] })).code).toBe(200);
    expect((await a.post(`${api}/setPolicy`, { ids: [id], policy: 'tolerant' })).code).toBe(200);
    expect((await a.post(`${api}/setCode`, { id, code: 'secret-0816' })).code).toBe(200);
    const { list } = (await a.post(`${api}/changeHis`, { id, page: 1, size: 15 })).data;
    expect(list.map((line: { action: string }) => line.action)).toEqual([
      '设置鉴权码',
      '修改注册方式',
      '放行重新注册',
      '设置鉴权码',
      '新增',
    ]);
    const page = await a.post(`${api}/page`, { page: 1, size: 100 });
    expect(JSON.stringify([list, await detail(id), page])).not.toContain('secret-08');
    const row = await app.database.systemDb
      .selectFrom('device')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    // a new code ends an open release
    expect(row).toMatchObject({ auth_code: 'secret-0816', register_until: null, terminal_policy: 'tolerant' });
  });

  it('reach the gateways at once; a terminal’s very first code disturbs nobody', async () => {
    const { id } = await add();
    expect(await heardDuring(() => a.post(`${api}/setCode`, { id, code: 'first-code' }))).toBe(0);
    expect(await heardDuring(() => a.post(`${api}/setCode`, { id, code: 'other-code' }))).toBe(1);
    expect(await heardDuring(() => a.post(`${api}/setPolicy`, { ids: [id], policy: 'tolerant' }))).toBe(1);
    const company = '/api/base/org/terminals';
    const before = { policy: 'strict', alerts: true, cutReview: false };
    const save = (policy: string, was: object) => () =>
      a.post(`${company}/save`, { policy, alerts: true, cutReview: false, before: was });
    expect(await heardDuring(save('tolerant', before))).toBe(1);
    expect(await heardDuring(save('strict', { ...before, policy: 'tolerant' }))).toBe(1);
  });

  it('are closed to other companies, to who only edits terminals, and to terminals outside of one’s scope', async () => {
    const { id } = await add();
    await a.post(`${api}/setCode`, { id, code: 'abcdef123456' });
    const calls: Array<[string, object]> = [
      ['release', { ids: [id] }],
      ['setCode', { id, code: 'taken-over' }],
      ['setPolicy', { ids: [id], policy: 'tolerant' }],
    ];
    for (const [call, body] of calls) expect((await b.post(`${api}/${call}`, body)).code).toBe(4004);
    const editor = await a.user({ menus: ['vehicleEquipment'], buttons: ['vehicleEquipment/edit'] });
    for (const [call, body] of calls) expect((await app.post(`${api}/${call}`, body, editor.token)).code).toBe(4003);
    const row = await app.database.systemDb
      .selectFrom('device')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ auth_code: 'abcdef123456', register_until: null, terminal_policy: null });
  });
});

describe('messages about terminals', () => {
  it('name terminal, vehicle and both addresses, once an alert; a release closes them', async () => {
    const { id, terminalNo } = await add();
    await a.post(`${api}/setCode`, { id, code: 'abcdef123456' });
    const vehicleId = await a.addVehicle('沪N00001');
    await a.post('/api/base/manage/vehicle/bindDevice', { vehicleId, deviceId: id });
    await alerted(id, 'second');
    await alerted(id, 'network');
    await alerted(id, 'register');
    while ((await tellDeviceAlerts(app.database.systemDb)) > 0);
    const [second] = await messagesOf(a.clientId, '终端重复连接');
    expect(second).toMatchObject({
      category: 15,
      type: 15002,
      obj_name: '沪N00001',
      obj_tag: `device:${id}|terminal:${terminalNo}|vehicle:${vehicleId}`,
      vehicle_id: vehicleId,
      menu: 'vehicleEquipment',
    });
    expect(second?.content).toContain(
      `沪N00001的终端${terminalNo}有两个连接同时上报：117.136.8.9:4000 与 45.32.1.2:5000`,
    );
    expect((await messagesOf(a.clientId, '终端更换网络'))[0]?.content).toContain(
      '从未用过的网络 45.32.1.2 接入，此前为 117.136.8.9',
    );
    const [waiting] = await messagesOf(a.clientId, '终端等待放行');
    expect(waiting?.expire_at).toBeNull();
    await a.post(`${api}/release`, { ids: [id] });
    expect((await messagesOf(a.clientId, '终端等待放行'))[0]?.expire_at).not.toBeNull();
    expect((await messagesOf(a.clientId, '终端重复连接')).length).toBe(1);
    expect(await messagesOf(b.clientId, '终端重复连接')).toEqual([]);
    expect((await detail(id)).accessDetail.alerts.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'network',
      'register',
      'second',
    ]);
  });

  it('of more than five terminals on a day are one that counts the rest', async () => {
    const many = await Promise.all(Array.from({ length: 9 }, add));
    for (const { id } of many) await alerted(id, 'code');
    while ((await tellDeviceAlerts(app.database.systemDb)) > 0);
    expect(await messagesOf(a.clientId, '终端鉴权失败')).toHaveLength(5);
    const together = await messagesOf(a.clientId, '多台终端鉴权失败');
    expect(together.map(({ content }) => content)).toEqual(['当天另有4台终端鉴权失败，请在车载设备中逐台核对。']);
  });
});
