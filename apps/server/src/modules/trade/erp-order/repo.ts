import {
  type ErpOrderDetail,
  type ErpOrderFilters,
  type ErpOrderRow,
  erpOrderFilters,
} from '@tongda/contract/trade/erp-order/calls';
import { auditKind } from '@tongda/contract/trade/member/enums';
import { sql } from 'kysely';
import { orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireColumnOrNull, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { ordersToPay } from '../../base/org/door';
import { findLastTicket, loadInvoice, loadPayments } from '../member/door';
import { payable, transferShown, transferWaits } from './state';

export type ErpQuery = ErpOrderFilters & { ids?: readonly string[] };

const ownConditions: OwnConditions<typeof erpOrderFilters.table> = { payable: () => payable };

const rowColumns = (ctx: Ctx) =>
  [
    'e.id',
    'e.order_no as orderNo',
    'e.order_type as orderType',
    sql<string>`coalesce((select string_agg(i.product_name || case when i.model = '' then '' else ' ' || i.model end, '、' order by i.id)
      from erp_order_item i where i.order_id = e.id), '')`.as('summary'),
    sql<number>`coalesce((select sum(i.qty)::int from erp_order_item i where i.order_id = e.id), 0)`.as('quantity'),
    'e.amount_fen as amountFen',
    'e.paid_fen as paidFen',
    'e.payment_status as paymentStatus',
    'e.audit_status as auditStatus',
    'e.invoice_status as invoiceStatus',
    sql<string>`trim(e.logistics_company || ' ' || e.logistics_no || ' ' || e.logistics_status)`.as('logistics'),
    'e.apply_user as applyUser',
    wireTimeSql(sql<Date>`e.created_at`, ctx.timeZone).as('createTime'),
    sql<string | null>`${wireTimeSql(sql<Date>`e.received_at`, ctx.timeZone)}`.as('receivedTime'),
    sql<boolean>`e.contract_file_id is not null`.as('hasContract'),
    sql<boolean>`coalesce(e.invoice_file_id, (select n.invoice_file_id from renew_order n where n.id = e.renew_order_id)) is not null`.as(
      'hasInvoice',
    ),
    payable.as('payable'),
    transferWaits.as('transferWaits'),
    'e.version',
  ] as const;

const selectOrders = (trx: Trx, ctx: Ctx, q: ErpQuery) =>
  trx
    .selectFrom('erp_order as e')
    .where('e.client_id', '=', ctx.clientId)
    .where(filterConditions(erpOrderFilters.table, 'e', ownConditions, ctx, q));

export const listErpOrders = (
  trx: Trx,
  ctx: Ctx,
  q: ErpQuery & { sort?: string; limit: number; offset: number },
): Promise<ErpOrderRow[]> =>
  selectOrders(trx, ctx, q)
    .select(rowColumns(ctx))
    .orderBy(
      orderByClause(q.sort ?? 'createTime desc', { amountFen: 'e.amount_fen', createTime: 'e.created_at' }, 'e.id'),
    )
    .limit(q.limit)
    .offset(q.offset)
    .execute();

export async function countErpOrders(trx: Trx, ctx: Ctx, q: ErpQuery): Promise<number> {
  const { n } = await selectOrders(trx, ctx, q).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}

// the card 待支付订单 of the home page counts what this list calls payable
ordersToPay.add((trx, ctx) => countErpOrders(trx, ctx, { payable: 'yes' }));

export const countByType = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('erp_order')
    .select(['order_type as type', sql<number>`count(*)::int`.as('count')])
    .where('client_id', '=', ctx.clientId)
    .groupBy('order_type')
    .orderBy('order_type')
    .execute();

export async function findErpOrder(trx: Trx, ctx: Ctx, id: string): Promise<ErpOrderDetail | undefined> {
  const row = await trx
    .selectFrom('erp_order as e')
    .leftJoin('renew_order as r', 'r.id', 'e.renew_order_id')
    .leftJoin('erp_order as o', 'o.id', 'e.return_of')
    .select(rowColumns(ctx))
    .select(['e.salesman', 'e.install_status as installStatus', 'e.remark', 'r.order_no as renewOrderNo'])
    .select(['o.order_no as returnOf', 'e.renew_order_id as renewOrderId'])
    .where('e.client_id', '=', ctx.clientId)
    .where('e.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { renewOrderId, ...order } = row;
  const at = renewOrderId === null ? { kind: auditKind.goods, id } : { kind: auditKind.renewal, id: renewOrderId };
  return {
    ...order,
    ...(await loadInvoice(trx, at, ctx.timeZone)),
    payments: (
      await loadPayments(
        trx,
        renewOrderId === null ? { column: 'erp_order_id', id } : { column: 'renew_order_id', id: renewOrderId },
        ctx.timeZone,
      )
    ).payments,
    transfer: await findTransfer(trx, id, ctx.timeZone),
    lastTicket: await findLastTicket(trx, ctx),
    items: await listErpItems(trx, id),
  };
}

/**
 * What the buyer says of his bank transfer; the caller has checked that the order may be seen.
 * Null: he has sent no voucher, or a refused one and the order takes no money any more.
 */
export async function findTransfer(trx: Trx, id: string, timeZone: string): Promise<ErpOrderDetail['transfer']> {
  const found = await trx
    .selectFrom('erp_order as e')
    .select([wireColumnOrNull('e.submitted_at', timeZone).as('submitTime'), 'e.remit_date as remitDate'])
    .select(['e.remit_name as remitName', 'e.reject_reason as rejectReason'])
    .select(sql<number>`cardinality(e.voucher_file_ids)`.as('voucherCount'))
    .where('e.id', '=', id)
    .where(sql<boolean>`cardinality(e.voucher_file_ids) > 0`)
    .where(transferShown)
    .executeTakeFirst();
  return found ?? null;
}

/** The products of an order that the caller has checked may be seen. */
export const listErpItems = (trx: Trx, orderId: string): Promise<ErpOrderDetail['items']> =>
  trx
    .selectFrom('erp_order_item')
    .select([
      'id',
      'product_name as productName',
      'model',
      'qty',
      'unit_price_fen as unitPriceFen',
      'device_nos as deviceNos',
    ])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();

/** Where the invoice of an order of the caller's company lies; that of a renewal is the renewal's. */
export async function findErpInvoice(ctx: Ctx, id: string): Promise<{ invoiceStatus: number; fileId: string | null }> {
  const order = await ctx.db((trx) =>
    trx
      .selectFrom('erp_order as e')
      .leftJoin('renew_order as n', 'n.id', 'e.renew_order_id')
      .select([
        'e.invoice_status as invoiceStatus',
        sql<string | null>`coalesce(e.invoice_file_id, n.invoice_file_id)::text`.as('fileId'),
      ])
      .where('e.client_id', '=', ctx.clientId)
      .where('e.id', '=', id)
      .executeTakeFirst(),
  );
  if (!order) throw notFound('订单');
  return order;
}
