import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedByOther } from '../../../../test/changed-by-other';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { type TestApp, testApp } from '../../../../test/test-app';

const ticketInfo = { type: 1, title: '甲物流有限公司', taxNo: '91350100M000100Y43', email: 'fp@example.com' };
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
  const { userId } = provider;
  await app.blobs.put('x/invoice', Buffer.from('%PDF-1.4 invoice'));
  const file = await sql<{
    id: string;
  }>`insert into file (client_id, user_id, file_name, mime, size_bytes, sha256, blob_key, kind)
    values (${provider.clientId}, ${userId}, '发票.pdf', 'application/pdf', 16, 'x', 'x/invoice', 'document') returning id::text as id`.execute(
    db,
  );
  fileId = file.rows[0]?.id ?? '';
});
afterAll(() => app.close());

const review = (path: string, input: object) => app.post(`/api/base/orderAudit/${path}`, input, staff);
const erp = '/api/base/erpOrder';
/** An order of the order centre, with its product. */
async function ordered(clientId: string, orderNo: string, more: { type?: number; pay?: number; audit?: number } = {}) {
  const { rows } = await sql<{
    id: string;
  }>`with o as (insert into erp_order (client_id, order_no, order_type, amount_fen, paid_fen, payment_status, audit_status, apply_user)
      values (${clientId}, ${orderNo}, ${more.type ?? 1}, 27200, 27200, ${more.pay ?? 2}, ${more.audit ?? 0}, '管理员') returning id)
    , i as (insert into erp_order_item (client_id, order_id, product_name, model, qty, unit_price_fen, device_nos)
      select ${clientId}, o.id, '车载定位终端', 'TD-1', 4, 6800, '{}' from o)
    select id::text as id from o`.execute(app.database.systemDb);
  return rows[0]?.id ?? '';
}
const rowOf = async (orderNo: string, more = {}) =>
  (await review('page', { orderNo, ...more })).data.list as Array<Record<string, unknown>>;
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

