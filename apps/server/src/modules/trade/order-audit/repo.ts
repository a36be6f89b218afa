import { constants } from '@tongda/contract/shell/constants';
import { type AuditFilters, type AuditRow, auditFilters } from '@tongda/contract/trade/member/audit';
import {
  auditKind,
  auditStage,
  erpOrderStatusList,
  memberPayType,
  memberStatus,
  renewStatus,
} from '@tongda/contract/trade/member/enums';
import { reviewDue } from '@tongda/contract/trade/member/order-state';
import { auditStatus, invoiceStatus, paymentStatus } from '@tongda/contract/transport/enums';
import { type RawBuilder, sql } from 'kysely';
import { orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions } from '../../../core/record/filters';
import { transferShown, transferWaits } from '../erp-order/door';
import { submittedAt } from '../member/door';

export type AuditQuery = AuditFilters;

interface Merged {
  id: string;
  key: string;
  kind: AuditRow['kind'];
  order_type: number | null;
  order_no: string;
  client_name: string;
  content: string;
  amount_fen: number;
  paid_fen: number;
  pay_type: number;
  vouchers: number;
  apply_user: string;
  created_at: Date;
  submitted_at: Date | null;
  stage: number;
  refusable: boolean;
  invoice_status: number;
  audit_user: string;
  version: number;
}

const lit = sql.lit;
const returned = lit(erpOrderStatusList.returned);
const collected = lit(paymentStatus.collected);
const { toPay, toPayOffline, toReview, toReviewOffline, passed, failed, refunded } = memberStatus;
const toInvoice = sql`${lit(auditStage.toInvoice)}`;
const applied = lit(invoiceStatus.applied);
/**
 * Orders of memberships, renewals and what else was ordered in the order centre, of all companies, as one list; row-level security lets only the provider see those of others.
 * A renewal's row of the order centre is left out: it is the renewal.
 */
const mergedOrders = sql<Merged>`(
  select m.id, ${lit(`${auditKind.member}-`)} || m.id as key, ${lit(auditKind.member)} as kind, null::int as order_type, m.order_no, c.name as client_name,
    m.plan_name || '，' || m.device_count || '台' as content, m.pay_fen as amount_fen, 0 as paid_fen, m.pay_type, cardinality(m.voucher_file_ids) as vouchers,
    m.apply_user, m.created_at, ${submittedAt('m')} as submitted_at,
    case when m.status in (${lit(toPay)}, ${lit(toPayOffline)}) then ${lit(auditStage.pay)}
      when m.status in (${lit(toReview)}, ${lit(toReviewOffline)}) then ${lit(auditStage.review)}
      when m.status in (${lit(passed)}, ${lit(failed)}) and m.refund_by is not null then ${lit(auditStage.refunding)}
      when m.status = ${lit(passed)} and m.invoice_status = ${applied} then ${toInvoice}
      when m.status = ${lit(passed)} then ${lit(auditStage.passed)}
      when m.status = ${lit(failed)} then ${lit(auditStage.rejected)}
      when m.status = ${lit(refunded)} then ${lit(auditStage.refunded)} else ${lit(auditStage.closed)} end as stage,
    true as refusable, m.invoice_status, m.audit_user, m.version
  from member_order m join client c on c.id = m.client_id
  union all
  select r.id, ${lit(`${auditKind.renewal}-`)} || r.id, ${lit(auditKind.renewal)}, null, r.order_no, c.name, '设备续费，' || r.device_count || '台',
    r.amount_fen, 0, r.pay_type, (r.voucher_file_id is not null)::int, r.apply_user, r.created_at, coalesce(r.voucher_at, r.paid_at),
    case when r.renew_status = ${lit(renewStatus.approved)} and r.invoice_status = ${applied} then ${toInvoice}
      when r.renew_status = ${lit(renewStatus.approved)} then ${lit(auditStage.passed)}
      when r.renew_status = ${lit(renewStatus.cancelled)} then ${lit(auditStage.closed)}
      when r.voucher_file_id is not null then ${lit(auditStage.review)} else ${lit(auditStage.pay)} end,
    false, r.invoice_status, r.audit_user, r.version
  from renew_order r join client c on c.id = r.client_id
  union all
  select e.id, ${lit(`${auditKind.goods}-`)} || e.id, ${lit(auditKind.goods)}, e.order_type, e.order_no, c.name,
    coalesce((select string_agg(i.product_name || ' ' || i.qty, '，' order by i.id) from erp_order_item i where i.order_id = e.id), ''),
    e.amount_fen, e.paid_fen, case when e.submitted_at is null and exists (select from member_payment p where p.erp_order_id = e.id and p.status = 2)
      then ${lit(memberPayType.online)} else ${lit(memberPayType.offline)} end, case when ${transferShown} then cardinality(e.voucher_file_ids) else 0 end, e.apply_user, e.created_at,
    case when e.order_type = ${returned} then e.created_at else coalesce(e.submitted_at,
      (select max(p.paid_at) from member_payment p where p.erp_order_id = e.id and p.status = 2)) end,
    case when e.audit_status = ${lit(auditStatus.cancelled)} then ${lit(auditStage.closed)}
      when e.audit_status = ${lit(auditStatus.rejected)} then ${lit(auditStage.rejected)}
      when e.payment_status = ${lit(paymentStatus.refunded)} then ${lit(auditStage.refunded)}
      when e.audit_status = ${lit(auditStatus.pending)} and (e.order_type = ${returned} or e.payment_status = ${collected}) then ${lit(auditStage.review)}
      when ${transferWaits} then ${lit(auditStage.review)}
      when e.order_type <> ${returned} and e.payment_status <> ${collected} then ${lit(auditStage.pay)}
      when e.invoice_status = ${applied} then ${toInvoice} else ${lit(auditStage.passed)} end,
    e.order_type = ${returned} or ${transferWaits}, e.invoice_status, e.audit_user, e.version
  from erp_order e join client c on c.id = e.client_id where e.renew_order_id is null)`.as('a');

