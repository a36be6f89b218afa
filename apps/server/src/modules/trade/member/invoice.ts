import { msgType } from '@tongda/contract/base/system-enums';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { yuanWords } from '@tongda/contract/core/money';
import type { auditInvoice, auditVoidInvoice } from '@tongda/contract/trade/member/audit';
import {
  type AuditKind,
  auditKind,
  erpOrderStatusList,
  memberStatus,
  renewStatus,
} from '@tongda/contract/trade/member/enums';
import type { OrderInvoice } from '@tongda/contract/trade/member/invoice';
import type { TicketInfo } from '@tongda/contract/trade/member/ticket';
import { auditStatus, invoiceStatus, paymentStatus } from '@tongda/contract/transport/enums';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BlobStore } from '../../../core/blob/store';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, illegalTransition, invalidField, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { refuseForeignFiles } from '../../base/file/door';
import { tellProvider } from '../../base/message/door';
import { auditTag, buyerSide, closeTold, nounOf, tellBuyerOf } from './tell';

/**
 * Invoices of all kinds of orders. The columns are the same in the three tables; a renewal's row in the order centre shows the state of the renewal, which has the rest.
 */
const stored: Record<
  AuditKind,
  { table: 'member_order' | 'renew_order' | 'erp_order'; fen: string; due: RawBuilder<boolean>; early: string }
> = {
  [auditKind.member]: {
    table: 'member_order',
    fen: 'pay_fen',
    due: sql`o.status = ${memberStatus.passed}`,
    early: '审核通过后才能申请发票',
  },
  [auditKind.renewal]: {
    table: 'renew_order',
    fen: 'amount_fen',
    due: sql`o.renew_status = ${renewStatus.approved}`,
    early: '付款确认后才能申请开票',
  },
  [auditKind.goods]: {
    table: 'erp_order',
    fen: 'amount_fen',
    due: sql`o.payment_status = ${paymentStatus.collected} and o.renew_order_id is null and o.order_type <> ${erpOrderStatusList.returned}
      and o.audit_status in (${auditStatus.pending}, ${auditStatus.passed})`,
    early: '付款后才能申请开票',
  },
};

interface Invoiced {
  id: string;
  clientId: string;
  clientName: string;
  orderNo: string;
  version: number;
  fen: number;
  status: number;
  no: string;
  fileId: string | null;
  ticket: TicketInfo | null;
  /** of an order of the order centre: what was ordered */
  orderType: number | null;
  /** it is paid and, where it is reviewed, passed */
  due: boolean;
}
/** How an order is found: by its number, which may be that of another company's order too unless the id says which. */
interface At {
  kind: AuditKind;
  orderNo: string;
  id?: string | undefined;
}

async function findInvoiced(
  trx: Trx,
  at: { kind: AuditKind } & ({ id: string } | At),
  lock = false,
): Promise<Invoiced> {
  const { table, fen, due } = stored[at.kind];
  const numbered = 'orderNo' in at ? sql`and o.order_no = ${at.orderNo}` : sql``;
  const { rows } =
    await sql<Invoiced>`select o.id::text as id, o.client_id::text as "clientId", c.name as "clientName", o.order_no as "orderNo",
      o.version, o.${sql.raw(fen)} as fen, o.invoice_status as status, o.invoice_no as no, o.invoice_file_id::text as "fileId", o.ticket, ${due} as due,
      ${at.kind === auditKind.goods ? sql`o.order_type` : sql`null::int`} as "orderType"
    from ${sql.table(table)} o join client c on c.id = o.client_id
    where (${at.id ?? null}::bigint is null or o.id = ${at.id ?? null}) ${numbered} order by o.id desc limit 1
    ${lock ? sql`for update of o` : sql``}`.execute(trx);
  if (!rows[0]) throw notFound('订单');
  return rows[0];
}

const note = (trx: Trx, ctx: Ctx, kind: AuditKind, order: Invoiced, action: string) =>
  recordChanges(trx, { ...ctx, clientId: order.clientId }, [
    { entity: buyerSide[kind].tag, entityId: order.id, action },
  ]);

