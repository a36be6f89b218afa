import { countedDays } from '@tongda/contract/base/message/calls';
import { dayMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import type { DB } from '../../../core/generated/db-types';
import { wireTime } from '../../../core/http/answer/wire-time';
import { createMessage } from './service';

let app: TestApp;
let db: Kysely<DB>;
let a: FleetFixture;
let b: FleetFixture;
beforeAll(async () => {
  app = await testApp();
  db = app.database.systemDb;
  a = await fleetFixture(app, '公告公司');
  b = await fleetFixture(app, '隔壁公司');
});
afterAll(() => app.close());

const api = '/api/base/msg';
const titles = async (token: string): Promise<string[]> =>
  (await app.post(`${api}/page`, { categorys: [14] }, token)).data.list.map((m: { title: string }) => m.title);
const unread = async (token: string): Promise<number> =>
  (await app.post(`${api}/getNoticeNum`, {}, token)).data.msgCategoryMap[14] ?? 0;
const publish = (token: string, body: object) => app.post(`${api}/announce/add`, { content: '内容', ...body }, token);
const listOf = async (token: string) =>
  (await app.post(`${api}/announce/page`, { page: 1, size: 10 }, token)).data.list;

describe('企业公告', () => {
  it('发给全公司或所选部门（含下级），成为分类14的消息；管理员看到已读人数，可撤回', async () => {
    const branch = await a.user({ orgId: a.orgId });
    const below = await a.user({ orgId: a.subOrgId });
    const all = await publish(a.token, { title: '放假通知' });
    expect(all).toMatchObject({ code: 200, data: { total: 3 } });
    expect((await publish(a.token, { title: '只发上海部', orgIds: [a.subOrgId] })).data.total).toBe(1);
    expect((await publish(a.token, { title: '发华东', orgIds: [a.orgId], expireDate: '2099-12-31' })).data.total).toBe(
      2,
    );
    expect(await titles(below.token)).toEqual(['发华东', '只发上海部', '放假通知']);
    expect(await titles(branch.token)).toEqual(['发华东', '放假通知']);
    expect(await titles(b.token)).toEqual([]);
    expect(await unread(below.token)).toBe(3);
    await app.post(`${api}/readAll`, { categorys: [14] }, branch.token);
    const list = await listOf(a.token);
    expect(list).toMatchObject([
      { title: '发华东', scope: '华东分公司', total: 2, read: 1, status: 1, expireTime: '2100-01-01 00:00:00' },
      { title: '只发上海部', scope: '上海部', total: 1, read: 0 },
      { title: '放假通知', scope: '', total: 3, read: 1, expireTime: null },
    ]);
    expect((await app.post(`${api}/announce/withdraw`, { id: all.data.id }, b.token)).code).toBe(4004);
    expect((await app.post(`${api}/announce/withdraw`, { id: all.data.id }, a.token)).code).toBe(200);
    expect((await app.post(`${api}/announce/withdraw`, { id: all.data.id }, a.token)).code).toBe(4004);
    expect(await titles(below.token)).toEqual(['发华东', '只发上海部']);
    expect(await titles(branch.token)).toEqual(['发华东', '放假通知']);
    expect((await listOf(a.token))[2]).toMatchObject({ status: 2 });
  });

  it('只有管理员能发；标题、部门、有效期都检查', async () => {
    const plain = await a.user({});
    expect(await publish(plain.token, { title: '越权' })).toMatchObject({ code: 4003 });
    expect((await app.post(`${api}/announce/page`, { page: 1, size: 10 }, plain.token)).code).toBe(4003);
    expect(await publish(a.token, { title: '短' })).toMatchObject({ code: 4000, msg: '标题应为2~50个字' });
    expect(await publish(a.token, { title: '别家部门', orgIds: [b.orgId] })).toMatchObject({ msg: '所选部门不存在' });
    expect(await publish(a.token, { title: '过去', expireDate: '2020-01-01' })).toMatchObject({
      msg: '有效期不能早于今天',
    });
  });
});

describe('后来的用户', () => {
  it('得到仍然有效、与其相关的消息，不得到过期、撤回、别的部门、无权菜单和过去的报警', async () => {
    const open = { clientId: b.clientId, content: '内容' } as const;
    const vehicleId = await b.addVehicle('沪B20001', { orgId: b.subOrgId });
    await publish(b.token, { title: '仍有效' });
    await publish(b.token, { title: '上海部的', orgIds: [b.subOrgId] });
    const gone = await publish(b.token, { title: '撤回的' });
    await app.post(`${api}/announce/withdraw`, { id: gone.data.id }, b.token);
    await createMessage(db, {
      ...open,
      category: 14,
      type: 14001,
      title: '过期的',
      expireAt: new Date(0),
      onceKey: 'o1',
    });
    await createMessage(db, {
      ...open,
      category: 12,
      type: 12001,
      title: '年检',
      vehicleId,
      menu: 'vehicle',
      onceKey: 'o2',
    });
    await createMessage(db, {
      ...open,
      category: 13,
      type: 186,
      typeName: '疲劳',
      title: '报警',
      vehicleId,
      onceKey: 'o3',
    });
    const old = await createMessage(db, { ...open, category: 14, type: 14001, title: '一个多月前', onceKey: 'o4' });
    await db
      .updateTable('message')
      .set({ created_at: sql`now() - interval '31 days'` })
      .where('id', '=', old?.id ?? '')
      .execute();
    const role = async (name: string, menu: string): Promise<string> => {
      const own = { client_id: b.clientId };
      const { id } = await db
        .insertInto('role')
        .values({ ...own, name, data_scope: 1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('role_menu')
        .values({ ...own, role_id: id, menu_key: menu })
        .execute();
      return id;
    };
    const vehicles = await role('车管', 'vehicle');
    const maps = await role('看图', 'location');
    const add = async (accountCode: string, orgId: string, roleId: string) => {
      const phone = `1370000${accountCode.length}${accountCode.charCodeAt(0)}`.slice(0, 11);
      const body = { accountCode, name: '新来的', phone, orgId, roleIds: [roleId], userOrgType: 0 };
      const made = await app.post('/api/base/user/add', body, b.token);
      expect(made.msg).toBe('ok');
      const rows = await db
        .selectFrom('message_user as mu')
        .innerJoin('message as m', 'm.id', 'mu.message_id')
        .select('m.title')
        .where('mu.user_id', '=', made.data.id)
        .orderBy('m.id')
        .execute();
      return { id: made.data.id, titles: rows.map(({ title }) => title) };
    };
    expect((await add('shanghai', b.subOrgId, vehicles)).titles).toEqual(['仍有效', '上海部的', '年检']);
    const other = await add('huadong', b.orgId, maps);
    expect(other.titles).toEqual(['仍有效']);
    // another role brings what it asks for
    await app.post('/api/base/user/setRole', { ids: [other.id], roleIds: [vehicles], how: 'add' }, b.token);
    const { n } = await db
      .selectFrom('message_user')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('user_id', '=', other.id)
      .where('category', '=', 12)
      .executeTakeFirstOrThrow();
    expect(n).toBe(1);
  });

  it('30天前的未读不计数，仍在列表中', async () => {
    const user = await a.user({});
    const before = await unread(user.token);
    await createMessage(db, {
      clientId: a.clientId,
      category: 14,
      type: 14001,
      title: '旧而未读',
      content: '内容',
      at: new Date(Date.now() - 31 * 86_400_000),
      onceKey: 'old unread',
    });
    expect(await unread(user.token)).toBe(before);
    expect(await titles(user.token)).toContain('旧而未读');
    // the header's count leads to the list of the same days, which is as long
    const startTime = wireTime(Date.now() - countedDays * dayMs, 'Asia/Shanghai');
    await publish(a.token, { title: '新而未读' });
    const { total } = (await app.post(`${api}/page`, { readFlag: 0, categorys: [14], startTime }, user.token)).data;
    expect([await unread(user.token), total]).toEqual([before + 1, before + 1]);
  });
});
