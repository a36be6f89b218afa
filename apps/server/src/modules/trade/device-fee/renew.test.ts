import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';
import { stopOverduePayments } from '../member/pay/offers';
import { closeAllOverdueOrders } from './renew';

const api = '/api/base/onlineRenewal';
const ticketInfo = { type: 1, title: '甲公司', taxNo: '91310118MA1JL0000N', email: 'fp@example.com' };
let app: TestApp;
let a: FleetFixture;
let device: string;
let fileId: string;

beforeAll(async () => {
  app = await testApp({ PAY_SIMULATOR: '1' });
  a = await fleetFixture(app, '甲公司');
  [device = ''] = a.deviceIds;
  const db = app.database.systemDb;
  const provider = await app.company('服务商甲', { account: 'clerk1' });
  await sql`update client set kind = 'provider' where id = ${provider.clientId}`.execute(db);
  await sql`insert into service_price (client_id, model, package_name, year_price_fen) values (${a.clientId}, null, '标准服务', 36000)`.execute(
    db,
  );
  await sql`insert into service_discount (client_id, min_years, percent) values (${a.clientId}, 2, 95)`.execute(db);
  await sql`update device set service_end = current_date - 10 where id = ${device}`.execute(db);
  await sql`insert into device_fee (device_id, client_id, package_name, arrears_extend_days, stopped_at) values (${device}, ${a.clientId}, '标准服务', 15, now())`.execute(
    db,
  );
  const file = await sql<{
    id: string;
  }>`insert into file (client_id, user_id, file_name, mime, size_bytes, sha256, blob_key, kind)
    values (${a.clientId}, ${a.userId}, 'a.pdf', 'application/pdf', 10, 'x', 'x', 'document') returning id::text as id`.execute(
    db,
  );
  fileId = file.rows[0]?.id ?? '';
});
afterAll(() => app.close());

const row = async (id = device) =>
  (await a.post(`${api}/devicePage`, {})).data.list.find((d: { id: string }) => d.id === id);
const order = async (orderNo: string) => (await a.post(`${api}/orderDetail`, { orderNo })).data;
/** What the provider's staff is told of an order, oldest first. */
const asked = async (orderNo: string) =>
  (
    await sql<{
      open: boolean;
    }>`select m.expire_at is null or m.expire_at > now() as open from message m join client c on c.id = m.client_id
      where c.kind = 'provider' and m.obj_name = ${orderNo} order by m.id`.execute(app.database.systemDb)
  ).rows;
const create = (deviceId: string, years: number, amountFen: number) =>
  a.post(`${api}/createOrder`, { items: [{ deviceId, years }], amountFen, ticketInfo });

describe('services of terminals', () => {
  it('stand as their end says: normal, soon, in grace, expired, stopped', async () => {
    const db = app.database.systemDb;
    const status = async () => (await row()).feeStatus;
    expect(await status()).toBe(5);
    await sql`update device_fee set stopped_at = null where device_id = ${device}`.execute(db);
    expect(await status()).toBe(4);
    await sql`update device_fee set arrears_extend_days = 9 where device_id = ${device}`.execute(db);
    expect(await status()).toBe(3);
    await sql`update device set service_end = (now() at time zone 'Asia/Shanghai')::date + 30 where id = ${device}`.execute(
      db,
    );
    expect(await row()).toMatchObject({ feeStatus: 2, remainDays: 30 });
    await sql`update device set service_end = (now() at time zone 'Asia/Shanghai')::date + 31 where id = ${device}`.execute(
      db,
    );
    expect(await status()).toBe(1);
    expect((await a.post(`${api}/devicePage`, { feeStatus: [1] })).data.total).toBe(3);
    expect((await a.post(`${api}/summary`)).data).toMatchObject({ total: 3, normal: 3, soon: 0, over: 0 });
  });
});

