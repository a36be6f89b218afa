import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../../test/test-app';
import { readConfig } from '../../../../config';
import { closeOverdueOrders } from '../steps';
import { fenOf, yuanOf } from './alipay';
import { reconcilePayments, refundPayments, stopOverduePayments } from './offers';
import { makePayments } from './payments';
import { type PayDeps, takeNotice } from './settle';
import type { Incoming } from './shape';
import { PaySimulator } from './simulator';

const api = '/api/base/member';
const review = '/api/base/orderAudit';
const ticketInfo = { type: 1, title: '甲公司', taxNo: '91310118MA1JL0000N', email: 'fp@example.com' };
let app: TestApp;
let a: FleetFixture;
let planId: string;
let staff: string;
/** false: messages are lost on the way */
let heard = true;
/** from then on a payment that came while we closed its trade is told */
let orderClosed: Promise<void> = Promise.resolve();
/** what the simulated providers have sent to us */
let told: Array<{ channel: 'wechat' | 'alipay'; message: Incoming }> = [];
let deps: PayDeps;
let simulator: PaySimulator;

beforeAll(async () => {
  app = await testApp({ PAY_SIMULATOR: '1', MEMBER_CONTRACT_YUAN: '1000' });
  const db = app.database.systemDb;
  a = await fleetFixture(app, '甲公司');
  const { rows } = await sql<{
    id: string;
  }>`insert into member_plan (name, level, quotas) values ('专业版', 2, '{"exportRows": 50000}') returning id::text as id`.execute(
    db,
  );
  planId = rows[0]?.id ?? '';
  await sql`update member_plan set quotas = '{"exportRows": 10000}' where level = 0`.execute(db);
  await sql`insert into member_price (plan_id, device_model, months, unit_price_fen, list_price_fen, promo_text) values
    (${planId}, null, 12, 30000, 40000, ''), (${planId}, null, 36, 120000, 120000, '')`.execute(db);
  const provider = await app.company('服务商', { account: 'audit1' });
  await sql`update client set kind = 'provider' where id = ${provider.clientId}`.execute(db);
  staff = String((await app.login('audit1', 'Test@2026')).data.access_token);
});
afterAll(() => app.close());

/** Each test has orders of its own: the open ones of before are gone. */
beforeEach(async () => {
  const db = app.database.systemDb;
  await sql`delete from member_period`.execute(db);
  await sql`delete from member_order`.execute(db);
  told = [];
  heard = true;
  simulator = new PaySimulator(
    async (channel, message) => {
      told.push({ channel, message });
      if (!heard) return 500;
      return (await takeNotice(deps, channel, message, 'simulator')).status;
    },
    Date.now,
    () => orderClosed,
  );
  deps = {
    db,
    log: pino({ level: 'silent' }),
    payments: makePayments(readConfig({}), simulator),
    autoApprove: false,
  };
});

const create = async (months = 12, payFen = 30_000): Promise<string> => {
  const answer = await a.post(`${api}/createOrder`, {
    planId,
    items: [{ deviceId: a.deviceIds[0], months }],
    payType: 1,
    payFen,
    ticketInfo,
    agreed: true,
  });
  expect(answer.msg).toBe('ok');
  return answer.data.orderNo;
};
const order = async (orderNo: string) => (await a.post(`${api}/queryOrderDetail`, { orderNo })).data;
const qr = (orderNo: string, channel = 'wechat') => a.post(`${api}/getPaymentQRCode`, { orderNo, channel });
const pay = (orderNo: string, how: string, channel = 'wechat') =>
  a.post(`${api}/simulatePayment`, { orderNo, channel, how });
const payments = async () =>
  (
    await sql<{ status: number; cause: string; refunded: number | null }>`select status, cause, refunded_fen as refunded
      from member_payment order by id`.execute(app.database.systemDb)
  ).rows;
/** A payment of an order at the simulator of this test. */
async function offered(orderNo: string, channel: 'wechat' | 'alipay'): Promise<string> {
  const { id, client_id, pay_fen } = await app.database.systemDb
    .selectFrom('member_order')
    .selectAll()
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  const tradeNo = `${orderNo}${channel === 'wechat' ? 'TW' : 'TA'}`;
  const expire_at = new Date(Date.now() + 1_800_000);
  const notifyUrl = 'https://fleet.example.com/notify';
  const qr_text =
    (await deps.payments.providers
      .get(channel)
      ?.create({ tradeNo, fen: pay_fen, title: '会员', expireAt: expire_at, notifyUrl })) ?? '';
  expect(qr_text).toMatch(channel === 'wechat' ? /^weixin:/u : /^https:\/\/qr\.alipay\.com/u);
  await app.database.systemDb
    .insertInto('member_payment')
    .values({ client_id, order_id: id, channel, trade_no: tradeNo, fen: pay_fen, qr_text, expire_at })
    .execute();
  return tradeNo;
}
const changesOf = async (orderNo: string): Promise<string[]> =>
  (await order(orderNo)).history.map(({ action }: { action: string }) => action).toReversed();

