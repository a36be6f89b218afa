import { constants } from '@tongda/contract/shell/constants';
import { contractStatus } from '@tongda/contract/trade/member/enums';
import {
  type MemberOrderDetail,
  type MemberOrderFilters,
  type MemberOrderRow,
  memberOrderFilters,
} from '@tongda/contract/trade/member/order';
import { memberGroups, reviewDue, waitsForReview } from '@tongda/contract/trade/member/order-state';
import { type RawBuilder, sql } from 'kysely';
import { orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import type { Secrets } from '../../../core/run/secrets';
import { listShownFiles } from '../../base/file/door';
import { seesAll } from '../../base/org/door';
import { invoiceColumns } from './invoice';
import { findPayee } from './payment';

export const entity = 'memberOrder';
export type OrderQuery = MemberOrderFilters & { ids?: string[] };

/** When an order of memberships came to its review: with its vouchers, or by the payment itself. */
export const submittedAt = (order: 'm' | 'r'): RawBuilder<Date | null> =>
  sql`coalesce(${sql.ref(`${order}.submitted_at`)}, ${sql.ref(`${order}.paid_at`)})`;

/** Query of the company's orders; a user who does not see the whole company sees his own. */
const fromOrders = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('member_order as r')
    .where('r.client_id', '=', ctx.clientId)
    .$if(!seesAll(ctx), (q) => q.where('r.user_id', '=', ctx.userId));

const rowColumns = (timeZone: string) =>
  [
    'r.id',
    'r.order_no as orderNo',
    'r.plan_name as planName',
    'r.device_count as deviceCount',
    sql<string>`coalesce((select case when min(i.months) = max(i.months) then min(i.months)::text else min(i.months) || '~' || max(i.months) end || '个月'
      from member_order_item i where i.order_id = r.id), '')`.as('monthsText'),
    'r.pay_fen as payFen',
    sql<number>`case when r.paid_at is null then 0 else r.pay_fen end`.as('paidFen'),
    'r.pay_type as payType',
    'r.status as memberStatus',
    'r.audit_status as auditStatus',
    'r.payment_status as paymentStatus',
    'r.invoice_status as invoiceStatus',
    sql<MemberOrderRow['contractStatus']>`coalesce((select c.status from member_contract c where c.order_id = r.id),
        case when r.contract_required then ${sql.lit(contractStatus.toSign)} else ${sql.lit(contractStatus.notNeeded)} end)`.as(
      'contractStatus',
    ),
    'r.apply_user as createUser',
    wireTimeSql(sql<Date>`r.created_at`, timeZone).as('createTime'),
    sql<string | null>`${wireTimeSql(sql<Date>`r.expire_at`, timeZone)}`.as('expireAt'),
    'r.version',
  ] as const;
const sortable = { payFen: 'r.pay_fen', createTime: 'r.created_at' };

const ownConditions: OwnConditions<typeof memberOrderFilters.table> = {
  group: (group) => sql<boolean>`r.status = any(${[...memberGroups[group]]}::int[])`,
};
const orderConditions = (ctx: Ctx, q: OrderQuery): RawBuilder<boolean> =>
  filterConditions(memberOrderFilters.table, 'r', ownConditions, ctx, q);

export const listOrders = (
  trx: Trx,
  ctx: Ctx,
  q: OrderQuery & { sort?: string; limit: number; offset: number },
): Promise<MemberOrderRow[]> =>
  fromOrders(trx, ctx)
    .select(rowColumns(ctx.timeZone))
    .where(orderConditions(ctx, q))
    .orderBy(orderByClause(q.sort ?? 'createTime desc', sortable, 'r.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();

export async function countOrders(trx: Trx, ctx: Ctx, q: OrderQuery): Promise<number> {
  const { n } = await fromOrders(trx, ctx)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(orderConditions(ctx, q))
    .executeTakeFirstOrThrow();
  return n;
}

export const countByStatus = (trx: Trx, ctx: Ctx) =>
  fromOrders(trx, ctx)
    .select(['r.status', sql<number>`count(*)::int`.as('count')])
    .groupBy('r.status')
    .orderBy('r.status')
    .execute();

/** The order as it is stored, or undefined when it is not the caller's to see. */
export const findStoredOrder = (trx: Trx, ctx: Ctx, orderNo: string) =>
  fromOrders(trx, ctx).selectAll('r').where('r.order_no', '=', orderNo);

interface Reader {
  timeZone: string;
  secrets: Secrets;
}

/** Everything about one order; the caller of this function has checked that it may be seen. */
export async function loadOrderDetail(
  trx: Trx,
  of: { id: string; clientId: string },
  { timeZone, secrets }: Reader,
): Promise<MemberOrderDetail> {
  const wire = (at: RawBuilder<Date | null>) => sql<string | null>`${wireTimeSql(sql<Date>`${at}`, timeZone)}`;
  const time = (column: string) => wire(sql.ref(column));
  const { voucherIds, ...row } = await trx
    .selectFrom('member_order as r')
    .select(rowColumns(timeZone))
    .select([
      'r.total_fen as totalFen',
      'r.discount_fen as discountFen',
      sql<number | null>`case when r.refunded_at is not null then r.refund_fen end`.as('refundFen'),
      sql<string>`case when r.refunded_at is not null then r.refund_reason else '' end`.as('refundReason'),
      sql<string[]>`r.voucher_file_ids::text[]`.as('voucherIds'),
      sql<string | null>`r.remit_date::text`.as('remitDate'),
      'r.remit_name as remitName',
      wire(submittedAt('r')).as('submitTime'),
      time('r.paid_at').as('payTime'),
      'r.audit_user as auditUser',
      time('r.audited_at').as('auditTime'),
      'r.reject_reason as rejectReason',
      'r.close_reason as closeReason',
      'r.contract_required as contractRequired',
      sql<string>`coalesce(r.pay_trade_no, '')`.as('payTradeNo'),
      sql<
        MemberOrderDetail['payments']
      >`coalesce((select jsonb_agg(jsonb_build_object('id', p.id::text, 'channel', p.channel, 'status', p.status,
        'paidOrder', p.provider_no is not distinct from r.pay_trade_no, 'fen', coalesce(p.refunded_fen, p.refund_fen, p.paid_fen, p.fen), 'cause', p.cause) order by p.id) from member_payment p where p.order_id = r.id
        and p.status in (2, 4, 5)), '[]')`.as('payments'),
    ])
    .select(invoiceColumns('r', timeZone))
    .where('r.id', '=', of.id)
    .executeTakeFirstOrThrow();
  const items = await trx
    .selectFrom('member_order_item')
    .select(['device_id as deviceId', 'terminal_no as deviceNo', 'plate_no as plateNo', 'model', 'months'])
    .select(['list_price_fen as listPriceFen', 'amount_fen as amountFen'])
    .select([sql<string | null>`start_date::text`.as('startDate'), sql<string | null>`end_date::text`.as('endDate')])
    .where('order_id', '=', of.id)
    .orderBy('id')
    .execute();
  const history = await trx
    .selectFrom('change_history')
    .select(['id', 'user_name as userName', 'action', wireTimeSql(sql<Date>`at`, timeZone).as('time')])
    .where('client_id', '=', of.clientId)
    .where('entity', '=', entity)
    .where('entity_id', '=', of.id)
    .orderBy('id', 'desc')
    .execute();
  const files = await listShownFiles(trx, of, secrets, voucherIds);
  const due = waitsForReview(row.memberStatus) ? row.submitTime : null;
  return {
    ...row,
    items,
    history,
    vouchers: voucherIds.flatMap((id) => files.get(id) ?? []),
    payee: await findPayee(trx, { clientId: of.clientId, payType: row.payType }),
    reviewDue: due === null ? null : reviewDue(due.slice(0, 10), constants.purchase.reviewWorkingDays),
  };
}
