import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { loadAllowance } from '../../base/allowance/door';
import { closeOverdueOrders } from './steps';

const api = '/api/base/member';
const review = '/api/base/orderAudit';
const ticketInfo = { type: 1, title: '甲公司', taxNo: '91310118MA1JL0000N', email: 'fp@example.com' };
let app: TestApp;
let a: FleetFixture;
let other: FleetFixture;
let planId: string;
let higherId: string;
let fileId: string;
/** Two of the provider's staff. */
let staff: string[];

beforeAll(async () => {
  app = await testApp();
  const db = app.database.systemDb;
  a = await fleetFixture(app, '甲公司');
  other = await fleetFixture(app, '乙公司');
  const plan = async (name: string, level: number, models: string[]) => {
    const { rows } = await sql<{ id: string }>`insert into member_plan (name, level, models, benefits, quotas)
      values (${name}, ${level}, ${models}, '[{"code":"service","name":"服务支持","valueText":"7×12客服"}]', ${JSON.stringify({ accounts: level * 10 })}) returning id::text as id`.execute(
      db,
    );
    return rows[0]?.id ?? '';
  };
  planId = await plan('专业版', 2, []);
  higherId = await plan('旗舰版', 3, ['TD-9']);
  await sql`insert into member_price (plan_id, device_model, months, unit_price_fen, list_price_fen, promo_text) values
    (${planId}, null, 12, 36000, 40000, '年付九折'), (${planId}, null, 1, 4000, 4000, ''), (${planId}, 'TD-1', 12, 30000, 40000, ''),
    (${higherId}, null, 12, 60000, 60000, '')`.execute(db);
  await sql`insert into member_price (plan_id, device_model, months, unit_price_fen, list_price_fen, effective_to)
    values (${planId}, null, 36, 1, 1, current_date - 10)`.execute(db);
  const file = await sql<{
    id: string;
  }>`insert into file (client_id, user_id, file_name, mime, size_bytes, sha256, blob_key, kind)
    values (${a.clientId}, ${a.userId}, 'a.pdf', 'application/pdf', 10, 'x', 'x', 'document') returning id::text as id`.execute(
    db,
  );
  fileId = file.rows[0]?.id ?? '';
  const first = await app.company('服务商甲', { account: 'audit1' });
  const second = await app.company('服务商乙', { account: 'audit2' });
  await sql`update client set kind = 'provider' where id in (${first.clientId}, ${second.clientId})`.execute(db);
  staff = [];
  for (const account of ['audit1', 'audit2'])
    staff.push(String((await app.login(account, 'Test@2026')).data.access_token));
});
afterAll(() => app.close());

const check = async (who = a) => (await who.post(`${api}/purchaseCheck`)).data as number;
const order = async (orderNo: string) => (await a.post(`${api}/queryOrderDetail`, { orderNo })).data;
const wish = (deviceId: string, months = 12) => ({ planId, items: [{ deviceId, months }] });
const create = (deviceId: string, payFen = 30_000, more = {}) =>
  a.post(`${api}/createOrder`, { ...wish(deviceId), payType: 2, payFen, ticketInfo, agreed: true, ...more });
const voucher = (orderNo: string, version: number) =>
  a.post(`${api}/updateOrder`, { orderNo, version, fileIds: [fileId], remitDate: '2020-01-05', remitName: '甲公司' });
const asStaff = (path: string, body: object, who = 0) => app.post(`${review}/${path}`, body, staff[who]);
const device = async (id: string) =>
  (await a.post(`${api}/queryMemberDevice`, {})).data.list.find((d: { id: string }) => d.id === id);
const today = async (days = 0): Promise<string> =>
  (
    await sql<{ day: string }>`select ((now() at time zone 'Asia/Shanghai')::date + ${days}::int)::text as day`.execute(
      app.database.systemDb,
    )
  ).rows[0]?.day ?? '';