it('says which channels there are when none, or another one, was chosen', async () => {
  const orderNo = await create();
  const msg = '请选择付款渠道：wechat（微信支付）、alipay（支付宝）';
  for (const channel of [undefined, 'cash'])
    expect(await a.post(`${api}/getPaymentQRCode`, { orderNo, channel })).toMatchObject({
      code: 4000,
      data: { errors: [{ field: 'channel', msg }] },
    });
});

describe('from the code to the membership', () => {
  it('the code is kept while it is good; paid, approved, invoiced', async () => {
    expect(
      (await a.post(`${api}/orderPreview`, { planId, items: [{ deviceId: a.deviceIds[0], months: 12 }] })).data,
    ).toMatchObject({
      payTypes: [2, 1],
      contractRequired: false,
    });
    const orderNo = await create();
    const first = (await qr(orderNo)).data;
    expect(first).toMatchObject({ payFen: 30_000, simulated: true, qrText: expect.stringMatching(/^weixin:/u) });
    expect((await qr(orderNo)).data.qrText).toBe(first.qrText);
    expect((await a.post(`${api}/queryPaymentResults`, { orderNo })).data).toEqual({
      paid: false,
      waits: true,
      returned: null,
      memberStatus: 1,
    });
    expect((await pay(orderNo, 'pay')).data).toEqual({ answered: [200], memberStatus: 2 });
    expect((await a.post(`${api}/queryPaymentResults`, { orderNo })).data).toEqual({
      paid: true,
      waits: false,
      returned: null,
      memberStatus: 2,
    });
    expect(await qr(orderNo)).toMatchObject({ code: 4010 });
    const paid = await order(orderNo);
    expect(paid).toMatchObject({ paymentStatus: 2, payTradeNo: expect.stringMatching(/^42000\d+$/u), paidFen: 30_000 });
    const asStaff = (path: string, body: object) => app.post(`${review}/${path}`, { orderNo, ...body }, staff);
    // what the company may: paid for, but not before the review
    const mayExport = async () => {
      const { planName, planUntil, uses } = (await a.post(`${api}/summary`)).data;
      return { planName, planUntil, most: uses.find(({ key }: { key: string }) => key === 'exportRows').most };
    };
    expect(await mayExport()).toEqual({ planName: null, planUntil: null, most: 10_000 });
    expect((await asStaff('pass', { kind: 1, version: paid.version })).code).toBe(200);
    const passed = await order(orderNo);
    expect(passed).toMatchObject({ memberStatus: 3, items: [{ startDate: expect.any(String) }] });
    expect(await mayExport()).toEqual({ planName: '专业版', planUntil: passed.items[0].endDate, most: 50_000 });
    // the invoice: asked for, uploaded by the provider, fetched by the buyer
    const file = await sql<{
      id: string;
    }>`insert into file (client_id, user_id, file_name, mime, size_bytes, sha256, blob_key, kind)
      select client_id, id, '发票.pdf', 'application/pdf', 10, 'x', 'invoice-x', 'document' from app_user where account_code = 'audit1' returning id::text as id`.execute(
      app.database.systemDb,
    );
    const issue = { invoiceNo: '25312000000000000001', fileId: file.rows[0]?.id ?? '' };
    expect(await asStaff('invoice', { ...issue, version: passed.version })).toMatchObject({ code: 4010 });
    expect((await a.post(`${api}/invoiceIssuance`, { orderNo, version: passed.version, ticketInfo })).code).toBe(200);
    expect((await asStaff('invoice', { ...issue, version: passed.version + 1 })).code).toBe(200);
    expect(await order(orderNo)).toMatchObject({ invoiceStatus: 2, invoiceNo: issue.invoiceNo });
    expect((await asStaff('voidInvoice', { version: passed.version + 2, reason: '抬头有误' })).code).toBe(200);
    expect(await order(orderNo)).toMatchObject({ invoiceStatus: 3 });
  });

  it('an order above the bound is signed first; the signed file has its evidence', async () => {
    const orderNo = await create(36, 120_000);
    expect(await qr(orderNo)).toMatchObject({ code: 4011, msg: '订单须先签署合同，再付款' });
    expect((await a.post(`${api}/queryAuthResult`)).data).toMatchObject({ authStatus: 0, companyName: '甲公司' });
    expect((await a.post(`${api}/contractPageRequest`, { orderNo })).data.errors).toEqual([
      { field: 'creditCode', msg: '首次签署请输入统一社会信用代码' },
    ]);
    const company = { creditCode: '91350100M000100Y43', legalPerson: '王建国' };
    expect(
      (await a.post(`${api}/contractPageRequest`, { orderNo, ...company, creditCode: '91350100M000100Y44' })).code,
    ).toBe(4000);
    const made = (await a.post(`${api}/contractPageRequest`, { orderNo, ...company })).data;
    expect(made).toMatchObject({ contractStatus: 1, partyA: '甲公司', signUrl: null });
    expect(made.clauses[1].text).toContain('1200.00元');
    const sign = () => a.post(`${api}/afterSignContract`, { orderNo, signer: '李经理', agreed: true });
    const [one, two] = await Promise.all([sign(), sign()]);
    expect([one.code, two.code].sort()).toEqual([200, 4010]);
    const signed = one.code === 200 ? one.data : two.data;
    expect(signed).toMatchObject({
      contractStatus: 2,
      signer: '李经理',
      evidence: expect.stringMatching(/^[0-9a-f]{64}$/u),
    });
    expect((await qr(orderNo)).code).toBe(200);
    // what somebody typed was checked by nobody yet, and need not be typed again
    const auth = async () => (await a.post(`${api}/queryAuthResult`)).data;
    expect(await auth()).toMatchObject({ authStatus: 1, ...company });
    expect((await a.post(`${api}/contractPageRequest`, { orderNo })).code).toBe(200);
    await pay(orderNo, 'pay');
    expect(await auth()).toMatchObject({ authStatus: 1 });
    // staff who pass the order have its facts, its signed contract and its payment before them
    const { data } = await app.post(`${review}/detail`, { orderNo, kind: 1 }, staff);
    // what was paid by a code was submitted by that, wherever it is shown
    expect(data.row.submitTime).toBe(data.member.payTime);
    expect(data.member.submitTime).toBe(data.row.submitTime);
    expect(data).toMatchObject({
      company: { authStatus: 1, ...company },
      contract: { signer: '李经理', evidence: signed.evidence },
    });
    const pdf = await app.http.inject({
      ...{ method: 'POST', url: `${review}/contract`, payload: { orderNo } },
      headers: { authorization: `Bearer ${staff}` },
    });
    expect(createHash('sha256').update(pdf.rawPayload).digest('hex')).toBe(signed.evidence);
    const { version } = await order(orderNo);
    expect((await app.post(`${review}/pass`, { orderNo, kind: 1, version }, staff)).code).toBe(200);
    expect(await auth()).toMatchObject({ authStatus: 2, ...company });
  });

  it('what a company says of itself can be corrected until it is checked, and staff confirm what was signed', async () => {
    await sql`delete from company_auth`.execute(app.database.systemDb);
    const right = { creditCode: '91350100M000100Y43', legalPerson: '王建国' };
    const ask = (orderNo: string, facts: object = {}) => a.post(`${api}/contractPageRequest`, { orderNo, ...facts });
    const auth = async () => (await a.post(`${api}/queryAuthResult`)).data;
    const verdict = async (orderNo: string, step: 'pass' | 'reject') => {
      const { version } = await order(orderNo);
      const more = step === 'pass' ? { kind: 1 } : { reason: '凭证看不清楚' };
      expect((await app.post(`${review}/${step}`, { orderNo, version, ...more }, staff)).code).toBe(200);
    };
    const signAndPay = async (orderNo: string) => {
      expect((await a.post(`${api}/afterSignContract`, { orderNo, signer: '李经理', agreed: true })).code).toBe(200);
      await qr(orderNo);
      await pay(orderNo, 'pay');
    };
    const one = await create(36, 120_000);
    await ask(one, { ...right, legalPerson: '王建囯' });
    expect((await ask(one, right)).code).toBe(200);
    expect(await auth()).toMatchObject({ authStatus: 1, ...right });
    await signAndPay(one);
    await verdict(one, 'reject');
    // what was paid online is not asked for a voucher
    const { rows: told } = await sql<{
      content: string;
    }>`select content from message where title = '会员订单被驳回' and content like ${`%${one}%`}`.execute(
      app.database.systemDb,
    );
    expect(told.map(({ content }) => content)).toEqual([
      `订单${one}审核不通过：凭证看不清楚。已付款项由工作人员办理退款，将原路退回。`,
    ]);
    expect(await auth()).toMatchObject({ authStatus: 3, ...right });
    // what it writes with the next contract is not what the first one names
    const two = await create(36, 120_000);
    expect((await ask(two)).code).toBe(4000);
    expect((await ask(two, { ...right, legalPerson: '王建民' })).code).toBe(200);
    await sql`update member_order set status = 2 where order_no = ${one}`.execute(app.database.systemDb);
    await verdict(one, 'pass');
    expect(await auth()).toMatchObject({ authStatus: 1, legalPerson: '王建民' });
    await sql`delete from member_period`.execute(app.database.systemDb);
    await signAndPay(two);
    await verdict(two, 'pass');
    expect(await auth()).toMatchObject({ authStatus: 2, legalPerson: '王建民' });
    expect((await ask(two, right)).code).toBe(200);
    expect(await auth()).toMatchObject({ authStatus: 2, legalPerson: '王建民' });
  });
});

