import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';

const api = '/api/base/user/handover';
let app: TestApp;
let a: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '交接公司');
});
afterAll(() => app.close());

let serial = 0;
/** Somebody with a department, a grant, an exception, an alarm in hand, a push setting and an interface. */
async function leaver() {
  const user = await a.user({ menus: ['vehicle'], orgId: a.subOrgId });
  const id = user.userId;
  const n = ++serial;
  const vehicleId = await a.addVehicle(`沪H6000${n}`);
  const grant = {
    kind: 'vehicle',
    granteeType: 2,
    granteeIds: [id],
    resourceIds: [vehicleId],
    rights: ['view', 'control'],
  };
  expect((await a.post('/api/base/resourceAuth/save', { ...grant, inherit: false })).code).toBe(200);
  const { systemDb: db } = app.database;
  await sql`update org set manager_user_id = ${id} where id = ${a.subOrgId}`.execute(db);
  await sql`update fleet set leader_user_id = ${id} where id = ${a.fleetId}`.execute(db);
  await sql`insert into abnormal_report (client_id, abnormal_code, abnormal_type, occurred_at, description, handler_id, order_ids)
    values (${a.clientId}, ${`YC9${n}`}, 1, now(), '破损', ${id}, array[1::bigint])`.execute(db);
  await sql`insert into push_setting (client_id, name, receivers, escalation)
    values (${a.clientId}, ${`推送${n}`}, ${JSON.stringify({ userIds: [id], roleIds: [] })}::jsonb,
      ${JSON.stringify([{ afterMin: 10, userIds: [id, a.userId] }])}::jsonb)`.execute(db);
  const { rows } = await sql<{ version: number }>`select version from app_user where id = ${id}`.execute(db);
  return { ...user, id, vehicleId, version: rows[0]?.version ?? 0 };
}
const one = async (query: ReturnType<typeof sql>): Promise<Record<string, unknown> | undefined> =>
  (await query.execute(app.database.systemDb)).rows[0] as Record<string, unknown> | undefined;

describe('the handover of somebody who leaves', () => {
  it('lists what he has and gives it away with the account disabled and the sessions ended', async () => {
    const u = await leaver();
    const heir = await a.user({});
    const { data } = await a.post(`${api}/info`, { id: u.id });
    const by = new Map(data.items.map((i: { kind: string }) => [i.kind, i]));
    expect(by.get('grant-vehicle')).toMatchObject({ count: 1, names: [`车辆 沪H6000${serial}`], fate: 'moves' });
    expect(by.get('manager')).toMatchObject({ names: ['上海部'] });
    expect(by.get('fleet')).toMatchObject({ names: ['冷链一队'], fate: 'moves' });
    expect([...by.keys()]).toEqual(expect.arrayContaining(['abnormal', 'push', 'role', 'session']));

    const done = await a.post(`${api}/run`, { id: u.id, version: u.version, toUserId: heir.userId });
    expect(done).toMatchObject({ code: 200, data: { sessions: 1 } });
    expect((await app.post('/api/base/user/info', {}, u.token)).status).toBe(401);
    expect(await one(sql`select status from app_user where id = ${u.id}`)).toEqual({ status: 0 });
    expect(
      await one(
        sql`select rights, user_id::text as "to" from resource_auth where resource_id = ${u.vehicleId} and revoked_at is null`,
      ),
    ).toEqual({ rights: ['view', 'control'], to: heir.userId });
    expect(await one(sql`select manager_user_id::text as id from org where id = ${a.subOrgId}`)).toEqual({
      id: heir.userId,
    });
    expect(
      await one(sql`select handler_id::text as id from abnormal_report where abnormal_code = ${`YC9${serial}`}`),
    ).toEqual({
      id: heir.userId,
    });
    expect(
      await one(sql`select receivers, escalation from push_setting where name = ${`推送${serial}`}`),
    ).toMatchObject({
      receivers: { userIds: [heir.userId] },
      escalation: [{ userIds: [heir.userId, a.userId] }],
    });
    expect(await one(sql`select leader_user_id::text as id from fleet where id = ${a.fleetId}`)).toEqual({
      id: heir.userId,
    });
    const [line] = (await a.post('/api/base/user/changeHis', { id: u.id })).data.list;
    expect(line.action).toBe('离职交接');
    expect(JSON.stringify(line.changes)).toContain('负责的部门');
    expect((await a.post('/api/base/user/changeHis', { id: heir.userId })).data.list[0].action).toBe('接手');
  });

  it('wants somebody who takes over, and nothing moves when it is refused', async () => {
    const u = await leaver();
    const run = (more: object) => a.post(`${api}/run`, { id: u.id, version: u.version, ...more });
    const nobody = await run({});
    expect(nobody).toMatchObject({ code: 4000, data: { errors: [{ field: 'toUserId' }] } });
    expect(nobody.msg).toContain('1个待处理的异常单（YC9');
    expect(await run({ toUserId: u.id })).toMatchObject({ code: 4000, msg: '接手人不能是本人' });
    expect(await run({ toUserId: '999999' })).toMatchObject({ code: 4000, msg: '接手人不存在或无权查看' });
    expect(await run({ toUserId: a.userId, version: u.version + 1 })).toMatchObject({ code: 4009 });
    // a trip as its driver cannot go to an account
    const { systemDb: db } = app.database;
    await sql`update app_user set driver_id = ${a.driverId} where id = ${u.id}`.execute(db);
    await sql`insert into waybill (client_id, waybill_code, waybill_kind, driver_id, plan_depart_at, plan_arrive_at, busy_from, busy_until)
      values (${a.clientId}, ${`YD9${serial}`}, 1, ${a.driverId}, now(), now() + interval '1 hour', now(), now() + interval '1 hour')`.execute(
      db,
    );
    const stuck = await run({ toUserId: a.userId });
    expect(stuck.code).toBe(4011);
    expect(stuck.msg).toContain(`1个未结束的运单（作为司机）（YD9${serial}）`);
    expect(await one(sql`select status from app_user where id = ${u.id}`)).toEqual({ status: 1 });
    // nor is such an account deleted
    expect((await a.post('/api/base/user/del', { ids: [u.id] })).msg).toContain('请先办理离职交接');
    await sql`update waybill set voided_at = now() where waybill_code = ${`YD9${serial}`}`.execute(db);
    // grants may end instead
    expect(await run({ toUserId: a.userId, grants: false })).toMatchObject({ code: 200 });
    expect(
      await one(
        sql`select count(*)::int as n from resource_auth where resource_id = ${u.vehicleId} and revoked_at is null`,
      ),
    ).toEqual({
      n: 0,
    });
  });

  it('is not for oneself, nor without the right', async () => {
    const me = await a.post(`${api}/run`, { id: a.userId, version: 1 });
    expect(me.code).toBe(4011);
    const plain = await a.user({ menus: ['userManagement'] });
    expect((await app.post(`${api}/info`, { id: a.userId }, plain.token)).code).toBe(4003);
  });
});