describe('renewals', () => {
  it('run from the draft to the new end: order, voucher, confirmation by the provider alone', async () => {
    await sql`update device set service_end = current_date - 10 where id = ${device}`.execute(app.database.systemDb);
    await a.post(`${api}/saveDraft`, { items: [{ deviceId: device, years: 2 }] });
    expect((await a.post(`${api}/draft`)).data.items).toEqual([{ deviceId: device, years: 2 }]);
    const price = (await a.post(`${api}/price`, { items: [{ deviceId: device, years: 2 }] })).data;
    expect(price).toMatchObject({ totalFen: 72_000, discountFen: 3_600, amountFen: 68_400, discounts: ['满2年95折'] });
    expect(await create(device, 2, 1)).toMatchObject({ code: 4009, msg: '价格已变化，请刷新后重试' });
    const { orderNo } = (await create(device, 2, price.amountFen)).data;
    expect((await a.post(`${api}/draft`)).data.items).toEqual([]);
    expect(await row()).toMatchObject({ openOrderNo: orderNo, openOrderVisible: true });
    // somebody else of the department sees that the terminal waits, and may not open the order
    const { token } = await a.user({ menus: ['equipmentCost'], orgId: a.orgId });
    const theirs = (await app.post(`${api}/devicePage`, {}, token)).data.list;
    const seen = theirs.find((one: { id: string }) => one.id === device);
    expect(seen).toMatchObject({ openOrderNo: orderNo, openOrderVisible: false });
    expect(await create(device, 1, 36_000)).toMatchObject({ code: 4011 });
    const wait = await order(orderNo);
    expect(wait).toMatchObject({ renewStatus: 4, paymentStatus: 1, hasVoucher: false });
    expect(await a.post(`${api}/applyInvoice`, { orderNo, version: wait.version, ticketInfo })).toMatchObject({
      code: 4010,
    });
    expect(await a.post(`${api}/uploadVoucher`, { orderNo, version: wait.version, fileId })).toMatchObject({
      code: 200,
    });
    const sent = await order(orderNo);
    expect(await a.post(`${api}/uploadVoucher`, { orderNo, version: sent.version, fileId })).toMatchObject({
      code: 200,
    });
    expect((await asked(orderNo)).map(({ open }) => open)).toEqual([false, true]);
    const paid = await order(orderNo);
    expect(await a.post(`${api}/confirm`, { orderNo, version: paid.version })).toMatchObject({
      code: 4003,
      msg: '只有服务商人员可以确认收款',
    });
    expect(await a.post(`${api}/uploadVoucher`, { orderNo, version: wait.version, fileId })).toMatchObject({
      code: 4009,
    });

    await sql`update client set kind = 'provider' where id = ${a.clientId}`.execute(app.database.systemDb);
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });
    expect(await a.post(`${api}/confirm`, { orderNo, version: paid.version })).toMatchObject({ code: 200 });
    await sql`update client set kind = 'tenant' where id = ${a.clientId}`.execute(app.database.systemDb);
    await app.bus.publish('accessChanged', a.clientId, { clientId: a.clientId });

    const done = await order(orderNo);
    expect(done).toMatchObject({ renewStatus: 2, paymentStatus: 2 });
    const after = await row();
    expect(after).toMatchObject({ openOrderNo: null, feeStatus: 1, serviceEnd: done.lines[0].newEnd });
    expect((await a.post(`${api}/deviceDetail`, { id: device })).data.periods).toMatchObject([
      { orderNo, amountFen: 68_400 },
    ]);
    expect(await a.post(`${api}/closeOrder`, { orderNo, version: done.version })).toMatchObject({ code: 4010 });
    expect(await a.post(`${api}/applyInvoice`, { orderNo, version: done.version, ticketInfo })).toMatchObject({
      code: 200,
    });
    const erp = (await a.post('/api/base/erpOrder/page', { orderNo })).data.list[0];
    expect(erp).toMatchObject({ orderType: 3, paymentStatus: 2, auditStatus: 1, invoiceStatus: 1, paidFen: 68_400 });
  });

  it('that are cancelled or not paid in time free their terminals', async () => {
    const [, second = '', third = ''] = a.deviceIds;
    const one = (await create(second, 1, 36_000)).data.orderNo;
    expect(await a.post(`${api}/closeOrder`, { orderNo: one, version: 1 })).toMatchObject({ code: 200 });
    expect((await row(second)).openOrderNo).toBeNull();
    const two = (await create(third, 1, 36_000)).data.orderNo;
    await sql`update renew_order set expire_at = now() - interval '1 second' where order_no = ${two}`.execute(
      app.database.systemDb,
    );
    expect((await row(third)).openOrderNo).toBeNull();
    expect(await order(two)).toMatchObject({ renewStatus: 3, cancelReason: '超过7天未上传汇款凭证，自动取消' });
    // where nobody looks at a list the clock does it, in the order centre too
    const last = (await create(third, 1, 36_000)).data.orderNo;
    await sql`update renew_order set expire_at = now() - interval '1 second' where order_no = ${last}`.execute(
      app.database.systemDb,
    );
    expect(await app.database.systemDb.transaction().execute(closeAllOverdueOrders)).toBe(1);
    const erp = (await a.post('/api/base/erpOrder/page', { orderNo: last })).data.list[0];
    expect(erp).toMatchObject({ auditStatus: 8, paymentStatus: 4 });
  });
});