describe('before a purchase', () => {
  it('0 free, 2 review, 1 payment first; orders of other companies and finished ones do not count', async () => {
    const db = app.database.systemDb;
    const put = (who: FleetFixture, status: number, no: string) =>
      db
        .insertInto('member_order')
        .values({ client_id: who.clientId, user_id: who.userId, status, order_no: no })
        .execute();
    expect(await check()).toBe(0);
    await put(other, 1, 'B1');
    for (const status of [3, 4, 5, 6, 9]) await put(a, status, `A${status}`);
    expect(await check()).toBe(0);
    await put(a, 8, 'A8');
    expect(await check()).toBe(2);
    expect(await create(a.deviceIds[0] ?? '')).toMatchObject({
      code: 4011,
      msg: expect.stringContaining('有待审核的订单'),
    });
    await put(a, 1, 'A1');
    expect(await check()).toBe(1);
    expect(await create(a.deviceIds[0] ?? '')).toMatchObject({
      code: 4011,
      msg: expect.stringContaining('有待付款的订单'),
    });
    await db.deleteFrom('member_order').execute();
  });

  it('plans say what they cost today, and which terminals they are for', async () => {
    const { plans, base } = (await app.get(`${api}/queryMemberPrice`, a.token)).data;
    expect(base).toEqual({ accounts: null, smsPerMonth: null, exportRows: null });
    expect(plans).toMatchObject([{ planName: '专业版', effectiveCount: 0 }, { planName: '旗舰版' }]);
    expect(plans[0].prices.map((p: { months: number }) => p.months)).toEqual([1, 12, 12]);
    expect((await app.get(`${api}/queryNonPurchasableModel?planId=${higherId}`, a.token)).data).toEqual([
      { model: 'TD-1', deviceCount: 3 },
    ]);
    const none = await a.post(`${api}/queryAvailableEquipment`, { planId: higherId });
    expect(none.data.total).toBe(0);
    const refused = await a.post(`${api}/queryNonPurchasableEquipment`, { planId: higherId });
    expect(refused.data.list[0]).toMatchObject({ reason: '套餐不支持该型号' });
    const all = await a.post(`${api}/queryAvailableEquipment`, { planId, months: 12 });
    expect(all.data.list).toHaveLength(3);
    expect(all.data.list[0]).toMatchObject({ unitPriceFen: 30_000, memberEffectiveStatus: 0, endDate: null });
    expect(await a.post(`${api}/orderPreview`, wish(a.deviceIds[0] ?? '', 36))).toMatchObject({ code: 4011 });
    expect(await a.post(`${api}/orderPreview`, wish(other.deviceIds[0] ?? ''))).toMatchObject({ code: 4004 });
    expect((await a.post(`${api}/orderPreview`, wish(a.deviceIds[0] ?? ''))).data).toMatchObject({
      totalFen: 40_000,
      payFen: 30_000,
      discountFen: 10_000,
      payTypes: [2],
    });
  });
});