describe.each(['wechat', 'alipay'] as const)('%s tells', (channel) => {
  it('twice, and again, and the order changes once', async () => {
    const orderNo = await create();
    const tradeNo = await offered(orderNo, channel);
    expect(await simulator.pay(tradeNo, 'twice')).toEqual([200, 200]);
    const [notice] = told;
    // somebody plays it again, many times at once
    const replays = await Promise.all(
      Array.from({ length: 5 }, () => takeNotice(deps, channel, notice?.message ?? { headers: {}, body: '' }, 'x')),
    );
    expect(replays.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await order(orderNo)).toMatchObject({ memberStatus: 2, version: 2 });
    expect(await changesOf(orderNo)).toEqual(['下单', expect.stringContaining('付款成功')]);
    expect(await payments()).toEqual([{ status: 2, cause: '', refunded: null }]);
  });

  it('what it did not sign: nothing changes, and it is told so', async () => {
    const orderNo = await create();
    const tradeNo = await offered(orderNo, channel);
    expect(await simulator.pay(tradeNo, 'forged')).toEqual([401]);
    expect(await order(orderNo)).toMatchObject({ memberStatus: 1, version: 1 });
    expect(await changesOf(orderNo)).toEqual(['下单']);
    const path = `/api/base/open/pay/${channel}`;
    const type = channel === 'wechat' ? 'application/json' : 'application/x-www-form-urlencoded';
    const headers = { ...told[0]?.message.headers, 'content-type': type };
    const raw = await app.http.inject({ method: 'POST', url: path, payload: told[0]?.message.body ?? '', headers });
    expect(raw.statusCode).toBe(401);
  });

  it('another amount: the order stays, the money goes back', async () => {
    const orderNo = await create();
    const tradeNo = await offered(orderNo, channel);
    expect(await simulator.pay(tradeNo, 'amount')).toEqual([200]);
    expect(await order(orderNo)).toMatchObject({ memberStatus: 1, version: 1 });
    expect(await payments()).toMatchObject([{ status: 4, cause: '金额与应付 300.00 元不符' }]);
    expect(await refundPayments(deps)).toBe(1);
    expect(await refundPayments(deps)).toBe(0);
    expect(simulator.refunded(tradeNo)).toBe(29_999);
    expect(await payments()).toMatchObject([{ status: 5, refunded: 29_999 }]);
  });

  it('after we closed: the order stays closed, the money goes back', async () => {
    const orderNo = await create();
    const tradeNo = await offered(orderNo, channel);
    expect(await simulator.pay(tradeNo, 'late')).toEqual([]);
    await sql`update member_order set expire_at = now() - interval '1 minute' where order_no = ${orderNo}`.execute(
      deps.db,
    );
    let closed = (): void => undefined;
    orderClosed = new Promise((done) => {
      closed = done;
    });
    await stopOverduePayments(deps);
    expect(await deps.db.transaction().execute(closeOverdueOrders)).toBe(1);
    closed();
    await simulator.settled();
    expect(told).toHaveLength(1);
    expect(await order(orderNo)).toMatchObject({ memberStatus: 9 });
    expect(await payments()).toMatchObject([{ status: 4, cause: '订单已取消' }]);
    await refundPayments(deps);
    expect(simulator.refunded(tradeNo)).toBe(30_000);
  });

  it('nothing at all: the message is lost, and asking finds the payment before the order is closed', async () => {
    const orderNo = await create();
    const tradeNo = await offered(orderNo, channel);
    // paid, and nobody hears of it
    heard = false;
    expect(await simulator.pay(tradeNo, 'pay')).toEqual([500]);
    await sql`update member_order set expire_at = now() - interval '1 minute' where order_no = ${orderNo}`.execute(
      deps.db,
    );
    await reconcilePayments(deps);
    expect(await deps.db.transaction().execute(closeOverdueOrders)).toBe(0);
    expect(await order(orderNo)).toMatchObject({ memberStatus: 2 });
  });
});

