import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { runExport } from '../../../core/export/run';
import type { DB } from '../../../core/generated/db-types';
import { watchMessages } from '../../../core/watch/messages';
import { Authenticator } from '../identity/session/authenticate';
import { dueWords, stepOf, tellWhatIsDue } from './due';
import { forgetOldMessages, nextMorning } from './jobs';
import { announceToCompanies, createMessage, type NewMessage, tellUsers } from './service';

const dir = mkdtempSync(join(tmpdir(), 'message-'));
let app: TestApp;
let db: Kysely<DB>;
let a: FleetFixture;
let b: FleetFixture;
let vehicleId: string;
beforeAll(async () => {
  app = await testApp({ DATA_DIR: dir });
  db = app.database.systemDb;
  a = await fleetFixture(app, '消息公司');
  b = await fleetFixture(app, '别的公司');
  vehicleId = await a.addVehicle('沪A10001', { orgId: a.subOrgId });
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

const api = '/api/base/msg';
let serial = 0;
const alarm = (more: Partial<NewMessage> = {}): NewMessage => ({
  clientId: a.clientId,
  category: 13,
  type: 186,
  typeName: '疲劳驾驶',
  title: '疲劳驾驶',
  content: '沪A10001疲劳驾驶',
  objTag: `vehicle:${vehicleId}`,
  objName: '沪A10001',
  vehicleId,
  level: 2,
  onceKey: `alarm ${++serial}`,
  ...more,
});
const numOf = async (token: string) => (await app.post(`${api}/getNoticeNum`, {}, token)).data;
const pageOf = async (token: string, filter: object = {}) => (await app.post(`${api}/page`, filter, token)).data;

describe('messages', () => {
  it('reach those who see the vehicle, once per incident', async () => {
    const here = await a.user({ orgId: a.subOrgId });
    const elsewhere = await db
      .insertInto('org')
      .values({ client_id: a.clientId, name: '华南分公司' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const there = await a.user({ orgId: elsewhere.id });
    const first = await createMessage(db, alarm({ onceKey: 'incident 1' }));
    expect(first).not.toBeNull();
    expect(await createMessage(db, alarm({ onceKey: 'incident 1', content: '再次' }))).toBeNull();
    for (const token of [a.token, here.token]) {
      expect(await numOf(token)).toEqual({ msgCategoryMap: { 13: 1 }, msgTypeMap: { 186: 1 } });
    }
    for (const token of [there.token, b.token])
      expect(await numOf(token)).toEqual({ msgCategoryMap: {}, msgTypeMap: {} });
    expect((await pageOf(here.token)).list).toMatchObject([
      { category: 13, typeName: '疲劳驾驶', level: 2, objName: '沪A10001', readFlag: 0 },
    ]);
    // the same incident key in another company is another incident
    expect(
      await createMessage(db, alarm({ onceKey: 'incident 1', clientId: b.clientId, vehicleId: null })),
    ).not.toBeNull();
    expect((await numOf(b.token)).msgCategoryMap).toEqual({ 13: 1 });
    // losing the vehicle takes its messages away, at once
    await db.updateTable('app_user').set({ org_id: elsewhere.id }).where('id', '=', here.userId).execute();
    expect((await numOf(here.token)).msgCategoryMap).toEqual({});
    expect((await pageOf(here.token)).total).toBe(0);
  });

  it('go only to holders of the menu when one is named', async () => {
    const holder = await a.user({ menus: ['vehicle'], orgId: a.subOrgId });
    const other = await a.user({ menus: ['location'], orgId: a.subOrgId });
    await createMessage(db, alarm({ category: 12, type: 12001, typeName: undefined, menu: 'vehicle' }));
    expect((await pageOf(holder.token)).list).toMatchObject([{ category: 12, typeName: '年检到期' }]);
    expect((await pageOf(other.token)).total).toBe(0);
  });

  it('of a menu that is switched off for the company go to nobody, whoever holds it', async () => {
    const holder = await a.user({ menus: ['customDispatch'], orgId: a.subOrgId });
    const about = (): NewMessage => ({
      ...alarm({ category: 12, type: 12001, menu: 'customDispatch' }),
      vehicleId: null,
    });
    const heard = async () => (await pageOf(holder.token)).total;
    const tell = async () => {
      await createMessage(db, about());
      await db.transaction().execute((trx) => tellUsers(trx, about(), [holder.userId], true));
    };
    await db.insertInto('module_off').values({ client_id: a.clientId, module: 'customDispatch' }).execute();
    await tell();
    expect(await heard()).toBe(0);
    await db.deleteFrom('module_off').where('client_id', '=', a.clientId).execute();
    await tell();
    expect(await heard()).toBe(2);
  });

  it('are read one by one, by category and all together; expired ones are not counted', async () => {
    const user = await a.user({ orgId: a.subOrgId });
    for (let i = 0; i < 3; i++) await createMessage(db, alarm());
    await createMessage(db, alarm({ category: 15, type: 15001, typeName: '设备离线' }));
    await createMessage(
      db,
      alarm({ category: 14, type: 14001, vehicleId: null, expireAt: new Date(Date.now() - 1000) }),
    );
    expect((await numOf(user.token)).msgCategoryMap).toEqual({ 13: 3, 15: 1 });
    const { list } = await pageOf(user.token, { categorys: [13] });
    await app.post(`${api}/read`, { msgIds: [list[0].id] }, user.token);
    expect((await numOf(user.token)).msgTypeMap).toEqual({ 186: 2, 15001: 1 });
    expect((await pageOf(user.token, { readFlag: 1, categorys: [13] })).list).toMatchObject([
      { id: list[0].id, readFlag: 1 },
    ]);
    // what belongs to somebody else stays unread
    expect((await app.post(`${api}/read`, { msgIds: [list[1].id] }, b.token)).code).toBe(200);
    expect((await app.post(`${api}/readAll`, { categorys: [13] }, user.token)).data).toEqual({ count: 2 });
    expect((await numOf(user.token)).msgCategoryMap).toEqual({ 15: 1 });
    expect((await app.post(`${api}/readAll`, {}, user.token)).data).toEqual({ count: 2 });
    expect((await app.post(`${api}/groupingCount`, {}, user.token)).data).toEqual([
      { category: 13, total: 3, unread: 0 },
      { category: 11, total: 0, unread: 0 },
      { category: 12, total: 0, unread: 0 },
      { category: 15, total: 1, unread: 0 },
      { category: 14, total: 1, unread: 0 },
    ]);
  });

  it('are deleted from the list of one user only, and do not come back', async () => {
    const [user, other] = [await a.user({ orgId: a.subOrgId }), await a.user({ orgId: a.subOrgId })];
    await createMessage(db, alarm());
    await createMessage(db, alarm());
    const [first] = (await pageOf(user.token)).list;
    expect((await app.post(`${api}/del`, { msgIds: [first.id] }, user.token)).data).toEqual({ count: 1 });
    expect((await app.post(`${api}/del`, { msgIds: [first.id] }, user.token)).data).toEqual({ count: 0 });
    expect((await pageOf(user.token)).total).toBe(1);
    expect((await numOf(user.token)).msgCategoryMap).toEqual({ 13: 1 });
    expect((await pageOf(other.token)).total).toBe(2);
  });

  it('are found by category, type, words and time', async () => {
    const user = await a.user({ orgId: a.subOrgId });
    await createMessage(db, alarm({ at: new Date('2026-03-01T04:00:00Z') }));
    await createMessage(db, alarm({ type: 188, typeName: '抽烟', title: '抽烟', content: '司机抽烟' }));
    const total = async (filter: object) => (await pageOf(user.token, filter)).total;
    expect(await total({ type: 188 })).toBe(1);
    expect(await total({ keyword: '司机' })).toBe(1);
    expect(await total({ keyword: '10001' })).toBe(2);
    expect(await total({ keyword: '%' })).toBe(0);
    expect(await total({ startTime: '2026-03-01 12:00:00', endTime: '2026-03-01 12:00:00' })).toBe(1);
    expect(await total({ categoryId: 13 })).toBe(2);
    expect(await total({ categoryId: 14 })).toBe(0);
    const types = (await app.post(`${api}/getMsgAllType`, {}, user.token)).data;
    expect(types.map((t: { id: number }) => t.id)).toEqual([13, 11, 12, 15, 14]);
    // the older one is past the 30 days in which unread messages are counted
    expect(types[0]).toMatchObject({
      num: 1,
      types: [
        { id: 186, name: '疲劳驾驶', num: 0 },
        { id: 188, name: '抽烟', num: 1 },
      ],
    });
  });

  it('ten thousand are read by one statement', async () => {
    const user = await a.user({ orgId: a.subOrgId });
    const row = await createMessage(db, alarm());
    await sql`with more as (insert into message (client_id, category, type, type_name, title, content, once_key)
        select client_id, category, type, type_name, title, content, once_key || n from message, generate_series(1, 10000) n where id = ${row?.id} returning id)
      insert into message_user (client_id, message_id, user_id, category, type, created_at)
        select ${a.clientId}, id, ${user.userId}, 13, 186, now() from more`.execute(db);
    const begun = performance.now();
    expect((await app.post(`${api}/readAll`, {}, user.token)).data).toEqual({ count: 10_001 });
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect((await numOf(user.token)).msgCategoryMap).toEqual({});
  });

  it('are exported as the list shows them', async () => {
    const started = await app.post(`${api}/export`, { categoryId: 13, keyword: '抽烟', format: 'csv' }, a.token);
    expect(started.code).toBe(200);
    const authenticator = new Authenticator(app.database, app.secrets, app.log);
    await runExport(
      { db, filesDir: app.config.filesDir, log: app.log, ctxOfUser: (id) => authenticator.ofUser(id) },
      started.data.id,
    );
    const task = (await app.post('/api/file/download/getDownLoadList', {}, a.token)).data.list[0];
    expect(task).toMatchObject({ module: '消息中心', status: 1, rows: 1, condition: '分类：车辆报警；关键字：抽烟' });
  });

  it('announcements stay until they are over', async () => {
    await announceToCompanies(db, [a.clientId, b.clientId], {
      type: 14002,
      title: '维护通知',
      content: '今夜维护',
      onceKey: 'a1',
      expireAt: new Date(Date.now() + 60_000),
    });
    await announceToCompanies(db, [b.clientId], {
      type: 14001,
      title: '旧公告',
      content: '完',
      onceKey: 'a2',
      expireAt: new Date(0),
    });
    const titles = (await app.post(`${api}/getAnnouncement`, { category: 14 }, b.token)).data.map(
      (m: { title: string }) => m.title,
    );
    expect(titles).toEqual(['维护通知']);
  });

  it('are told to every process when the transaction commits, and not before', async () => {
    const heard: unknown[] = [];
    app.bus.subscribe('messagesChanged', (m) => void heard.push(m));
    const stop = watchMessages(app.database.pool, app.bus, app.log);
    try {
      await expect
        .poll(
          async () => {
            await createMessage(db, alarm());
            return heard.length;
          },
          { timeout: 5_000 },
        )
        .toBeGreaterThan(0);
      expect(heard[0]).toEqual({ clientId: a.clientId, userId: null });
      await app.post(`${api}/readAll`, {}, a.token);
      await expect.poll(() => heard.at(-1)).toEqual({ clientId: a.clientId, userId: a.userId });
      const before = heard.length;
      await db
        .transaction()
        .execute(async (trx) => {
          await createMessage(trx, alarm());
          throw new Error('undone');
        })
        .catch(() => undefined);
      // a storm is told once
      for (let i = 0; i < 5; i++) await createMessage(db, alarm({ clientId: b.clientId, vehicleId: null }));
      await expect.poll(() => heard.at(-1)).toEqual({ clientId: b.clientId, userId: null });
      expect(heard).toHaveLength(before + 1);
    } finally {
      await stop();
    }
  });

  it('old ones are forgotten after half a year', async () => {
    const old = await createMessage(db, alarm({ at: new Date(Date.now() - 181 * 86_400_000) }));
    const young = await createMessage(db, alarm({ at: new Date(Date.now() - 179 * 86_400_000) }));
    await forgetOldMessages(db);
    const left = await db
      .selectFrom('message')
      .select('id')
      .where('id', 'in', [old?.id ?? '', young?.id ?? ''])
      .execute();
    expect(left).toEqual([{ id: young?.id }]);
  });
});

describe('what comes to its end', () => {
  it.each([
    [31, null],
    [30, 30],
    [16, 30],
    [15, 15],
    [8, 15],
    [7, 7],
    [2, 7],
    [1, 1],
    [0, 0],
    [-1, -1],
    [-40, -1],
  ])('%i days before the end the step is %s', (days, step) => expect(stepOf(days)).toBe(step));

  it.each([
    [60, 60],
    [59, 60],
    [30, 30],
    [10, 15],
  ])('%i days before the end of a paper told 60 days ahead the step is %s', (days, step) =>
    expect(stepOf(days, 60)).toBe(step),
  );
  it('begins when the paper says, though a usual day lies before', () => {
    expect([11, 10, 7, 0].map((days) => stepOf(days, 10))).toEqual([null, 10, 7, 0]);
  });

  it('reads like a person would say it', () => {
    expect([7, 0, -12].map(dueWords)).toEqual(['还有7天到期', '今天到期', '已过期12天']);
  });

  it('is asked for again the next morning at eight', () => {
    expect(nextMorning(Date.parse('2026-11-20T23:59:00Z')).toISOString()).toBe('2026-11-21T00:00:00.000Z');
    expect(nextMorning(Date.parse('2026-11-21T00:00:00Z')).toISOString()).toBe('2026-11-22T00:00:00.000Z');
  });

  it('is told of grants a week ahead, one message a grantee and day, and closed when they were extended', async () => {
    const c = await fleetFixture(app, '授权到期公司');
    const [one, two] = [await c.addVehicle('沪B30001'), await c.addVehicle('沪B30002')];
    const give = (resource_id: string, from: string, until: string) =>
      db
        .insertInto('resource_auth')
        .values({
          client_id: c.clientId,
          resource_kind: 'vehicle',
          resource_id,
          org_id: c.subOrgId,
          valid_from: from,
          valid_until: until,
        })
        .execute();
    await give(one, '2027-05-01T00:00:00Z', '2027-06-30T10:00:00Z');
    await give(two, '2027-05-01T00:00:00Z', '2027-06-30T12:00:00Z');
    // given for a few days: whoever gave it knows
    await give(two, '2027-06-20T00:00:00Z', '2027-06-25T00:00:00Z');
    const told = async () =>
      (await pageOf(c.token, { categorys: [12] })).list.filter((m: { type: number }) => m.type === 12007);
    await tellWhatIsDue(db, new Date('2027-06-22T02:00:00Z'));
    expect(await told()).toEqual([]);
    await tellWhatIsDue(db, new Date('2027-06-23T02:00:00Z'));
    await tellWhatIsDue(db, new Date('2027-06-24T02:00:00Z'));
    expect(await told()).toMatchObject([
      {
        title: '给上海部的授权还有7天到期',
        objTag: `grantee:org-${c.subOrgId}|family:vehicle`,
        content: expect.stringContaining('2辆车（沪B30001、沪B30002）有效期至2027-06-30'),
      },
    ]);
    await sql`update resource_auth set valid_until = null where client_id = ${c.clientId}`.execute(db);
    await tellWhatIsDue(db, new Date('2027-06-29T02:00:00Z'));
    expect((await numOf(c.token)).msgTypeMap).toEqual({});
  });

  it('is told once a step, and closed when a later step comes or it was renewed', async () => {
    const c = await fleetFixture(app, '到期公司');
    const v = await c.addVehicle('沪B20001');
    await db.updateTable('vehicle').set({ inspect_end: '2026-06-30' }).where('id', '=', v).execute();
    const day = (text: string) => new Date(`${text}T02:00:00Z`);
    const open = async () => (await numOf(c.token)).msgTypeMap;
    const titles = async () => (await pageOf(c.token, { categorys: [12] })).list.map((m: { title: string }) => m.title);
    await tellWhatIsDue(db, day('2026-05-30'));
    expect(await titles()).toEqual([]);
    await tellWhatIsDue(db, day('2026-05-31'));
    await tellWhatIsDue(db, day('2026-06-01'));
    expect(await titles()).toEqual(['年检还有30天到期']);
    await tellWhatIsDue(db, day('2026-06-23'));
    expect(await titles()).toEqual(['年检还有7天到期', '年检还有30天到期']);
    expect(await open()).toEqual({ 12001: 1 });
    await tellWhatIsDue(db, day('2026-07-02'));
    expect((await titles())[0]).toBe('年检已过期2天');
    await db.updateTable('vehicle').set({ inspect_end: '2027-06-30' }).where('id', '=', v).execute();
    await tellWhatIsDue(db, day('2026-07-03'));
    expect(await open()).toEqual({});
    // papers of the register have their own days; those of the vehicle's own dates follow theirs
    const paper = (doc_type: string, more: { end_date?: string; remind_days: number }) =>
      db
        .insertInto('vehicle_certificate')
        .values({ client_id: c.clientId, vehicle_id: v, doc_type, ...more })
        .execute();
    await paper('commercial', { end_date: '2027-03-01', remind_days: 60 });
    await paper('inspect', { remind_days: 90 });
    await tellWhatIsDue(db, day('2026-12-30'));
    expect(await open()).toEqual({});
    await tellWhatIsDue(db, day('2026-12-31'));
    expect(await open()).toEqual({ 12006: 1 });
    expect((await titles())[0]).toBe('商业险还有60天到期');
    await tellWhatIsDue(db, day('2027-04-01'));
    expect(await open()).toEqual({ 12001: 1, 12006: 1 });
    expect((await titles()).slice(0, 2).sort()).toEqual(['商业险已过期31天', '年检还有90天到期']);
    await db.deleteFrom('vehicle_certificate').where('vehicle_id', '=', v).execute();
    await tellWhatIsDue(db, day('2026-07-03'));
    expect(await open()).toEqual({});
    // probes whose calibration ends on one day are told together
    for (const channel of [1, 2])
      await db
        .insertInto('probe')
        .values({
          client_id: c.clientId,
          vehicle_id: v,
          kind: 'tem',
          channel,
          name: `探头${channel}`,
          cert_no: `JZ-${channel}`,
          cert_end: '2026-08-01',
        })
        .execute();
    await tellWhatIsDue(db, day('2026-07-25'));
    expect(await open()).toEqual({ 12005: 1 });
    const [probes] = (await pageOf(c.token, { categorys: [12] })).list;
    expect(probes).toMatchObject({ title: '探头校准还有7天到期', objName: '沪B20001' });
    expect(probes.content).toContain('探头1（JZ-1）、探头2（JZ-2）校准有效期至2026-08-01');
  });

  it('service fees go to who may pay, with a notice of all of them', async () => {
    const c = await fleetFixture(app, '续费公司');
    const v = await c.addVehicle('沪C30001');
    const deviceId = c.deviceIds[0] ?? '';
    const today = new Date().toISOString().slice(0, 10);
    await db.updateTable('device').set({ service_end: today }).where('id', '=', deviceId).execute();
    await db
      .insertInto('device_binding')
      .values({ client_id: c.clientId, device_id: deviceId, vehicle_id: v, during: '[2020-01-01,)' })
      .execute();
    const visitor = await c.user({ menus: ['location'] });
    await tellWhatIsDue(db, new Date());
    expect((await numOf(c.token)).msgTypeMap).toEqual({ 11001: 1 });
    expect((await numOf(visitor.token)).msgTypeMap).toEqual({});
    const { data } = await app.post(`${api}/getServiceFee`, { category: 11 }, c.token);
    expect(data.list).toMatchObject([{ plateNo: '沪C30001' }]);
    expect(data.content).toMatch(/^1台设备的服务费/u);
    expect((await app.post(`${api}/getServiceFee`, {}, a.token)).data).toEqual({ content: '', list: [] });
  });
});