describe('an order by bank transfer', () => {
  it('waits for vouchers, then for the provider; passed it gives its terminals their time, refunded it ends today', async () => {
    const [id = ''] = a.deviceIds;
    expect(await create(id, 29_999)).toMatchObject({ code: 4009, msg: '价格已变化，请刷新后重试' });
    expect(await create(id, 30_000, { payType: 1 })).toMatchObject({
      code: 4011,
      msg: '线上个人支付尚未开通，请选择其他支付方式',
    });
    expect(await create(id, 30_000, { ticketInfo: { ...ticketInfo, type: 2 } })).toMatchObject({
      code: 4000,
      msg: '专用发票请输入开户行',
    });
    const { orderNo } = (await create(id)).data;
    expect(await check()).toBe(1);
    const refused = (await a.post(`${api}/queryNonPurchasableEquipment`, { planId })).data.list;
    expect(refused).toMatchObject([{ id, reason: '已在待付款或待审核订单中' }]);
    expect(await asStaff('pass', { kind: 1, orderNo, version: 1 })).toMatchObject({ code: 4010 });
    expect(await voucher(orderNo, 1)).toMatchObject({ code: 200 });
    expect(await voucher(orderNo, 1)).toMatchObject(changedByOther);
    expect(await check()).toBe(2);
    expect(await a.post(`${api}/closeOrder`, { orderNo, version: 2 })).toMatchObject({ code: 4010 });

    expect(await a.post(`${review}/page`, {})).toMatchObject({ code: 4003 });
    const waiting = (await asStaff('page', { stage: 1 })).data.list;
    expect(waiting).toMatchObject([{ orderNo, clientName: '甲公司', content: '专业版，1台', voucherCount: 1 }]);
    expect((await asStaff('detail', { kind: 1, orderNo })).data.vouchers).toMatchObject([{ name: 'a.pdf' }]);
    expect(await asStaff('reject', { orderNo, version: 2, reason: '短' })).toMatchObject({ code: 4000 });
    expect(await asStaff('reject', { orderNo, version: 2, reason: '金额与订单不符' })).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/rejectionReason`, { orderNo })).data).toMatchObject({ reason: '金额与订单不符' });
    expect(await check()).toBe(0);
    await voucher(orderNo, 3);
    const both = await Promise.all([0, 1].map((who) => asStaff('pass', { kind: 1, orderNo, version: 4 }, who)));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 4009]);
    const done = await order(orderNo);
    expect(done).toMatchObject({ memberStatus: 3, auditStatus: 1, paymentStatus: 2, paidFen: 30_000 });
    expect(await device(id)).toMatchObject({
      planName: '专业版',
      startDate: await today(),
      endDate: done.items[0].endDate,
      memberEffectiveStatus: 1,
    });
    expect((await a.post(`${api}/summary`)).data).toMatchObject({
      planName: '专业版',
      planUntil: done.items[0].endDate,
      total: 3,
      effective: 1,
      never: 2,
    });
    const told = await app.database.systemDb
      .selectFrom('message')
      .select(['client_id', 'title', 'expire_at'])
      .where('type', 'in', [11_002, 14_007])
      .execute();
    expect(
      told
        .filter((m) => m.client_id === a.clientId)
        .map((m) => m.title)
        .sort(),
    ).toEqual(['会员订单审核通过', '会员订单被驳回']);
    expect(told.filter((m) => m.title === '会员订单待审核：甲公司')).toHaveLength(4);
    // asked for no more once it was answered
    expect(told.filter((m) => m.title.startsWith('会员订单待审核') && m.expire_at === null)).toEqual([]);

    const reason = '设备拆除不再使用';
    expect(await asStaff('refund', { orderNo, version: done.version, reason })).toMatchObject({
      data: { done: false },
    });
    expect(await asStaff('refund', { orderNo, version: 6 })).toMatchObject({ code: 4011, msg: '退款须由另一人复核' });
    expect((await asStaff('detail', { kind: 1, orderNo }, 1)).data.refund).toMatchObject({ reason, own: false });
    expect(await asStaff('refund', { orderNo, version: 6 }, 1)).toMatchObject({ data: { done: true } });
    const back = await order(orderNo);
    expect(back).toMatchObject({ memberStatus: 5, paymentStatus: 5, refundReason: reason });
    expect(back.refundFen).toBeGreaterThan(29_800);
    expect(await device(id)).toMatchObject({ endDate: await today(), memberEffectiveStatus: 1 });
    // the day of the refund is the last one that the plan holds
    expect((await a.post(`${api}/summary`)).data).toMatchObject({ planName: '专业版', planUntil: await today() });
    const tomorrow = { now: Date.parse(`${await today(1)}T00:00:00+08:00`) };
    expect((await loadAllowance(app.database.systemDb, a.clientId, tomorrow)).plan).toBeNull();
  });

  it('follows the time a terminal has already; invoices are asked for once it passed', async () => {
    const [, id = ''] = a.deviceIds;
    await sql`insert into member_period (client_id, device_id, plan_id, start_date, end_date)
      values (${a.clientId}, ${id}, ${higherId}, current_date - 30, ${await today(9)}::date)`.execute(
      app.database.systemDb,
    );
    const { orderNo } = (await create(id)).data;
    await voucher(orderNo, 1);
    expect(await a.post(`${api}/invoiceIssuance`, { orderNo, version: 2, ticketInfo })).toMatchObject({ code: 4010 });
    await asStaff('pass', { kind: 1, orderNo, version: 2 });
    expect((await order(orderNo)).items[0]).toMatchObject({ startDate: await today(10) });
    expect(await device(id)).toMatchObject({ planName: '旗舰版', memberEffectiveStatus: 1 });
    expect(await a.post(`${api}/invoiceIssuance`, { orderNo, version: 3, ticketInfo })).toMatchObject({ code: 200 });
    expect(await asStaff('refund', { orderNo, version: 4, reason: '不要了不要了' })).toMatchObject({ code: 4011 });
    const count = (await a.post(`${api}/orderCount`)).data;
    expect(count).toEqual([
      { status: 3, count: 1 },
      { status: 5, count: 1 },
    ]);
  });

  it('is cancelled by the buyer, or closed when its time is over', async () => {
    const [, , id = ''] = a.deviceIds;
    const one = (await create(id)).data.orderNo;
    expect(await a.post(`${api}/closeOrder`, { orderNo: one, version: 1 })).toMatchObject({ code: 200 });
    const two = (await create(id)).data.orderNo;
    const db = app.database.systemDb;
    expect(await db.transaction().execute(closeOverdueOrders)).toBe(0);
    await sql`update member_order set expire_at = now() where order_no = ${two}`.execute(db);
    expect(await db.transaction().execute(closeOverdueOrders)).toBe(1);
    expect(await order(two)).toMatchObject({
      memberStatus: 9,
      auditStatus: 8,
      closeReason: '超过7天未上传汇款凭证，自动取消',
    });
    expect((await a.post(`${api}/queryPurchaseRecords`, { group: 'cancelled' })).data.total).toBe(2);
  });

  it('keeps what was chosen until it is made; a user without the right may look and not buy', async () => {
    const draft = { planId, items: [{ deviceId: a.deviceIds[2], months: 1 }] };
    expect(await a.post(`${api}/saveDraft`, draft)).toMatchObject({ code: 200 });
    expect((await a.post(`${api}/draft`)).data).toEqual(draft);
    const reader = await a.user({ menus: ['member'] });
    expect(await app.post(`${api}/queryMemberDevice`, {}, reader.token)).toMatchObject({ code: 200 });
    expect(await app.post(`${api}/saveDraft`, draft, reader.token)).toMatchObject({ code: 4003 });
    expect((await app.post(`${api}/queryPurchaseRecords`, {}, reader.token)).data.total).toBe(0);
  });
});

it('renewals are passed on the same page', async () => {
  const db = app.database.systemDb;
  await sql`insert into service_price (client_id, model, package_name, year_price_fen) values (${a.clientId}, null, '标准服务', 36000)`.execute(
    db,
  );
  const made = await a.post('/api/base/onlineRenewal/createOrder', {
    items: [{ deviceId: a.deviceIds[0], years: 1 }],
    amountFen: 36_000,
    ticketInfo,
  });
  const { orderNo } = made.data;
  expect(await asStaff('pass', { kind: 2, orderNo, version: 1 })).toMatchObject({ code: 4011 });
  await a.post('/api/base/onlineRenewal/uploadVoucher', { orderNo, version: 1, fileId });
  expect((await asStaff('page', { kind: 2 })).data.list).toMatchObject([
    { orderNo, stage: 1, content: '设备续费，1台' },
  ]);
  expect((await asStaff('detail', { kind: 2, orderNo })).data.renewal).toHaveLength(1);
  expect(await asStaff('pass', { kind: 2, orderNo, version: 2 })).toMatchObject({ code: 200 });
  expect((await a.post('/api/base/onlineRenewal/orderDetail', { orderNo })).data).toMatchObject({ renewStatus: 2 });
});