it('a second payment of the same order goes back; orders may be approved at once', async () => {
  const orderNo = await create();
  const [one, two] = [await offered(orderNo, 'wechat'), await offered(orderNo, 'alipay')];
  deps.autoApprove = true;
  await simulator.pay(one, 'pay');
  expect(await order(orderNo)).toMatchObject({ memberStatus: 3, auditStatus: 1 });
  expect(await simulator.pay(two, 'pay')).toEqual([200]);
  expect(await payments()).toMatchObject([{ status: 2 }, { status: 4, cause: '订单已付过款' }]);
});

it('the money of unused days goes back: the order says how much, and by which channel it was paid', async () => {
  const orderNo = await create();
  const tradeNo = await offered(orderNo, 'wechat');
  await simulator.pay(tradeNo, 'amount');
  const again = await offered(orderNo, 'alipay');
  await simulator.pay(again, 'pay');
  const asStaff = (path: string, body: object, token = staff) =>
    app.post(`${review}/${path}`, { orderNo, ...body }, token);
  expect((await asStaff('pass', { kind: 1, version: 2 })).code).toBe(200);
  const second = await app.company('服务商丙', { account: 'audit3' });
  await sql`update client set kind = 'provider' where id = ${second.clientId}`.execute(deps.db);
  const other = String((await app.login('audit3', 'Test@2026')).data.access_token);
  await asStaff('refund', { version: 3, reason: '停用设备' });
  expect((await asStaff('refund', { version: 4 }, other)).data).toEqual({ done: true });
  const { refundFen, payments } = await order(orderNo);
  expect(refundFen).toBeLessThan(30_000);
  expect(payments).toMatchObject([
    { channel: 'wechat', paidOrder: false },
    { channel: 'alipay', status: 4, paidOrder: true, fen: refundFen },
  ]);
  await refundPayments(deps);
  expect(simulator.refunded(again)).toBe(refundFen);
  expect((await order(orderNo)).payments[1]).toMatchObject({ status: 5, paidOrder: true, fen: refundFen });
});

