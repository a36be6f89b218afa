import type { EnumCode } from '@tongda/contract/core/enum';
import {
  type AbnormalFilters,
  type AbnormalRow,
  abnormalFilters,
  abnormalSlaHours,
} from '@tongda/contract/transport/abnormal/calls';
import { abnormalStatus } from '@tongda/contract/transport/waybill/enums';
import { abnormalMachine } from '@tongda/contract/transport/waybill/status';
import { type RawBuilder, sql } from 'kysely';
import { orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { likePattern } from '../../../core/record/options';
import { orderScope, waybillScope } from '../../base/org/door';

export type AbnormalQuery = Partial<AbnormalFilters> & { ids?: string[] };

/**
 * Condition for reports that the caller may see: those the caller wrote, those about visible orders, and those about a visible waybill unless they
 * name only orders of others, as two customers may share a truck. `r` is the alias of the table.
 */
export const abnormalScope = (ctx: Ctx, r: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${r}.report_user_id`)} = ${ctx.userId}::bigint
    or exists (select from customer_order ao where ao.id = any(${sql.ref(`${r}.order_ids`)}) and ${orderScope(ctx, 'ao')})
    or exists (select from waybill aw where aw.id = ${sql.ref(`${r}.waybill_id`)} and ${waybillScope(ctx, 'aw')})
      and (cardinality(${sql.ref(`${r}.order_ids`)}) = 0
        or (select au.customer_id from app_user au where au.id = ${ctx.userId}::bigint) is null))`;

const fromReports = (
  ctx: Ctx,
) => sql`from abnormal_report r left join waybill w on w.id = r.waybill_id left join vehicle v on v.id = w.vehicle_id
    left join driver d on d.id = w.driver_id left join app_user h on h.id = r.handler_id
  where r.client_id = ${ctx.clientId} and ${abnormalScope(ctx, 'r')}`;

const open = sql`r.abnormal_status in (${sql.lit(abnormalStatus.toHandle)}, ${sql.lit(abnormalStatus.handling)})`;
const allowedHours = sql`(case r.abnormal_level ${sql.join(
  Object.entries(abnormalSlaHours).map(([level, hours]) => sql`when ${sql.lit(Number(level))} then ${sql.lit(hours)}`),
  sql` `,
)} else 24 end)`;
const overdue = sql<boolean>`(${open} and r.created_at < now() - ${allowedHours} * interval '1 hour')`;

const sortable = {
  abnormalCode: 'r.abnormal_code',
  abnormalStatus: 'r.abnormal_status',
  abnormalType: 'r.abnormal_type',
  abnormalLevel: 'r.abnormal_level',
  waybillCode: 'w.waybill_code',
  occurTime: 'r.occurred_at',
  createTime: 'r.created_at',
  handleTime: 'r.handled_at',
  claimAmount: 'r.claim_fen',
};

const ownConditions: OwnConditions<typeof abnormalFilters.table> = {
  code: (code, ctx) => {
    const like = likePattern(code);
    return sql<boolean>`(r.abnormal_code ilike ${like} or w.waybill_code ilike ${like} or exists (select from customer_order co
      where co.id = any(r.order_ids) and co.order_code ilike ${like} and ${orderScope(ctx, 'co')}))`;
  },
  customerId: (customer, ctx) => sql<boolean>`exists (select from customer_order co where co.id = any(r.order_ids)
      and co.customer_id = ${customer} and ${orderScope(ctx, 'co')})`,
  open: () => sql<boolean>`${open}`,
  overdue: () => overdue,
};

function reportConditions(ctx: Ctx, q: AbnormalQuery): RawBuilder<boolean> {
  // a search by number finds the record whatever its day
  const asked = q.code ? { ...q, createFrom: undefined, createTo: undefined } : q;
  return filterConditions(abnormalFilters.table, 'r', ownConditions, ctx, asked);
}

const reportColumns = (ctx: Ctx) => {
  const at = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const orders = (what: RawBuilder<unknown>) => sql`from customer_order co join customer k on k.id = co.customer_id
      where co.client_id = ${ctx.clientId} and co.id = any(r.order_ids) and ${orderScope(ctx, 'co')} ${what}`;
  return sql`r.id::text, r.abnormal_code as "abnormalCode", r.abnormal_status as "abnormalStatus", r.abnormal_type as "abnormalType",
    r.abnormal_level as "abnormalLevel", w.waybill_code as "waybillCode", w.waybill_kind as "waybillKind",
    array(select co.order_code ${orders(sql`order by co.id`)}) as "orderCodes",
    coalesce((select string_agg(distinct k.name, '、') ${orders(sql``)}), '') as "customerName",
    coalesce(v.plate_no, '') as "plateNo", v.vehicle_color as "vehicleColor", coalesce(d.name, '') as "driverName",
    ${at('r.occurred_at')} as "occurTime", r.address, r.lng, r.lat, r.description,
    cardinality(r.file_ids) + cardinality(r.handle_file_ids) as "fileCount", r.affect_pieces as "affectPieces",
    r.loss_fen::float8 / 100 as "lossAmount", r.report_user as "reportUser", r.report_source as "reportSource", r.duty,
    r.duty_name as "dutyName", r.claim_fen::float8 / 100 as "claimAmount", r.handle_result as "handleResult",
    coalesce(h.name, '') as handler, ${at('r.created_at')} as "createTime", ${at('r.handled_at')} as "handleTime",
    greatest(0, floor(extract(epoch from coalesce(r.handled_at, r.closed_at, now()) - r.created_at) / 60))::int as "spentMin",
    ${overdue} as overdue, r.version, r.report_user_id = ${ctx.userId}::bigint as own`;
};

type Raw = Omit<AbnormalRow, 'allowActions'> & { own: boolean | null };
const withAllowedActions = <R extends Raw>({ own, ...row }: R) => ({
  ...row,
  // only the author of a report may withdraw it
  allowActions: abnormalMachine
    // the column is written with the machine's states only
    .allowed(row.abnormalStatus as EnumCode<typeof abnormalStatus>)
    .filter((verb) => verb !== 'withdraw' || own === true),
});

export async function listAbnormal(
  trx: Trx,
  ctx: Ctx,
  q: AbnormalQuery & { sort?: string; limit: number; offset: number },
): Promise<AbnormalRow[]> {
  const { rows } = await sql<Raw>`select ${reportColumns(ctx)} ${fromReports(ctx)} and ${reportConditions(ctx, q)}
    order by ${orderByClause(q.sort, sortable, 'r.id')} limit ${q.limit} offset ${q.offset}`.execute(trx);
  return rows.map(withAllowedActions);
}

export async function countAbnormal(trx: Trx, ctx: Ctx, q: AbnormalQuery): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${fromReports(ctx)} and ${reportConditions(ctx, q)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** SQL after `select …`: the reports `r` that the caller may see and that nobody has finished handling, with their waybill `w`. */
export const openReports = (ctx: Ctx): RawBuilder<unknown> => sql`${fromReports(ctx)} and ${open}`;

/** Number of reports by state, and of all of them as `all`. */
export async function countAbnormalByState(trx: Trx, ctx: Ctx, q: AbnormalQuery): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: number; n: number }>`select r.abnormal_status as status, count(*)::int as n
    ${fromReports(ctx)} and ${reportConditions(ctx, q)} group by 1`.execute(trx);
  const counts: Record<string, number> = Object.fromEntries(abnormalStatus.codes.map((code) => [code, 0]));
  for (const { status, n } of rows) counts[status] = n;
  return { ...counts, all: rows.reduce((sum, { n }) => sum + n, 0) };
}

/** All reports about a waybill, or about an order that is on none, newest first, with the ids of their files. */
export async function loadReportsOf(trx: Trx, ctx: Ctx, code: string) {
  const { rows } = await sql<Raw & { fileIds: string[]; handleFileIds: string[] }>`select ${reportColumns(ctx)},
      r.file_ids::text[] as "fileIds", r.handle_file_ids::text[] as "handleFileIds" ${fromReports(ctx)}
      and (w.waybill_code = ${code} or r.waybill_id is null and exists (select from customer_order co
        where co.id = any(r.order_ids) and co.order_code = ${code} and ${orderScope(ctx, 'co')}))
    order by r.id desc limit 100`.execute(trx);
  return rows.map(withAllowedActions);
}

/** Vehicle and moment of a report, to show the vehicle's data around it; undefined when the caller may not see the report. */
export async function findReportMoment(trx: Trx, ctx: Ctx, abnormalCode: string) {
  const { rows } = await sql<{
    at: number;
    vehicleId: string | null;
  }>`select (extract(epoch from r.occurred_at) * 1000)::float8 as at,
      w.vehicle_id::text as "vehicleId" ${fromReports(ctx)} and r.abnormal_code = ${abnormalCode}`.execute(trx);
  return rows[0];
}
