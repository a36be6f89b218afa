import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';
import type { Ctx } from '../../../../core/http/ctx';
import { openLock } from './open';

const api = '/api/base/resourceAuth';
const places = '/api/base/manage/region';
let app: TestApp;
let a: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '甲公司');
});
afterAll(() => app.close());

const button = (userId: string, menu: number, path: string) =>
  sql`insert into role_button (client_id, role_id, menu_id, path) select ${a.clientId}, role_id, ${menu}, ${path}
    from user_role where user_id = ${userId}`.execute(app.database.systemDb);

describe('a place of another department', () => {
  it('is seen, edited and chosen for rules as far as it was given, everywhere', async () => {
    const fields = {
      kind: 'site',
      placeType: 1,
      name: '青浦仓',
      orgId: a.orgId,
      visible: 2,
      shape: { kind: 'circle', lng: 121.1, lat: 31.1, radiusM: 200 },
    };
    const made = await a.post(`${places}/add`, fields);
    expect(made.code, made.msg).toBe(200);
    const id = made.data.id;
    const user = await a.user({ orgId: a.subOrgId, menus: ['regionSite'] });
    await button(user.userId, 114, 'regionalOrSiteManage/edit');
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    const shown = async () => {
      const [page, shapes, options] = await Promise.all([
        app.post(`${places}/page`, {}, user.token),
        app.post(`${places}/shapes`, {}, user.token),
        app.post(`${places}/options`, { keyword: '青浦仓' }, user.token),
      ]);
      return [page.data.total, shapes.data.length, options.data.length];
    };
    expect(await shown()).toEqual([0, 0, 0]);
    const give = (rights: string[]) =>
      a.post(`${api}/map/save`, { kind: 'site', granteeType: 2, granteeIds: [user.userId], resourceIds: [id], rights });
    expect((await give(['view'])).data).toEqual({ added: 1, updated: 0, skipped: 0 });
    expect(await shown()).toEqual([1, 1, 1]);
    const list = (await a.post(`${api}/map/page`, { keyword: '青浦' })).data.list;
    expect(list).toMatchObject([{ resourceName: '青浦仓', resourceKind: 'site', shape: 'circle', rights: ['view'] }]);
    const ask = (await a.post(`${api}/explainResource`, { userId: user.userId, kind: 'site', id })).data;
    expect(ask).toMatchObject({ visible: true, rights: ['view'], reasons: [{ kind: 'user', state: 'active' }] });
    const change = async () => {
      const { version } = (await a.post(`${places}/detail`, { id })).data;
      return app.post(`${places}/update`, { ...fields, id, version, orgId: a.subOrgId, name: '青浦新仓' }, user.token);
    };
    expect(await change()).toMatchObject({ code: 4003, msg: '您没有“青浦仓”的编辑权限，请联系管理员授权' });
    expect((await give(['view', 'edit'])).data).toEqual({ added: 0, updated: 1, skipped: 0 });
    expect(await change()).toMatchObject({ code: 200 });
    await sql`update place set org_id = ${a.orgId} where id = ${id}`.execute(app.database.systemDb);
    await a.post(`${api}/map/revoke`, { authIds: [list[0].id] });
    expect(await shown()).toEqual([0, 0, 0]);
  });
});

describe('a lock', () => {
  it('is given to users on terms for a year at most, and opens as far as the terms let', async () => {
    const db = app.database.systemDb;
    const lock = await sql<{
      id: string;
    }>`insert into bluetooth_lock (client_id, org_id, lock_no) values (${a.clientId}, ${a.orgId}, 'L001')
      returning id::text as id`.execute(db);
    const lockId = lock.rows[0]?.id ?? '';
    const user = await a.user({ orgId: a.subOrgId });
    const terms = { methods: [1], timeWindows: [], fenceStoreId: null, maxOpens: 2 };
    const save = (more: object) =>
      a.post(`${api}/lock/save`, {
        kind: 'lock',
        granteeType: 2,
        granteeIds: [user.userId],
        resourceIds: [lockId],
        terms,
        ...more,
      });
    expect(await save({})).toMatchObject({ code: 4000, msg: '请选择有效期，最长1年' });
    expect(await save({ endTime: '2099-01-01 00:00:00' })).toMatchObject({
      code: 4000,
      msg: '蓝牙锁授权的有效期最长1年',
    });
    const end = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
    const endTime = `${end} 23:59:59`;
    expect(await save({ endTime, granteeType: 1, granteeIds: [a.orgId] })).toMatchObject({
      code: 4000,
      msg: '蓝牙锁只能授权给用户',
    });
    expect((await save({ endTime })).data).toEqual({ added: 1, updated: 0, skipped: 0 });
    expect((await save({ endTime })).data).toEqual({ added: 0, updated: 0, skipped: 1 });
    const as: Pick<Ctx, 'userId' | 'clientId' | 'isPrimary' | 'isOrgManager' | 'timeZone' | 'userName'> = {
      userId: user.userId,
      clientId: a.clientId,
      isPrimary: false,
      isOrgManager: false,
      timeZone: 'Asia/Shanghai',
      userName: '司机',
    };
    const open = (way: number, who = as) =>
      app.database.withTenant({ clientId: a.clientId, provider: false }, (trx) =>
        openLock(trx, who as Ctx, { lockId, way, lng: null, lat: null }),
      );
    expect(await open(2)).toMatchObject({ allowed: false, reason: '授权不允许远程开锁，只能用蓝牙' });
    expect(await open(1)).toMatchObject({ allowed: true });
    expect(await open(1)).toMatchObject({ allowed: true });
    expect(await open(1)).toMatchObject({ allowed: false, reason: '开锁次数已用完（2次）' });
    expect(await open(2, { ...as, isOrgManager: true })).toMatchObject({ allowed: true, authId: null });
    const [grant] = (await a.post(`${api}/lock/page`, {})).data.list;
    expect(grant).toMatchObject({
      resourceName: 'L001',
      rights: ['view', 'control'],
      terms: { usedOpens: 2, maxOpens: 2 },
    });
    const log = (await a.post(`${api}/lock/openLog`, { lockId })).data.list;
    expect(log.map((line: { allowed: boolean }) => line.allowed)).toEqual([true, false, true, true, false]);
    await a.post(`${api}/lock/revoke`, { authIds: [grant.id] });
    await expect(open(1)).rejects.toThrow('蓝牙锁不存在或无权查看');
  });
});

describe('accounts of a company', () => {
  it('are at most as many as its contract says', async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from app_user where client_id = ${a.clientId} and deleted_at is null`.execute(
      app.database.systemDb,
    );
    const n = rows[0]?.n ?? 0;
    await sql`update client set account_limit = ${n} where id = ${a.clientId}`.execute(app.database.systemDb);
    const role = (await a.post('/api/base/role/add', { name: '访客角色' })).data.id;
    const add = () =>
      a.post('/api/base/user/add', {
        accountCode: 'zhangsan',
        name: '张三',
        phone: '13911112222',
        orgId: a.orgId,
        roleIds: [role],
        userOrgType: 0,
      });
    expect(await add()).toMatchObject({
      code: 4011,
      msg: `账号数量已达上限：合同约定最多${n}个（已有${n}个），请删除不用的账号或联系服务商增加`,
    });
    await sql`update client set account_limit = ${n + 1} where id = ${a.clientId}`.execute(app.database.systemDb);
    expect(await add()).toMatchObject({ code: 200 });
  });
});
