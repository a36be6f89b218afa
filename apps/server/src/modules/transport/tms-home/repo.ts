import type { Output } from '@tongda/contract/core/endpoint';
import { orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import {
  homeDays,
  type tmsHomeSummary,
  type tmsHomeTodo,
  type tmsHomeTrend,
} from '@tongda/contract/transport/tms-home/calls';
import { overdueAfterMin } from '@tongda/contract/transport/waybill/dock/departure';
import { abnormalStatus, receiptStatus } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { orderScope, visibleVehicleRows, waybillScope } from '../../base/org/door';
import { countByTab } from '../tracking/door';

/** Condition for a waybill that should have left by now. */
const isOverdue = sql`w.transport_status = ${sql.lit(transportStatus.toDepart)} and w.plan_depart_at < now() - interval '1 minute' * ${sql.lit(overdueAfterMin)}`;
const isOwnWaybill = (ctx: Ctx) =>
  sql`w.client_id = ${ctx.clientId} and w.voided_at is null and ${waybillScope(ctx, 'w')}`;
const isOwnOrder = (ctx: Ctx) => sql`o.client_id = ${ctx.clientId} and o.split_flag <> 1 and ${orderScope(ctx, 'o')}`;
/** First moment of the days that the page looks back on. */
const firstMoment = (ctx: Ctx) =>
  sql`(((now() at time zone ${ctx.timeZone})::date - ${sql.lit(homeDays - 1)})::timestamp at time zone ${ctx.timeZone})`;
/** Abnormal reports that the caller may see. */
const openReports = (
  ctx: Ctx,
) => sql`a.client_id = ${ctx.clientId} and a.abnormal_status < ${sql.lit(abnormalStatus.handled)}
  and exists (select from waybill w where w.id = a.waybill_id and ${isOwnWaybill(ctx)})`;
/** Condition for receipt documents whose pictures are still missing. */
const openPapers = (
  ctx: Ctx,
) => sql`r.client_id = ${ctx.clientId} and r.receipt_status = ${sql.lit(receiptStatus.toUpload)}
  and o.order_status = ${sql.lit(orderStatus.completed)} and ${isOwnOrder(ctx)}`;

export async function loadSummary(trx: Trx, ctx: Ctx): Promise<Output<typeof tmsHomeSummary>> {
  const counts = await countByTab(trx, ctx, {});
  const { rows } = await sql<
    Omit<Output<typeof tmsHomeSummary>, 'inTransit' | 'late' | 'overTemp' | 'onTime' | 'temperature' | 'vehicles'> & {
      signed: number;
      inTime: number;
      measured: number;
      kept: number;
      busy: number;
      trucks: number;
    }
  >`select
      (select count(*)::int from customer_order o where ${isOwnOrder(ctx)} and o.order_status = ${orderStatus.toDispatch}) as "toDispatch",
      (select count(*)::int from waybill w where ${isOwnWaybill(ctx)} and w.transport_status = ${transportStatus.toDepart}) as "toDepart",
      (select count(*)::int from waybill w where ${isOwnWaybill(ctx)} and ${isOverdue}) as overdue,
      (select count(*)::int from abnormal_report a where ${openReports(ctx)}) as abnormal,
      (select count(*)::int from receipt r join customer_order o on o.id = r.order_id where ${openPapers(ctx)}) as receipts,
      s.signed, s."inTime", s.measured, s.kept,
      (select count(distinct w.vehicle_id)::int from waybill w where ${isOwnWaybill(ctx)} and w.transport_status = ${transportStatus.inTransit}) as busy,
      (select count(*)::int from vehicle v where v.deleted_at is null and v.vehicle_status = 0 and ${visibleVehicleRows(ctx, 'v')}) as trucks
    from (select count(*)::int as signed, count(*) filter (where o.signed_at <= o.arrive_to)::int as "inTime",
        count(o.temp_compliance)::int as measured, count(*) filter (where o.temp_compliance >= 98)::int as kept
      from customer_order o where ${isOwnOrder(ctx)} and o.order_status = ${orderStatus.completed} and o.signed_at >= ${firstMoment(ctx)}) s`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw new Error('an aggregate answers one row');
  const { signed, inTime, measured, kept, busy, trucks, ...now } = row;
  return {
    ...now,
    inTransit: counts.inTransit ?? 0,
    late: counts.late ?? 0,
    overTemp: counts.over ?? 0,
    onTime: { good: inTime, all: signed },
    temperature: { good: kept, all: measured },
    vehicles: { busy, all: trucks },
  };
}

export async function loadTrend(trx: Trx, ctx: Ctx): Promise<Output<typeof tmsHomeTrend>> {
  const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone ${ctx.timeZone})::date`;
  const { rows } = await sql<Output<typeof tmsHomeTrend>[number]>`with day as (
      select (now() at time zone ${ctx.timeZone})::date - n as d from generate_series(0, ${sql.lit(homeDays - 1)}) n),
    ordered as (select ${dayOf('o.created_at')} as d, count(*)::int as n from customer_order o where ${isOwnOrder(ctx)} and o.created_at >= ${firstMoment(ctx)}
      and o.voided_at is null group by 1),
    signed as (select ${dayOf('o.signed_at')} as d, count(*)::int as n from customer_order o where ${isOwnOrder(ctx)}
      and o.order_status = ${orderStatus.completed} and o.signed_at >= ${firstMoment(ctx)} group by 1)
    select to_char(day.d, 'YYYY-MM-DD') as day, coalesce(ordered.n, 0) as ordered, coalesce(signed.n, 0) as signed
    from day left join ordered using (d) left join signed using (d) order by day.d`.execute(trx);
  return rows;
}

/** How many lines the page shows; the lists show the rest. */
const todoLines = 12;

export async function loadTodo(trx: Trx, ctx: Ctx): Promise<Output<typeof tmsHomeTodo>> {
  const time = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const { rows } = await sql<
    Output<typeof tmsHomeTodo>[number]
  >`select kind, code, "waybillKind", text, ${time('t.at')} as since from (
      (select 'overdue' as kind, w.waybill_code as code, w.waybill_kind as "waybillKind",
          coalesce(v.plate_no, '') || ' 超时未发：' || w.from_name || ' → ' || w.to_name as text, w.plan_depart_at as at
        from waybill w left join vehicle v on v.id = w.vehicle_id where ${isOwnWaybill(ctx)} and ${isOverdue} order by w.plan_depart_at limit ${todoLines})
      union all (select 'suspect', w.waybill_code, w.waybill_kind, coalesce(v.plate_no, '') || ' 疑似已发车，未登记', e.at
        from waybill_stop_event e join waybill_stop p on p.id = e.stop_id and p.seq = 1 join waybill w on w.id = e.waybill_id
          left join vehicle v on v.id = w.vehicle_id
        where ${isOwnWaybill(ctx)} and e.kind = 2 and not e.applied and w.transport_status = ${transportStatus.toDepart} order by e.at limit ${todoLines})
      union all (select 'late', w.waybill_code, w.waybill_kind, coalesce(v.plate_no, '') || ' 预计晚到' || w.delay_min || '分钟：' || w.to_name,
          w.plan_arrive_at from waybill w left join vehicle v on v.id = w.vehicle_id
        where ${isOwnWaybill(ctx)} and w.transport_status = ${transportStatus.inTransit} and w.delay_level > 0 order by w.delay_min desc limit ${todoLines})
      union all (select 'abnormal', w.waybill_code, null, a.abnormal_code || ' ' || left(a.description, 40), a.occurred_at
        from abnormal_report a join waybill w on w.id = a.waybill_id where ${openReports(ctx)} order by a.abnormal_level desc, a.occurred_at limit ${todoLines})
      union all (select 'pool', o.order_code, null, '拆分池 ' || o.pool_reason || '：' || o.receiver, o.pool_at from customer_order o
        where ${isOwnOrder(ctx)} and o.pool_reason is not null and o.order_status = ${orderStatus.toDispatch}
          and o.pool_at < now() - interval '24 hours' order by o.pool_at limit ${todoLines})
      union all (select 'receipt', o.order_code, null, '回单逾期未上传：' || o.receiver, r.due_at from receipt r join customer_order o on o.id = r.order_id
        where ${openPapers(ctx)} and r.due_at < now() order by r.due_at limit ${todoLines})
    ) t order by array_position(array['overdue', 'suspect', 'late', 'abnormal', 'pool', 'receipt'], kind), t.at limit ${todoLines}`.execute(
    trx,
  );
  return rows;
}
