import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';

let app: TestApp;
let a: FleetFixture;
let other: FleetFixture;
let staff: string;
let fileId: string;

beforeAll(async () => {
  app = await testApp();
  const db = app.database.systemDb;
  a = await fleetFixture(app, '甲公司');
  other = await fleetFixture(app, '乙公司');
  const provider = await app.company('服务商甲', { account: 'clerk1' });
  await sql`update client set kind = 'provider' where id = ${provider.clientId}`.execute(db);
  staff = String((await app.login('clerk1', 'Test@2026')).data.access_token);
  const file = await sql<{
    id: string;
  }>`insert into file (client_id, user_id, file_name, mime, size_bytes, sha256, blob_key, kind)
    values (${a.clientId}, ${a.userId}, '回单.pdf', 'application/pdf', 16, 'x', 'x/voucher', 'document') returning id::text as id`.execute(
    db,
  );
  fileId = file.rows[0]?.id ?? '';
});
afterAll(() => app.close());

const erp = '/api/base/erpOrder';
const review = (path: string, input: object) => app.post(`/api/base/orderAudit/${path}`, input, staff);
/** An order of 20 locks that waits for its money. */
async function ordered(orderNo: string, more: { type?: number; paid?: number; audit?: number } = {}): Promise<string> {
  const paid = more.paid ?? 0;
  const { rows } = await sql<{
    id: string;
  }>`with o as (insert into erp_order (client_id, order_no, order_type, amount_fen, paid_fen, payment_status, audit_status, apply_user)
      values (${a.clientId}, ${orderNo}, ${more.type ?? 5}, 520000, ${paid}, ${paid > 0 ? 3 : 1}, ${more.audit ?? 0}, '管理员') returning id)
    , i as (insert into erp_order_item (client_id, order_id, product_name, model, qty, unit_price_fen, device_nos)
      select ${a.clientId}, o.id, '蓝牙锁', '', 20, 26000, '{}' from o)
    select id::text as id from o`.execute(app.database.systemDb);
  return rows[0]?.id ?? '';
}
const detailOf = async (id: string) => (await a.post(`${erp}/detail`, { id })).data;
const voucher = () => ({ fileIds: [fileId], remitDate: '2020-01-05', remitName: '甲公司' });
const sendVoucher = async (id: string, more: object = {}) =>
  a.post(`${erp}/updateOrder`, { id, version: (await detailOf(id)).version, ...voucher(), ...more });
const rowOf = async (orderNo: string) => (await review('page', { orderNo })).data.list[0];
/** An online payment of an order; `status` as of `paymentsShape`: 2 paid the order, 4 goes back. */
const paidOnline = (id: string, { no, status, fen }: { no: string; status: number; fen: number }) =>
  sql`insert into member_payment (client_id, erp_order_id, channel, trade_no, provider_no, fen, paid_fen, status, qr_text, paid_at, expire_at)
    values (${a.clientId}, ${id}, 'alipay', ${no}, ${no}, ${fen}, ${fen}, ${status}, '', now(), now())`.execute(
    app.database.systemDb,
  );
const messages = async (to: 'provider' | 'buyer', tag: string) =>
  (
    await sql<{
      title: string;
      content: string;
      tag: string;
      open: boolean;
    }>`select m.title, m.content, m.obj_tag as tag,
      m.expire_at is null or m.expire_at > now() as open from message m join client c on c.id = m.client_id
      where (c.kind = 'provider') = ${to === 'provider'} and m.obj_tag like ${`%${tag}%`} order by m.id`.execute(
      app.database.systemDb,
    )
  ).rows;

