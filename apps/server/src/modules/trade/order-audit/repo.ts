import { constants } from '@tongda/contract/shell/constants';
import { type AuditFilters, type AuditRow, auditFilters } from '@tongda/contract/trade/member/audit';
import { auditKind, auditStage, memberStatus, renewStatus } from '@tongda/contract/trade/member/enums';
import { reviewDue } from '@tongda/contract/trade/member/order-state';
import { type RawBuilder, sql } from 'kysely';
import { orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions } from '../../../core/record/filters';
import { submittedAt } from '../member/door';

export type AuditQuery = AuditFilters;

interface Merged {
  id: string;
  key: string;
  kind: number;
  order_no: string;
  client_name: string;
  content: string;
  amount_fen: number;
  pay_type: number;
  vouchers: number;
  apply_user: string;
  created_at: Date;
  submitted_at: Date | null;
  stage: number;
  audit_user: string;
  version: number;
}

const lit = sql.lit;
const { toPay, toPayOffline, toReview, toReviewOffline, passed, failed, refunded } = memberStatus;
/** Orders of memberships and renewals of all companies as one list; row-level security lets only the provider see those of others. */
const mergedOrders = sql<Merged>`(
  select m.id, ${lit(`${auditKind.member}-`)} || m.id as key, ${lit(auditKind.member)} as kind, m.order_no, c.name as client_name,
    m.plan_name || '，' || m.device_count || '台' as content, m.pay_fen as amount_fen, m.pay_type, cardinality(m.voucher_file_ids) as vouchers,
    m.apply_user, m.created_at, ${submittedAt('m')} as submitted_at,
    case when m.status in (${lit(toPay)}, ${lit(toPayOffline)}) then ${lit(auditStage.pay)}
      when m.status in (${lit(toReview)}, ${lit(toReviewOffline)}) then ${lit(auditStage.review)}
      when m.status in (${lit(passed)}, ${lit(failed)}) and m.refund_by is not null then ${lit(auditStage.refunding)}
      when m.status = ${lit(passed)} then ${lit(auditStage.passed)}
      when m.status = ${lit(failed)} then ${lit(auditStage.rejected)}
      when m.status = ${lit(refunded)} then ${lit(auditStage.refunded)} else ${lit(auditStage.closed)} end as stage,
    m.audit_user, m.version
  from member_order m join client c on c.id = m.client_id
  union all
  select r.id, ${lit(`${auditKind.renewal}-`)} || r.id, ${lit(auditKind.renewal)}, r.order_no, c.name, '设备续费，' || r.device_count || '台',
    r.amount_fen, r.pay_type, (r.voucher_file_id is not null)::int, r.apply_user, r.created_at, coalesce(r.voucher_at, r.paid_at),
    case when r.renew_status = ${lit(renewStatus.approved)} then ${lit(auditStage.passed)}
      when r.renew_status = ${lit(renewStatus.cancelled)} then ${lit(auditStage.closed)}
      when r.voucher_file_id is not null then ${lit(auditStage.review)} else ${lit(auditStage.pay)} end,
    r.audit_user, r.version
  from renew_order r join client c on c.id = r.client_id)`.as('a');

const auditConditions = (ctx: Ctx, q: AuditQuery): RawBuilder<boolean> =>
  // rows of two tables have no common id: nothing is ticked, although the export's request has a place for it
  filterConditions(auditFilters.table, 'a', {}, ctx, { ...q, ids: undefined });

const sortable = { amountFen: 'a.amount_fen', createTime: 'a.created_at', submitTime: 'a.submitted_at' };
const rowColumns = (timeZone: string) =>
  [
    'a.key',
    'a.kind',
    'a.order_no as orderNo',
    'a.client_name as clientName',
    'a.content',
    'a.amount_fen as amountFen',
    'a.pay_type as payType',
    'a.vouchers as voucherCount',
    'a.apply_user as applyUser',
    wireTimeSql(sql<Date>`a.created_at`, timeZone).as('createTime'),
    sql<string | null>`${wireTimeSql(sql<Date>`a.submitted_at`, timeZone)}`.as('submitTime'),
    'a.stage',
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

export async function findAudit(trx: Trx, ctx: Ctx, kind: number, orderNo: string) {
  const row = await trx
    .selectFrom(mergedOrders)
    .select(rowColumns(ctx.timeZone))
    .select('a.id')
    .where('a.kind', '=', kind)
    .where('a.order_no', '=', orderNo)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, ...rest } = row;
  return { id, row: addReviewDue(rest) };
}