/** Writes the state of an invoice, with what belongs to it; the row of a renewal in the order centre follows. */
async function setInvoice(
  trx: Trx,
  kind: AuditKind,
  { id }: Invoiced,
  { status, set = sql`` }: { status: number; set?: RawBuilder<unknown> },
): Promise<void> {
  await sql`update ${sql.table(stored[kind].table)} set invoice_status = ${status}, version = version + 1 ${set} where id = ${id}`.execute(
    trx,
  );
  if (kind === auditKind.renewal)
    await sql`update erp_order set invoice_status = ${status}, version = version + 1 where renew_order_id = ${id}`.execute(
      trx,
    );
}

const askedKey = (kind: AuditKind, id: string): string => `invoice asked ${buyerSide[kind].tag} ${id}`;

/** The buyer asks for an invoice, or changes whom it is for while it is not issued. The caller has checked that he may see the order, and its version. */
async function writeWish(
  trx: Trx,
  ctx: Ctx,
  { kind, id }: { kind: AuditKind; id: string },
  ticket: TicketInfo,
): Promise<Invoiced> {
  const order = await findInvoiced(trx, { kind, id }, true);
  if (!order.due) throw illegalTransition(stored[kind].early);
  if (order.status === invoiceStatus.issued) throw illegalTransition('该订单已开票');
  await setInvoice(trx, kind, order, {
    status: invoiceStatus.applied,
    set: sql`, ticket = ${JSON.stringify(ticket)}::jsonb`,
  });
  await note(trx, ctx, kind, order, order.status === invoiceStatus.applied ? '修改发票申请' : '申请发票');
  return order;
}

/** 申请发票: `find` locks the order as its buyer sees it. The provider's staff who review orders are told. */
export async function askInvoice(
  db: Kysely<DB>,
  ctx: Ctx,
  ticket: TicketInfo,
  find: (trx: Trx) => Promise<{ kind: AuditKind; id: string }>,
): Promise<null> {
  const { kind, order } = await ctx.db(async (trx) => {
    const at = await find(trx);
    return { kind: at.kind, order: await writeWish(trx, ctx, at, ticket) };
  });
  // the message belongs to the provider's company, which the tenant's transaction cannot write to
  await tellProvider(db, {
    type: msgType.orderReview,
    objTag: auditTag(kind, order),
    objName: order.orderNo,
    title: `${nounOf(kind, order.orderType)}待开票：${order.clientName}`,
    content: `${order.clientName}申请订单${order.orderNo}的发票，金额 ${yuanWords(order.fen)}，抬头 ${ticket.title}。`,
    menu: 'orderAudit',
    onceKey: `${askedKey(kind, order.id)} ${order.version}`,
  });
  return null;
}

/** The provider's staff uploads the invoice that the buyer asked for; he is told, and downloads it. */
export async function issueInvoice(trx: Trx, ctx: Ctx, input: Parsed<typeof auditInvoice>): Promise<void> {
  const { kind } = input;
  const order = await findInvoiced(trx, input, true);
  if (order.version !== input.version) throw changedMeanwhile(buyerSide[kind].tag, order.id, order.clientId);
  if (!order.due) throw illegalTransition(kind === auditKind.goods ? '付款的订单才能开票' : '审核通过的订单才能开票');
  if (order.status !== invoiceStatus.applied) throw illegalTransition('买方尚未申请发票，或发票已开具');
  if (order.ticket === null) throw illegalTransition(`没有发票抬头，请买方在“${buyerSide[kind].place}”中修改发票申请`);
  await refuseForeignFiles(trx, ctx, [input.fileId], 'fileId');
  const file = await trx.selectFrom('file').select('mime').where('id', '=', input.fileId).executeTakeFirst();
  if (!file || !['application/pdf', 'image/jpeg', 'image/png'].includes(file.mime))
    throw invalidField('fileId', '发票应为 pdf、jpg 或 png');
  await setInvoice(trx, kind, order, {
    status: invoiceStatus.issued,
    set: sql`, invoice_no = ${input.invoiceNo}, invoice_file_id = ${input.fileId}, invoiced_at = now()`,
  });
  await note(trx, ctx, kind, order, `开具发票${input.invoiceNo}`);
  await closeTold(trx, askedKey(kind, order.id));
  await tellBuyerOf(trx, kind, order, {
    key: `invoice ${order.version}`,
    title: `${nounOf(kind, order.orderType)}已开票`,
    content: `订单${order.orderNo}的发票${input.invoiceNo}已开具，请在“${buyerSide[kind].place}”中下载。`,
  });
}