it('the money of a rejected order goes back whole', async () => {
  const orderNo = await create();
  const tradeNo = await offered(orderNo, 'alipay');
  await simulator.pay(tradeNo, 'pay');
  const asStaff = (path: string, body: object, token = staff) =>
    app.post(`${review}/${path}`, { orderNo, ...body }, token);
  expect((await asStaff('reject', { version: 2, reason: '设备不支持' })).code).toBe(200);
  expect((await asStaff('detail', { kind: 1 })).data.refundableFen).toBe(30_000);
  const second = await app.company('服务商乙', { account: 'audit2' });
  await sql`update client set kind = 'provider' where id = ${second.clientId}`.execute(deps.db);
  const other = String((await app.login('audit2', 'Test@2026')).data.access_token);
  await asStaff('refund', { version: 3, reason: '设备不支持' });
  expect((await asStaff('refund', { version: 4 }, other)).data).toEqual({ done: true });
  await refundPayments(deps);
  expect(simulator.refunded(tradeNo)).toBe(30_000);
});

it.each([
  ['300.00', 30_000],
  ['0.01', 1],
  ['12.5', 1250],
  ['7', 700],
])('%s yuan are %i fen', (yuan, fen) => {
  expect(fenOf(yuan)).toBe(fen);
});
it('what is no amount is none', () => {
  for (const text of ['', '-1', '1.234', 'x', '1e3']) expect(fenOf(text)).toBeNaN();
  expect(yuanOf(30_001)).toBe('300.01');
});