describe('invoices of orders of the order centre', () => {
  it('are asked for with a title, issued by the clerk, and downloaded by the buyer', async () => {
    const id = await ordered(a.clientId, 'DD20260114001', { audit: 1 });
    const detail = async () => (await a.post(`${erp}/detail`, { id })).data;
    const ask = async (more = {}) => a.post(`${erp}/invoice`, { id, version: (await detail()).version, ...more });
    expect(await ask()).toMatchObject({ code: 4000 });
    expect(await rowOf('DD20260114001')).toMatchObject([
      { kind: 3, stage: 3, invoiceStatus: 0, content: '车载定位终端 4' },
    ]);
    expect(await ask({ ticketInfo })).toMatchObject({ code: 200 });
    expect(await detail()).toMatchObject({ invoiceStatus: 1, ticket: ticketInfo, hasInvoice: false });
    expect(await messages('provider', 'DD20260114001')).toMatchObject([
      { title: '新购订单待开票：甲公司', tag: `auditKind:3|auditNo:DD20260114001|auditId:${id}`, open: true },
    ]);
    // not issued yet: it may be changed, and nothing is downloaded
    expect(await ask({ ticketInfo: { ...ticketInfo, email: 'kj@example.com' } })).toMatchObject({ code: 200 });
    expect(await a.post(`${erp}/invoiceFile`, { id })).toMatchObject({ code: 4004 });

    const [row] = await rowOf('DD20260114001', { stage: 8, invoiceStatus: 1 });
    expect(row).toMatchObject({ kind: 3, stage: 8, invoiceStatus: 1, clientName: '甲公司' });
    const found = (await review('detail', { kind: 3, orderNo: 'DD20260114001', id })).data;
    expect(found).toMatchObject({
      invoice: { invoiceStatus: 1, ticket: { email: 'kj@example.com' } },
      goods: [{ productName: '车载定位终端', qty: 4 }],
      member: null,
    });
    const issue = { kind: 3, orderNo: 'DD20260114001', id, version: found.row.version, invoiceNo: '24312000', fileId };
    expect(await review('invoice', { ...issue, version: 1 })).toMatchObject(changedByOther);
    expect(await review('invoice', issue)).toMatchObject({ code: 200 });
    expect(await detail()).toMatchObject({ invoiceStatus: 2, invoiceNo: '24312000', hasInvoice: true });
    expect((await messages('provider', 'DD20260114001')).map(({ open }) => open)).toEqual([false, false]);
    expect(await messages('buyer', 'erpOrder:DD20260114001')).toMatchObject([{ title: '新购订单已开票' }]);
    const file = await app.http.inject({
      method: 'POST',
      url: `${erp}/invoiceFile`,
      payload: { id },
      headers: { authorization: `Bearer ${a.token}` },
    });
    expect(file.body).toContain('%PDF-1.4 invoice');
    expect(await other.post(`${erp}/invoiceFile`, { id })).toMatchObject({ code: 4004 });
    // 已开票 is not asked for again; 作废 lets it
    expect(await ask({ ticketInfo })).toMatchObject({ code: 4010 });
    const { version } = (await rowOf('DD20260114001'))[0] ?? {};
    expect(
      await review('voidInvoice', { kind: 3, orderNo: 'DD20260114001', id, version, reason: '抬头有误' }),
    ).toMatchObject({ code: 200 });
    expect(await ask({ ticketInfo })).toMatchObject({ code: 200 });
  });

  it('of renewals are those of the renewal, in both lists', async () => {
    const db = app.database.systemDb;
    const { rows } = await sql<{
      id: string;
    }>`with r as (insert into renew_order (client_id, order_no, device_count, amount_fen, pay_type,
        renew_status, payment_status, transfer_code, apply_user_id, apply_user, expire_at)
        values (${a.clientId}, 'XF1', 1, 36000, 2, 2, 2, '1', ${a.userId}, '管理员', now()) returning id)
      , i as (insert into renew_order_item (client_id, order_id, device_id, terminal_no, plate_no, model, years, unit_price_fen, amount_fen, open)
        select ${a.clientId}, r.id, ${a.deviceIds[0]}, '1', '', '', 1, 36000, 36000, false from r)
      insert into erp_order (client_id, order_no, order_type, amount_fen, paid_fen, payment_status, audit_status, renew_order_id)
      select ${a.clientId}, 'XF1', 3, 36000, 36000, 2, 1, r.id from r returning id::text as id`.execute(db);
    const id = rows[0]?.id ?? '';
    const { version, lastTicket } = (await a.post(`${erp}/detail`, { id })).data;
    expect(lastTicket).toMatchObject({ title: '甲物流有限公司' });
    expect((await a.post('/api/base/onlineRenewal/getTicketInfo', {})).data.ticket).toEqual(lastTicket);
    expect(await a.post(`${erp}/invoice`, { id, version, ticketInfo })).toMatchObject({ code: 200 });
    const [row, ...more] = await rowOf('XF1', { invoiceStatus: 1 });
    expect(more).toEqual([]);
    expect(row).toMatchObject({ kind: 2, stage: 8 });
    const step = { kind: 2, orderNo: 'XF1', version: row?.version };
    expect(await review('invoice', { ...step, invoiceNo: '24312001', fileId })).toMatchObject({ code: 200 });
    expect((await a.post(`${erp}/detail`, { id })).data).toMatchObject({ invoiceNo: '24312001', hasInvoice: true });
    expect((await a.post('/api/base/onlineRenewal/orderDetail', { orderNo: 'XF1' })).data).toMatchObject({
      invoiceStatus: 2,
      invoiceNo: '24312001',
      ticket: ticketInfo,
    });
  });
});

describe('orders of the order centre at the provider', () => {
  it('wait for their review once they are paid; two companies may have the same number', async () => {
    const mine = await ordered(a.clientId, 'DD7');
    await ordered(other.clientId, 'DD7', { pay: 3 });
    expect((await rowOf('DD7')).map(({ stage }) => stage).toSorted()).toEqual([1, 2]);
    const at = { kind: 3, orderNo: 'DD7', id: mine, version: 1 };
    expect(await review('reject', { ...at, reason: '不想卖了' })).toMatchObject({ code: 4010 });
    expect(await review('pass', at)).toMatchObject({ code: 200 });
    expect((await a.post(`${erp}/detail`, { id: mine })).data).toMatchObject({ auditStatus: 1 });
    expect(await messages('buyer', 'erpOrder:DD7')).toMatchObject([{ title: '新购订单审核通过' }]);
    const unpaid = (await rowOf('DD7', { stage: 2 }))[0];
    expect(await review('pass', { ...at, id: unpaid?.id, version: unpaid?.version })).toMatchObject({ code: 4010 });
  });

  it('that go back are passed, or refused with a reason', async () => {
    const id = await ordered(a.clientId, 'THDD9', { type: 7, pay: 4 });
    expect(await rowOf('THDD9')).toMatchObject([{ stage: 1, refusable: true }]);
    expect(await review('reject', { kind: 3, orderNo: 'THDD9', id, version: 1, reason: '已过退货期' })).toMatchObject({
      code: 200,
    });
    expect((await a.post(`${erp}/detail`, { id })).data).toMatchObject({ auditStatus: 9 });
    expect(await messages('buyer', 'erpOrder:THDD9')).toMatchObject([{ title: '退货申请被驳回' }]);
  });
});
