import type { Parsed } from '@tongda/contract/core/endpoint';
import {
  type RenewDetail,
  type RenewFilters,
  type RenewOrderRow,
  renewOrderFilters,
  renewPage,
} from '@tongda/contract/trade/device-fee/calls';
import { renewStatus } from '@tongda/contract/trade/member/enums';
import { sql } from 'kysely';
import { orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { holdTotal } from '../../../core/record/totals';
import { seesAll } from '../../base/org/door';
import { invoiceColumns } from '../member/door';

/** Query of the company's renewals; a user who does not see the whole company sees his own. */
export const fromOrders = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('renew_order as r')
    .where('r.client_id', '=', ctx.clientId)
    .$if(!seesAll(ctx), (q) => q.where('r.apply_user_id', '=', ctx.userId));

const rowColumns = (ctx: Ctx) =>
  [
    'r.id',
    'r.order_no as orderNo',
    'r.device_count as deviceCount',
    sql<string>`(select case when min(i.years) = max(i.years) then min(i.years)::text else min(i.years) || '~' || max(i.years) end || '年'
      from renew_order_item i where i.order_id = r.id)`.as('yearsText'),
    'r.amount_fen as amountFen',
    'r.pay_type as payType',
    'r.renew_status as renewStatus',
    'r.payment_status as paymentStatus',
    'r.invoice_status as invoiceStatus',
    sql<boolean>`r.voucher_file_id is not null`.as('hasVoucher'),
    'r.apply_user as applyUser',
    wireTimeSql(sql<Date>`r.created_at`, ctx.timeZone).as('createTime'),
    wireTimeSql(sql<Date>`r.expire_at`, ctx.timeZone).as('expireAt'),
    'r.version',
  ] as const;

type OrderQuery = RenewFilters & { ids?: string[] };
const ownConditions: OwnConditions<typeof renewOrderFilters.table> = {
  renewStatus: (status) =>
    status === renewStatus.toPay
      ? sql<boolean>`r.renew_status in (${renewStatus.toPay}, ${renewStatus.toPayAgain})`
      : sql<boolean>`r.renew_status = ${status}`,
};
const selectOrders = (trx: Trx, ctx: Ctx, q: OrderQuery) =>
  fromOrders(trx, ctx).where(filterConditions(renewOrderFilters.table, 'r', ownConditions, ctx, q));

const sortable = {
  orderNo: 'r.order_no',
  deviceCount: 'r.device_count',
  amountFen: 'r.amount_fen',
  renewStatus: 'r.renew_status',
  createTime: 'r.created_at',
};

export const listOrders = (
  trx: Trx,
  ctx: Ctx,
  q: OrderQuery & { sort?: string; limit: number; offset: number },
): Promise<RenewOrderRow[]> =>
  selectOrders(trx, ctx, q)
    .select(rowColumns(ctx))
    .orderBy(orderByClause(q.sort, sortable, 'r.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();

export async function countOrders(trx: Trx, ctx: Ctx, q: OrderQuery): Promise<number> {
  const { n } = await selectOrders(trx, ctx, q).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}

export const listOrderPage = async (trx: Trx, ctx: Ctx, q: Parsed<typeof renewPage>) => ({
  list: await listOrders(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
  total: await holdTotal(ctx, renewPage, q, () => countOrders(trx, ctx, q)),
  page: q.page,
  size: q.size,
});

/** One renewal with its lines; `sign` makes the link to the voucher. */
export async function findOrder(
  trx: Trx,
  ctx: Ctx,
  orderNo: string,
  sign: (fileId: string) => string,
): Promise<RenewDetail | undefined> {
  const row = await fromOrders(trx, ctx)
    .leftJoin('payee_account as p', 'p.client_id', 'r.client_id')
    .select(rowColumns(ctx))
    .select(['r.discount_fen as discountFen', 'r.transfer_code as transferCode', 'r.voucher_file_id as voucherFileId'])
    .select([
      'p.account_name',
      'p.bank_name',
      'p.account_no',
      'r.audit_user as auditUser',
      'r.cancel_reason as cancelReason',
      sql<string | null>`${wireTimeSql(sql<Date>`r.voucher_at`, ctx.timeZone)}`.as('voucherTime'),
      sql<string | null>`${wireTimeSql(sql<Date>`r.paid_at`, ctx.timeZone)}`.as('paidTime'),
    ])
    .select(invoiceColumns('r', ctx.timeZone))
    .where('r.order_no', '=', orderNo)
    .executeTakeFirst();
  if (!row) return undefined;
  const { voucherFileId, account_name, bank_name, account_no, ...rest } = row;
  const lines = await trx
    .selectFrom('renew_order_item')
    .select([
      'id',
      'terminal_no as terminalNo',
      'plate_no as plateNo',
      'model',
      'years',
      'unit_price_fen as unitPriceFen',
    ])
    .select([
      'amount_fen as amountFen',
      sql<string | null>`old_end::text`.as('oldEnd'),
      sql<string | null>`new_end::text`.as('newEnd'),
    ])
    .where('order_id', '=', row.id)
    .orderBy('id')
    .execute();
  return {
    ...rest,
    lines,
    voucherUrl: voucherFileId ? sign(voucherFileId) : null,
    payee:
      account_name && bank_name && account_no
        ? { accountName: account_name, bankName: bank_name, accountNo: account_no }
        : null,
  };
}