describe('a bank transfer of an order of the order centre', () => {
  it('is confirmed by the staff who see its voucher', async () => {
    const id = await ordered('DD20260101001');
    const at = { kind: 3, orderNo: 'DD20260101001', id };
    const before = await rowOf('DD20260101001');
    expect(before).toMatchObject({ kind: 3, orderType: 5, stage: 2, voucherCount: 0 });
    // nobody confirms what nobody says was sent
    expect(await review('pass', { ...at, version: before.version })).toMatchObject({ code: 4010 });
    expect(await sendVoucher(id, { remitDate: '2999-01-01' })).toMatchObject({ code: 4000 });
    expect(await sendVoucher(id, { fileIds: ['1'] })).toMatchObject({ code: 4000 });
    expect(await other.post(`${erp}/updateOrder`, { id, version: 1, ...voucher() })).toMatchObject({ code: 4004 });
    expect(await sendVoucher(id)).toMatchObject({ code: 200 });

    const waiting = await detailOf(id);
    const transfer = { remitName: '甲公司', remitDate: '2020-01-05' };
    expect(waiting).toMatchObject({ payable: false, transferWaits: true, paymentStatus: 1, transfer });
    expect(await messages('provider', 'DD20260101001')).toMatchObject([
      { title: '采购订单待审核：甲公司', tag: `auditKind:3|auditNo:DD20260101001|auditId:${id}`, open: true },
    ]);
    // neither cancelled nor paid a second time meanwhile
    expect(await a.post(`${erp}/cancel`, { id, version: waiting.version })).toMatchObject({ code: 4010 });
    expect(await a.post(`${erp}/payWays`, { id })).toMatchObject({ code: 4010 });
    expect(await sendVoucher(id)).toMatchObject({ code: 4010 });

    const row = await rowOf('DD20260101001');
    expect(row).toMatchObject({ stage: 1, payType: 2, voucherCount: 1, refusable: true });
    expect(row.reviewDue).not.toBeNull();
    expect((await review('detail', at)).data).toMatchObject({ vouchers: [{ name: '回单.pdf' }], transfer });
    expect(await review('pass', { ...at, version: row.version })).toMatchObject({ code: 200 });
    expect(await detailOf(id)).toMatchObject({ paymentStatus: 2, auditStatus: 1, paidFen: 520_000 });
    expect(await rowOf('DD20260101001')).toMatchObject({ stage: 3, voucherCount: 1 });
    expect(await messages('buyer', 'erpOrder:DD20260101001')).toMatchObject([{ title: '采购订单审核通过' }]);
    expect((await messages('provider', 'DD20260101001')).map(({ open }) => open)).toEqual([false]);
    const { rows: log } = await sql<{
      action: string;
    }>`select action from change_history where entity = 'erpOrder' and entity_id = ${id} order by id`.execute(
      app.database.systemDb,
    );
    expect(log.map(({ action }) => action)).toEqual(['提交汇款凭证', '确认收款，审核通过']);
  });

  it('that did not come is sent back with a reason, and a better voucher taken', async () => {
    const id = await ordered('DD20260101002', { type: 4 });
    await sendVoucher(id);
    const at = { kind: 3, orderNo: 'DD20260101002', id };
    const { version } = await rowOf('DD20260101002');
    const rejectReason = '没有查到到账';
    expect(await review('reject', { ...at, version, reason: rejectReason })).toMatchObject({ code: 200 });
    expect(await detailOf(id)).toMatchObject({
      payable: true,
      transferWaits: false,
      paymentStatus: 1,
      auditStatus: 0,
      transfer: { rejectReason },
    });
    expect(await rowOf('DD20260101002')).toMatchObject({ stage: 2 });
    expect(await messages('buyer', 'erpOrder:DD20260101002')).toMatchObject([
      { title: '软件订单的汇款凭证被驳回', content: expect.stringContaining(rejectReason) },
    ]);
    expect(await sendVoucher(id)).toMatchObject({ code: 200 });
    expect(await rowOf('DD20260101002')).toMatchObject({ stage: 1 });
    expect((await messages('provider', 'DD20260101002')).map(({ open }) => open)).toEqual([false, true]);
  });

  it('of the rest of an order that was passed before confirms the rest', async () => {
    const id = await ordered('DD20260101003', { paid: 100_000, audit: 1 });
    expect(await sendVoucher(id)).toMatchObject({ code: 200 });
    expect((await messages('provider', 'DD20260101003'))[0]?.content).toContain('4,200.00 元');
    const { version, ...row } = await rowOf('DD20260101003');
    expect(row).toMatchObject({ amountFen: 520_000, paidFen: 100_000 });
    expect(await review('pass', { kind: 3, orderNo: 'DD20260101003', id, version })).toMatchObject({ code: 200 });
    expect(await detailOf(id)).toMatchObject({ paymentStatus: 2, auditStatus: 1, paidFen: 520_000 });
  });

  it('does not hide what was paid online before, nor what of it goes back', async () => {
    const id = await ordered('DD20260101004', { paid: 100_000, audit: 1 });
    await paidOnline(id, { no: '4200001', status: 2, fen: 100_000 });
    await paidOnline(id, { no: '4200002', status: 4, fen: 420_000 });
    await sendVoucher(id);
    const { data } = await review('detail', { kind: 3, orderNo: 'DD20260101004', id });
    expect(data.row).toMatchObject({ payType: 2, paidFen: 100_000 });
    expect(data.payment).toMatchObject({
      payTradeNo: '4200001',
      payments: [{ status: 2 }, { status: 4, fen: 420_000 }],
    });
    expect(data.transfer).toMatchObject({ remitName: '甲公司' });
  });

  it('that was refused is shown until the order is paid otherwise', async () => {
    const id = await ordered('DD20260101005');
    await sendVoucher(id);
    const at = { kind: 3, orderNo: 'DD20260101005', id };
    const { version } = await rowOf('DD20260101005');
    await review('reject', { ...at, version, reason: '没有查到到账' });
    expect((await review('detail', at)).data).toMatchObject({
      row: { voucherCount: 1 },
      transfer: { rejectReason: '没有查到到账' },
      vouchers: [{ name: '回单.pdf' }],
    });
    await paidOnline(id, { no: '4200003', status: 2, fen: 520_000 });
    await sql`update erp_order set paid_fen = amount_fen, payment_status = 2 where id = ${id}`.execute(
      app.database.systemDb,
    );
    expect((await review('detail', at)).data).toMatchObject({
      row: { payType: 1, voucherCount: 0 },
      payment: { payTradeNo: '4200003' },
      transfer: null,
      vouchers: [],
    });
    expect(await detailOf(id)).toMatchObject({ transfer: null });
  });
});