describe('renewals that are paid online', () => {
  const payable = async (amountFen = 36_000): Promise<string> => {
    const [, , third = ''] = a.deviceIds;
    const made = await a.post(`${api}/createOrder`, {
      items: [{ deviceId: third, years: 1 }],
      amountFen,
      payType: 1,
      ticketInfo,
    });
    expect(made.msg).toBe('ok');
    return made.data.orderNo;
  };
  const code = (orderNo: string, channel = 'wechat') => a.post(`${api}/getPaymentQRCode`, { orderNo, channel });
  const pay = (orderNo: string, how: string, channel = 'wechat') =>
    a.post(`${api}/simulatePayment`, { orderNo, channel, how });
  const end = async (): Promise<string> => (await row(a.deviceIds[2])).serviceEnd;
  const payments = async (orderNo: string) =>
    (
      await sql<{ status: number; cause: string }>`select p.status, p.cause from member_payment p
        join renew_order r on r.id = p.renew_order_id where r.order_no = ${orderNo} order by p.id`.execute(
        app.database.systemDb,
      )
    ).rows;
  const cancel = async (orderNo: string) =>
    a.post(`${api}/closeOrder`, { orderNo, version: (await order(orderNo)).version });

  it('by a code that is kept while it is good; a message that comes twice renews once', async () => {
    await sql`update device set service_end = (now() at time zone 'Asia/Shanghai')::date + 5 where id = ${a.deviceIds[2]}`.execute(
      app.database.systemDb,
    );
    const before = await end();
    const { payTypes } = (await a.post(`${api}/price`, { items: [{ deviceId: a.deviceIds[2], years: 1 }] })).data;
    expect(payTypes).toEqual([2, 1]);
    const orderNo = await payable();
    expect(await order(orderNo)).toMatchObject({ renewStatus: 1, payType: 1 });
    expect(await a.post(`${api}/uploadVoucher`, { orderNo, version: 1, fileId })).toMatchObject({ code: 4010 });
    const { data: first } = await code(orderNo);
    expect(first).toMatchObject({ payFen: 36_000, simulated: true });
    expect((await code(orderNo)).data.qrText).toBe(first.qrText);
    expect((await a.post(`${api}/queryPaymentResults`, { orderNo })).data).toEqual({
      paid: false,
      waits: true,
      returned: null,
    });
    expect((await pay(orderNo, 'twice')).data.answered).toEqual([200, 200]);
    expect((await a.post(`${api}/queryPaymentResults`, { orderNo })).data).toEqual({
      paid: true,
      waits: false,
      returned: null,
    });
    const after = await end();
    expect(Number(after.slice(0, 4)) - Number(before.slice(0, 4))).toBe(1);
    expect(after.slice(4)).toBe(before.slice(4));
    const done = await order(orderNo);
    expect(done).toMatchObject({ renewStatus: 2, paymentStatus: 2, auditUser: expect.stringContaining('微信') });
    // who looks the order over finds the payment, not the papers of a transfer
    const staff = await app.company('服务商');
    await sql`update client set kind = 'provider' where id = ${staff.clientId}`.execute(app.database.systemDb);
    const { access_token: token } = (await app.login(staff.account, 'Test@2026')).data;
    const audited = (await app.post('/api/base/orderAudit/detail', { kind: 2, orderNo }, String(token))).data;
    expect(audited.payment).toMatchObject({
      payTradeNo: expect.stringMatching(/\w{6,}/u),
      payTime: expect.stringMatching(/^\d{4}-\d\d-\d\d /u),
      payments: [{ channel: 'wechat', status: 2, fen: 36_000 }],
    });
    const { list } = (await a.post('/api/base/msg/page', { categorys: [11], page: 1, size: 10 })).data;
    expect(list.filter((m: { title: string }) => m.title === '设备续费成功')).toHaveLength(2);
    expect((await a.post('/api/base/erpOrder/page', { orderNo })).data.list[0]).toMatchObject({ paidFen: 36_000 });
    expect(await code(orderNo)).toMatchObject({ code: 4010, msg: '订单不是待付款状态' });
  });

  it.each(['wechat', 'alipay'])('%s: forged messages and other amounts renew nothing', async (channel) => {
    const before = await end();
    const orderNo = await payable();
    await code(orderNo, channel);
    expect((await pay(orderNo, 'forged', channel)).data.answered).toEqual([401]);
    await pay(orderNo, 'amount', channel);
    expect(await payments(orderNo)).toMatchObject([{ status: 4, cause: '金额与应付 360.00 元不符' }]);
    // the buyer is told: on the page that waits for the payment, by a message, in the order
    const returned = { cause: '金额与应付 360.00 元不符', done: false };
    const asked = (await a.post(`${api}/queryPaymentResults`, { orderNo })).data;
    expect(asked).toMatchObject({ paid: false, waits: true, returned });
    const { list } = (await a.post('/api/base/msg/page', { categorys: [11], size: 100 })).data;
    const yuan = (asked.returned.fen / 100).toFixed(2);
    expect(list.filter(({ objTag }: { objTag: string }) => objTag === `renewOrder:${orderNo}`)).toMatchObject([
      {
        title: '续费订单的付款将退回',
        content: expect.stringContaining(`付款 ${yuan} 元：金额与应付 360.00 元不符，将原路退回`),
      },
    ]);
    const { id } = (await a.post('/api/base/erpOrder/page', { orderNo })).data.list[0];
    expect((await a.post('/api/base/erpOrder/detail', { id })).data.payments).toMatchObject([
      { status: 4, cause: '金额与应付 360.00 元不符', paidOrder: false },
    ]);
    expect(await order(orderNo)).toMatchObject({ renewStatus: 1 });
    expect(await end()).toBe(before);
    expect(await cancel(orderNo)).toMatchObject({ code: 200 });
  });

  it('money that comes after the order was cancelled goes back, and an order out of time waits for its providers', async () => {
    const before = await end();
    const orderNo = await payable();
    await code(orderNo);
    await pay(orderNo, 'late');
    expect(await cancel(orderNo)).toMatchObject({ code: 200 });
    // the simulated platform tells it two seconds after it was closed
    const given = async () => expect(await payments(orderNo)).toMatchObject([{ status: 4, cause: '订单已取消' }]);
    await vi.waitFor(given, { timeout: 5000, interval: 100 });
    expect(await end()).toBe(before);
    // what may still be paid is not closed by a look at the list, but by the job that asks first
    const late = await payable();
    await code(late);
    await sql`update renew_order set expire_at = now() - interval '1 second' where order_no = ${late}`.execute(
      app.database.systemDb,
    );
    expect((await row(a.deviceIds[2])).openOrderNo).toBe(late);
    await stopOverduePayments({
      db: app.database.systemDb,
      log: app.log,
      payments: { providers: new Map(), simulator: null, simulated: new Set(), payTypes: [] },
      autoApprove: false,
    });
    expect((await row(a.deviceIds[2])).openOrderNo).toBe(late);
    expect(await cancel(late)).toMatchObject({ code: 200 });
    expect((await row(a.deviceIds[2])).openOrderNo).toBeNull();
  });
});