/** Voids an invoice: the buyer may ask for another one, and the order may be refunded. */
export async function voidInvoice(trx: Trx, ctx: Ctx, input: Parsed<typeof auditVoidInvoice>): Promise<void> {
  const { kind, reason } = input;
  const order = await findInvoiced(trx, input, true);
  if (order.version !== input.version) throw changedMeanwhile(buyerSide[kind].tag, order.id, order.clientId);
  if (order.status !== invoiceStatus.issued && order.status !== invoiceStatus.applied)
    throw illegalTransition('没有可作废的发票');
  await setInvoice(trx, kind, order, { status: invoiceStatus.voided });
  await note(trx, ctx, kind, order, `作废发票${order.no}：${reason}`);
  await closeTold(trx, askedKey(kind, order.id));
  await tellBuyerOf(trx, kind, order, {
    key: `void ${order.version}`,
    title: `${nounOf(kind, order.orderType)}的发票已作废`,
    content: `订单${order.orderNo}的发票已作废：${reason}。`,
  });
}

/** The columns of an order's invoice for those who may see the order; `o` is the order. */
export const invoiceColumns = (o: 'o' | 'r', timeZone: string) =>
  [
    sql<number>`${sql.ref(`${o}.invoice_status`)}`.as('invoiceStatus'),
    sql<string>`${sql.ref(`${o}.invoice_no`)}`.as('invoiceNo'),
    sql<string | null>`${wireTimeSql(sql<Date>`${sql.ref(`${o}.invoiced_at`)}`, timeZone)}`.as('invoiceTime'),
    sql<TicketInfo | null>`${sql.ref(`${o}.ticket`)}`.as('ticket'),
  ] as const;

/** The invoice of an order that the caller has checked may be seen. */
export const loadInvoice = (
  trx: Trx,
  { kind, id }: { kind: AuditKind; id: string },
  timeZone: string,
): Promise<OrderInvoice> =>
  trx
    .selectFrom(sql<Record<string, unknown>>`${sql.table(stored[kind].table)}`.as('o'))
    .select(invoiceColumns('o', timeZone))
    .where(sql<boolean>`o.id = ${id}`)
    .executeTakeFirstOrThrow();

/** The file of an issued invoice. `db` is past the row-level security of companies: the provider's staff uploaded it, it lies in the provider's company. */
export async function readInvoiceFile(
  { db, blobs }: { db: Kysely<DB>; blobs: BlobStore },
  order: { invoiceStatus: number; fileId: string | null },
): Promise<{ name: string; mime: string; stream: NodeJS.ReadableStream }> {
  if (order.invoiceStatus !== invoiceStatus.issued || order.fileId === null) throw notFound('发票');
  const file = await db
    .selectFrom('file')
    .select(['file_name as name', 'mime', 'blob_key as key'])
    .where('id', '=', order.fileId)
    .executeTakeFirst();
  const blob = file ? await blobs.get(file.key) : null;
  if (!file || !blob) throw notFound('发票文件');
  return { name: file.name, mime: file.mime, stream: blob.stream };
}

/** The invoice title that the company asked for last, with whatever kind of orders. */
export async function findLastTicket(trx: Trx, ctx: Ctx): Promise<TicketInfo | null> {
  const { rows } = await sql<{ ticket: TicketInfo }>`select ticket from (
      select ticket, created_at from member_order where client_id = ${ctx.clientId} and ticket is not null
      union all select ticket, created_at from renew_order where client_id = ${ctx.clientId} and ticket is not null
      union all select ticket, created_at from erp_order where client_id = ${ctx.clientId} and ticket is not null) t
    order by created_at desc limit 1`.execute(trx);
  return rows[0]?.ticket ?? null;
}
