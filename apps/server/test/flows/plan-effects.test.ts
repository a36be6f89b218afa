import type { QuotaUse } from '@tongda/contract/base/allowance/bounds';
import type { QuotaKey } from '@tongda/contract/base/allowance/quota';
import { operationLogReport } from '@tongda/contract/reports/customized/operation-log';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runExport } from '../../src/core/export/run';
import { loadAllowance, loadBase } from '../../src/modules/base/allowance/door';
import { Authenticator } from '../../src/modules/base/identity/session/authenticate';
import { type FleetFixture, fleetFixture } from '../fleet-fixture';
import { scratchFolder } from '../scratch';
import { type TestApp, testApp } from '../test-app';

let app: TestApp;
let a: FleetFixture;
let roleId: string;
const dir = scratchFolder('plan-effects');
const plans = new Map<string, string>();

beforeAll(async () => {
  app = await testApp({ DATA_DIR: dir });
  a = await fleetFixture(app, '甲公司');
  roleId = (await a.post('/api/base/role/add', { name: '访客' })).data.id;
  for (const plateNo of ['沪A10001', '沪A10002', '沪A10003']) await a.addVehicle(plateNo);
  const plan = async (name: string, level: number, quotas: object) => {
    const { rows } = await sql<{ id: string }>`insert into member_plan (name, level, quotas)
      values (${name}, ${level}, ${JSON.stringify(quotas)}) returning id::text as id`.execute(app.database.systemDb);
    plans.set(name, rows[0]?.id ?? '');
  };
  await plan('标准版', 1, { accounts: 3, smsPerMonth: 100, exportRows: 2 });
  await plan('旗舰版', 3, { accounts: null, exportRows: 10_000 });
});
afterEach(async () => {
  await sql`delete from member_period`.execute(app.database.systemDb);
  await sql`update client set account_limit = null, time_zone = 'Asia/Shanghai', kind = 'tenant'`.execute(
    app.database.systemDb,
  );
  await base({});
});
afterAll(() => app.close());

const base = (quotas: object) =>
  sql`update member_plan set quotas = ${JSON.stringify(quotas)} where level = 0`.execute(app.database.systemDb);
/** A membership of a terminal; days from today on the company's calendar, or days. */
const buy = (name: string, from: number | string, to: number | string, place = 0) => {
  const day = (at: number | string) =>
    typeof at === 'string' ? sql`${at}::date` : sql`(now() at time zone 'Asia/Shanghai')::date + ${at}::int`;
  return sql`insert into member_period (client_id, device_id, plan_id, start_date, end_date)
    values (${a.clientId}, ${a.deviceIds[place]}, ${plans.get(name)}, ${day(from)}, ${day(to)})`.execute(
    app.database.systemDb,
  );
};
/** What the member centre shows. */
const shown = async (): Promise<{ planName: string | null; planUntil: string | null; uses: QuotaUse[] }> =>
  (await a.post('/api/base/member/summary')).data;
const use = async (key: QuotaKey) => (await shown()).uses.find((one) => one.key === key);

describe('what a company may', () => {
  const at = async (time: string) => {
    const { plan, exportRows } = await loadAllowance(app.database.systemDb, a.clientId, { now: Date.parse(time) });
    return [plan?.name ?? null, exportRows.most];
  };
  it('begins with the first second of the first day and ends with the last of the last, on the company’s clock', async () => {
    await base({ exportRows: 1 });
    await buy('标准版', '2027-01-01', '2027-03-31');
    expect(await at('2026-12-31T15:59:59.999Z')).toEqual([null, 1]);
    expect(await at('2026-12-31T16:00:00.000Z')).toEqual(['标准版', 2]);
    expect(await at('2027-03-31T15:59:59.999Z')).toEqual(['标准版', 2]);
    expect(await at('2027-03-31T16:00:00.000Z')).toEqual([null, 1]);
    await sql`update client set time_zone = 'Asia/Tokyo' where id = ${a.clientId}`.execute(app.database.systemDb);
    expect(await at('2027-03-31T15:00:00.000Z')).toEqual([null, 1]);
  });
  it('is the best of the plans of all its terminals, each as long as it holds', async () => {
    await buy('标准版', '2027-01-01', '2027-12-31', 0);
    await buy('旗舰版', '2027-02-01', '2027-02-28', 1);
    await base({ exportRows: 1 });
    expect(await at('2027-01-15T00:00:00Z')).toEqual(['标准版', 2]);
    expect(await at('2027-02-15T00:00:00Z')).toEqual(['旗舰版', 10_000]);
    expect(await at('2027-03-15T00:00:00Z')).toEqual(['标准版', 2]);
  });
  it('is bounded by nothing unless somebody set it: without a base, by SMS_MONTHLY_QUOTA, and never for the provider', async () => {
    const db = app.database.systemDb;
    const none = { most: null, by: 'base' };
    expect(await loadAllowance(db, a.clientId)).toMatchObject({ accounts: none, smsPerMonth: none, exportRows: none });
    expect(await loadAllowance(db, a.clientId, { smsQuota: 30 })).toMatchObject({
      smsPerMonth: { most: 30, more: true },
    });
    await base({ accounts: 1, smsPerMonth: 0, exportRows: 1 });
    expect(await loadAllowance(db, a.clientId, { smsQuota: 30 })).toMatchObject({ smsPerMonth: { most: 0 } });
    expect(await loadBase(db)).toEqual({ accounts: 1, smsPerMonth: 0, exportRows: 1 });
    await sql`update client set kind = 'provider' where id = ${a.clientId}`.execute(db);
    expect(await loadAllowance(db, a.clientId)).toMatchObject({ accounts: none, smsPerMonth: none, exportRows: none });
  });
  it('holds numbers only, under names that the product knows', async () => {
    await expect(base({ storageDays: 180 })).rejects.toThrow('member_plan_quotas');
    await expect(base({ accounts: '20' })).rejects.toThrow('member_plan_quotas');
    await expect(base({ accounts: 1.5 })).rejects.toThrow('member_plan_quotas');
  });
});