describe('orders of the order centre', () => {
  it('are paid for what they still cost, once; not when they are cancelled', async () => {
    const erp = '/api/base/erpOrder';
    const made = await sql<{
      id: string;
    }>`insert into erp_order (client_id, order_no, order_type, amount_fen, paid_fen, payment_status)
      values (${a.clientId}, 'DD7', 1, 5000, 2000, 3) returning id::text as id`.execute(app.database.systemDb);
    const id = made.rows[0]?.id ?? '';
    const now = async () => (await a.post(`${erp}/detail`, { id })).data;
    const of = { orderNo: 'DD7', channel: 'alipay' };
    expect((await a.post(`${erp}/payWays`, { id })).data).toMatchObject({ dueFen: 3000, payTypes: [2, 1] });
    expect((await a.post(`${erp}/getPaymentQRCode`, of)).data).toMatchObject({ payFen: 3000, simulated: true });
    expect((await a.post(`${erp}/simulatePayment`, { ...of, how: 'forged' })).data.answered).toEqual([401]);
    expect(await now()).toMatchObject({ paidFen: 2000, paymentStatus: 3 });
    expect((await a.post(`${erp}/simulatePayment`, { ...of, how: 'twice' })).data.answered).toEqual([200, 200]);
    expect(await now()).toMatchObject({ paidFen: 5000, paymentStatus: 2 });
    expect((await a.post(`${erp}/queryPaymentResults`, { orderNo: 'DD7' })).data).toEqual({
      paid: true,
      waits: false,
      returned: null,
    });
    expect(await a.post(`${erp}/payWays`, { id })).toMatchObject({ code: 4010, msg: '订单已付过款' });
    expect(await a.post(`${erp}/cancel`, { id, version: (await now()).version })).toMatchObject({
      ...{ code: 4010, msg: '订单已付 50.00 元，不能取消；需要退款请联系客服' },
    });
    const { token } = await a.user({ menus: ['orderCenter'] });
    expect(await app.post(`${erp}/payWays`, { id }, token)).toMatchObject({ code: 4003 });
    const gone = await sql<{ id: string }>`insert into erp_order (client_id, order_no, order_type, amount_fen)
      values (${a.clientId}, 'DD8', 1, 5000) returning id::text as id`.execute(app.database.systemDb);
    const other = { id: gone.rows[0]?.id ?? '', version: 1 };
    await a.post(`${erp}/getPaymentQRCode`, { ...of, orderNo: 'DD8' });
    expect(await a.post(`${erp}/cancel`, other)).toMatchObject({ code: 200 });
    expect(await a.post(`${erp}/getPaymentQRCode`, { ...of, orderNo: 'DD8' })).toMatchObject({
      code: 4010,
      msg: '订单已取消',
    });
  });

  it('are received, invoiced, returned and cancelled in their states only', async () => {
    const erp = '/api/base/erpOrder';
    const made = await sql<{
      id: string;
    }>`insert into erp_order (client_id, order_no, order_type, amount_fen, payment_status, audit_status, logistics_no)
      values (${a.clientId}, 'DD1', 1, 1000, 1, 0, 'SF1') returning id::text as id`.execute(app.database.systemDb);
    const id = made.rows[0]?.id ?? '';
    const now = async () => (await a.post(`${erp}/detail`, { id })).data;
    const run = async (path: string, more = {}) =>
      a.post(`${erp}/${path}`, { id, version: (await now()).version, ...more });
    expect(await run('receive')).toMatchObject({ code: 4010, msg: '订单还没有审核通过，不能确认收货' });
    expect(await run('returnApply', { reason: '型号不对' })).toMatchObject({ code: 4010 });
    await sql`update erp_order set audit_status = 1 where id = ${id}`.execute(app.database.systemDb);
    expect(await run('cancel')).toMatchObject({ code: 4010 });
    expect(await run('receive')).toMatchObject({ code: 200 });
    expect(await run('invoice', { ticketInfo })).toMatchObject({ code: 4010, msg: '付款后才能申请开票' });
    await sql`update erp_order set payment_status = 2 where id = ${id}`.execute(app.database.systemDb);
    expect(await run('invoice', { ticketInfo })).toMatchObject({ code: 200 });
    expect((await run('returnApply', { reason: '型号不对' })).data).toMatchObject({ orderNo: 'THDD1' });
    expect(await run('returnApply', { reason: '型号不对' })).toMatchObject({
      code: 4010,
      msg: '该订单已申请退货（THDD1）',
    });
    expect((await a.post(`${erp}/changeHis`, { id })).data.list.map((l: { action: string }) => l.action)).toContain(
      '确认收货',
    );
  });
});