const auditConditions = (ctx: Ctx, q: AuditQuery): RawBuilder<boolean> =>
  // rows of two tables have no common id: nothing is ticked, although the export's request has a place for it
  filterConditions(auditFilters.table, 'a', {}, ctx, { ...q, ids: undefined });

const sortable = { amountFen: 'a.amount_fen', createTime: 'a.created_at', submitTime: 'a.submitted_at' };
const rowColumns = (timeZone: string) =>
  [
    'a.key',
    'a.id',
    'a.kind',
    'a.order_type as orderType',
    'a.order_no as orderNo',
    'a.client_name as clientName',
    'a.content',
    'a.amount_fen as amountFen',
    'a.paid_fen as paidFen',
    'a.pay_type as payType',
    'a.vouchers as voucherCount',
    'a.apply_user as applyUser',
    wireTimeSql(sql<Date>`a.created_at`, timeZone).as('createTime'),
    sql<string | null>`${wireTimeSql(sql<Date>`a.submitted_at`, timeZone)}`.as('submitTime'),
    'a.stage',
    'a.refusable',
    'a.invoice_status as invoiceStatus',
    'a.audit_user as auditUser',
    'a.version',
  ] as const;
const addReviewDue = (row: Omit<AuditRow, 'reviewDue'>): AuditRow => ({
  ...row,
  reviewDue:
    row.stage === auditStage.review && row.submitTime
      ? reviewDue(row.submitTime.slice(0, 10), constants.purchase.reviewWorkingDays)
      : null,
});

export async function listAudits(
  trx: Trx,
  ctx: Ctx,
  q: AuditQuery & { sort?: string; limit: number; offset: number },
): Promise<AuditRow[]> {
  const rows = await trx
    .selectFrom(mergedOrders)
    .select(rowColumns(ctx.timeZone))
    .where(auditConditions(ctx, q))
    .orderBy(orderByClause(q.sort ?? 'createTime desc', sortable, 'a.key'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  return rows.map(addReviewDue);
}

export async function countAudits(trx: Trx, ctx: Ctx, q: AuditQuery): Promise<number> {
  const { n } = await trx
    .selectFrom(mergedOrders)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(auditConditions(ctx, q))
    .executeTakeFirstOrThrow();
  return n;
}

export const countStages = (trx: Trx) =>
  trx
    .selectFrom(mergedOrders)
    .select(['a.stage', sql<number>`count(*)::int`.as('count')])
    .groupBy('a.stage')
    .orderBy('a.stage')
    .execute();

/** An order; numbers are unique within a company only. */
export interface AuditAt {
  kind: AuditRow['kind'];
  orderNo: string;
  id?: string | undefined;
}

export async function findAudit(trx: Trx, ctx: Ctx, { kind, orderNo, id }: AuditAt): Promise<AuditRow | undefined> {
  const row = await trx
    .selectFrom(mergedOrders)
    .select(rowColumns(ctx.timeZone))
    .where('a.kind', '=', kind)
    .where('a.order_no', '=', orderNo)
    .$if(id !== undefined, (q) => q.where('a.id', '=', id ?? ''))
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && addReviewDue(row);
}