describe('accounts', () => {
  let serial = 0;
  const add = () => {
    serial++;
    const accountCode = `zhang${String.fromCharCode(97 + serial)}`;
    const person = { name: '张三', phone: `1391111${String(1000 + serial)}`, orgId: a.orgId, roleIds: [roleId] };
    return a.post('/api/base/user/add', { accountCode, ...person, userOrgType: 0 });
  };
  it('are as many as the plan says, while it holds; who is there stays', async () => {
    await base({ accounts: 1 });
    const refused = (msg: string) => ({ code: 4011, msg: `账号数量已达上限：${msg}` });
    expect(await add()).toMatchObject(refused('未开通会员最多1个（已有1个），请删除不用的账号或购买会员'));
    await buy('标准版', -3, 0);
    expect(await use('accounts')).toMatchObject({ most: 3, used: 1, planName: '标准版', more: true });
    // two at once, one place left: the second counts the first
    expect(await add()).toMatchObject({ code: 200 });
    const both = await Promise.all([add(), add()]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 4011]);
    const { most, used } = (await use('accounts')) ?? {};
    expect(await add()).toMatchObject(
      refused(`当前会员“标准版”最多${most}个（已有${used}个），请删除不用的账号或升级会员`),
    );
    expect({ most, used }).toEqual({ most: 3, used: 3 });
    // 用户管理 says the same
    expect((await a.post('/api/base/user/accountUse')).data).toMatchObject({ most, used, planName: '标准版' });
    await sql`update member_period set end_date = end_date - 1`.execute(app.database.systemDb);
    expect(await add()).toMatchObject(refused('未开通会员最多1个（已有3个），请删除不用的账号或购买会员'));
    expect(await use('accounts')).toMatchObject({ most: 1, used: 3, by: 'base' });
    await buy('旗舰版', 0, 30, 1);
    expect(await add()).toMatchObject({ code: 200 });
  });
});

describe('rows of an export', () => {
  const lists = () => a.post('/api/base/manage/vehicle/export', { format: 'csv' });
  const day = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const reports = () =>
    a.post(operationLogReport.exportCall.path, { startTime: `${day()} 00:00:00`, endTime: `${day()} 23:59:59` });
  it('are as many as the plan says, of lists and reports alike, at the click and when the file is made', async () => {
    await buy('标准版', -3, 0);
    expect(await lists()).toMatchObject({ code: 200 });
    await base({ exportRows: 1 });
    expect((await use('exportRows'))?.most).toBe(2);
    const refusal = { code: 4011, msg: '当前会员“标准版”单次最多导出2行（本次3行），请缩小查询范围或升级会员' };
    expect(await lists()).toMatchObject(refusal);
    const refused = await reports();
    expect(refused).toMatchObject({ code: 4011 });
    expect(refused.msg).toMatch(/^当前会员“标准版”单次最多导出2行（本次\d+行），请缩小查询范围或升级会员$/u);

    await buy('旗舰版', -3, 0, 1);
    const asked = await lists();
    expect(asked).toMatchObject({ code: 200 });
    expect(await reports()).toMatchObject({ code: 200 });
    // the plan ends before the file is made
    await sql`update member_period set end_date = end_date - 1`.execute(app.database.systemDb);
    const { database, secrets, log, config } = app;
    const authenticator = new Authenticator(database, secrets, log);
    const ctxOfUser = (who: string) => authenticator.ofUser(who);
    const make = () => runExport({ db: database.systemDb, filesDir: config.filesDir, log, ctxOfUser }, asked.data.id);
    const status = async () => (await a.post('/api/file/download/getDownLoadStatus', { ids: [asked.data.id] })).data;
    await make();
    const failReason = '未开通会员单次最多导出1行（本次3行），请缩小查询范围或购买会员';
    expect(await status()).toMatchObject([{ status: 2, failReason }]);
    await buy('旗舰版', 0, 30, 2);
    expect(await a.post('/api/file/download/retry', { id: asked.data.id })).toMatchObject({ code: 200 });
    await make();
    expect(await status()).toMatchObject([{ status: 1 }]);
  });
});
