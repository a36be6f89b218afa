import type { Output } from '@tongda/contract/core/endpoint';
import { orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import { lateOfLevel, lateText } from '@tongda/contract/transport/figures';
import {
  homeDays,
  homeTodoLines,
  type tmsHomeSummary,
  type tmsHomeTodo,
  type tmsHomeTrend,
} from '@tongda/contract/transport/tms-home/calls';
import { type HomeFigureKey, homeFigures } from '@tongda/contract/transport/tms-home/figures';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { orderScope, visibleVehicleRows, waybillScope } from '../../base/org/door';
import { countAbnormal, openReports } from '../abnormal/door';
import { isMoving, lateOfTrip, minRateOf, wasKept, wasSigned } from '../figures/door';
import { sumOrders } from '../order/door';
import { countReceipts, isInStage } from '../receipt/door';
import { countByTab as countTracked } from '../tracking/door';
import { countDepartures, dockTab } from '../waybill/door';

const isOwnWaybill = (ctx: Ctx) =>
  sql`w.client_id = ${ctx.clientId} and w.voided_at is null and ${waybillScope(ctx, 'w')}`;
const isOwnOrder = (ctx: Ctx) => sql`o.client_id = ${ctx.clientId} and ${isMoving} and ${orderScope(ctx, 'o')}`;
/** First moment of the days that the page looks back on. */
const firstMoment = (ctx: Ctx) =>
  sql`(((now() at time zone ${ctx.timeZone})::date - ${sql.lit(homeDays - 1)})::timestamp at time zone ${ctx.timeZone})`;

/** Every figure by the conditions of the list that it leads to. */
async function loadFigures(trx: Trx, ctx: Ctx): Promise<Record<HomeFigureKey, number>> {
  const { toDispatch, toDepart, overdue, abnormal, receipts } = homeFigures;
  const tracked = await countTracked(trx, ctx, {});
  return {
    toDispatch: (await sumOrders(trx, ctx, toDispatch.query)).total,
    toDepart: await countDepartures(trx, ctx, toDepart.query),
    overdue: await countDepartures(trx, ctx, overdue.query),
    // the counts of the list's own tabs, in one reading of the running orders
    inTransit: tracked.inTransit ?? 0,
    late: tracked.late ?? 0,
    overTemp: tracked.over ?? 0,
    abnormal: await countAbnormal(trx, ctx, abnormal.query),
    receipts: await countReceipts(trx, ctx, receipts.query),
  };
}

export async function loadSummary(trx: Trx, ctx: Ctx): Promise<Output<typeof tmsHomeSummary>> {
  const { rows } = await sql<{
    signed: number;
    inTime: number;
    measured: number;
    kept: number;
    minRate: number;
    busy: number;
    trucks: number;
  }>`select s.*, ${minRateOf(sql`${ctx.clientId}::bigint`)} as "minRate",
      (select count(distinct w.vehicle_id)::int from waybill w where ${isOwnWaybill(ctx)} and w.transport_status = ${transportStatus.inTransit}) as busy,
      (select count(*)::int from vehicle v where v.deleted_at is null and v.vehicle_status = 0 and ${visibleVehicleRows(ctx, 'v')}) as trucks
    from (select count(*) filter (where ${wasSigned('inTime')} or ${wasSigned('late')})::int as signed,
        count(*) filter (where ${wasSigned('inTime')})::int as "inTime", count(o.temp_compliance)::int as measured,
        count(*) filter (where ${wasKept('kept')})::int as kept
      from customer_order o where ${isOwnOrder(ctx)} and o.order_status = ${orderStatus.completed} and o.signed_at >= ${firstMoment(ctx)}) s`.execute(
    trx,
  );
  const [row] = rows;
  if (!row) throw new Error('an aggregate answers one row');
  const { signed, inTime, measured, kept, minRate, busy, trucks } = row;
  return {
    figures: await loadFigures(trx, ctx),
    onTime: { good: inTime, all: signed },
    temperature: { good: kept, all: measured, minRate },
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

export async function loadTodo(trx: Trx, ctx: Ctx): Promise<Output<typeof tmsHomeTodo>> {
  const time = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const { rows } = await sql<
    Output<typeof tmsHomeTodo>[number] & { level: number | null; min: number | null; place: string | null }
  >`select kind, code, "waybillKind", text, ${time('t.at')} as since, level, min, place from (
      (select 'overdue' as kind, w.waybill_code as code, w.waybill_kind as "waybillKind",
          coalesce(v.plate_no, '') || ' 超时未发：' || w.from_name || ' → ' || w.to_name as text, w.plan_depart_at as at,
          null::int as level, null::int as min, null::text as place
        from waybill w left join vehicle v on v.id = w.vehicle_id where ${isOwnWaybill(ctx)} and ${dockTab(ctx, 'overdue')} order by w.plan_depart_at limit ${homeTodoLines})
      union all (select 'suspect', w.waybill_code, w.waybill_kind, coalesce(v.plate_no, '') || ' 疑似已发车，未登记', e.at, null, null, null
        from waybill_stop_event e join waybill_stop p on p.id = e.stop_id and p.seq = 1 join waybill w on w.id = e.waybill_id
          left join vehicle v on v.id = w.vehicle_id
        where ${isOwnWaybill(ctx)} and e.kind = 2 and not e.applied and w.transport_status = ${transportStatus.toDepart} order by e.at limit ${homeTodoLines})
      union all (select 'conflict', w.waybill_code, w.waybill_kind, coalesce(v.plate_no, '') || ' 司机' || case a.action when 'depart' then '发车' when 'arrive' then '到达'
            when 'load' then '装货' when 'sign' then '签收' else '拍照' end || '待核实：' || left(a.message, 40), a.acted_at, null, null, null
        from driver_action a join waybill w on w.id = a.waybill_id left join vehicle v on v.id = w.vehicle_id
        where a.client_id = ${ctx.clientId} and a.conflict and a.resolved_at is null and w.client_id = ${ctx.clientId} and ${waybillScope(ctx, 'w')}
        order by a.acted_at limit ${homeTodoLines})
      union all (select 'late', w.waybill_code, w.waybill_kind, coalesce(v.plate_no, ''), w.plan_arrive_at, lt.level, lt.min, lt.place from waybill w left join vehicle v on v.id = w.vehicle_id ${lateOfTrip}
        where ${isOwnWaybill(ctx)} and w.transport_status = ${transportStatus.inTransit} and lt.level > 0 order by lt.min desc limit ${homeTodoLines})
      union all (select 'abnormal', coalesce(w.waybill_code, (select ro.order_code from customer_order ro where ro.id = r.order_ids[1]), r.abnormal_code), null,
          r.abnormal_code || ' ' || left(r.description, 40), r.occurred_at, null, null, null ${openReports(ctx)} order by r.abnormal_level desc, r.occurred_at limit ${homeTodoLines})
      union all (select 'pool', o.order_code, null, '拆分池 ' || o.pool_reason || '：' || o.receiver, o.pool_at, null, null, null from customer_order o
        where ${isOwnOrder(ctx)} and o.pool_reason is not null and o.order_status = ${orderStatus.toDispatch}
          and o.pool_at < now() - interval '24 hours' order by o.pool_at limit ${homeTodoLines})
      union all (select 'receipt', o.order_code, null, '回单逾期未上传：' || o.receiver, r.due_at, null, null, null from receipt r join customer_order o on o.id = r.order_id
        where r.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')} and ${isInStage('toUpload')} and r.due_at < now() order by r.due_at limit ${homeTodoLines})
    ) t order by array_position(array['overdue', 'conflict', 'suspect', 'late', 'abnormal', 'pool', 'receipt'], kind), t.at limit ${homeTodoLines}`.execute(
    trx,
  );
  return rows.map(({ level, min, place, ...row }) =>
    level === null ? row : { ...row, text: `${row.text} ${lateText(lateOfLevel(level), min)}：${place}` },
  );
}
