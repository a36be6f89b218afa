import { transportStatus } from '@tongda/contract/transport/enums';
import {
  type ArrivalFilters,
  type ArrivalRow,
  arrivalFilters,
  soonHours,
} from '@tongda/contract/transport/waybill/dock/arrival';
import { stopStatus, stopType } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';
import { allOf, orderByClause } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { conditionsOfDays, wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { filterConditions } from '../../../../core/record/filters';
import { waybillScope } from '../../../base/org/door';
import { etaAtStop, lateMinOfStop, lateOfStop, meanTemp } from '../../figures/door';
import { totalledPieces } from '../../order/door';
import { tripConditions } from '../repo';

export type ArrivalQuery = Partial<ArrivalFilters> & { ids?: string[] };

const eta = etaAtStop();
/** What the list stands by unless asked otherwise: when a truck came, when it is expected, else by the plan. */
const dueAt = sql`coalesce(p.arrive_at, ${eta}, p.plan_arrive_at)`;
const sortable = {
  waybillCode: 'w.waybill_code',
  plateNo: 'v.plate_no',
  planArriveTime: 'p.plan_arrive_at',
  windowEnd: 'p.window_end',
  arriveTime: 'p.arrive_at',
  etaTime: eta,
};

/** Stops that trucks arrive at: those of departed trips, without the first of each. */
const fromStops = (
  ctx: Ctx,
  more: RawBuilder<unknown> = sql``,
) => sql`from waybill_stop p join waybill w on w.id = p.waybill_id left join vehicle v on v.id = w.vehicle_id
    left join driver d on d.id = w.driver_id ${more}
  where w.client_id = ${ctx.clientId} and p.client_id = ${ctx.clientId} and w.voided_at is null and p.seq > 1 and w.transport_status > ${transportStatus.toDepart}
    and ${waybillScope(ctx, 'w')}`;

/** Joins the last count at a stop and its author. */
const lastCount = sql`left join carrier c on c.id = w.carrier_id left join transport_route tr on tr.id = w.route_id left join lateral (select a.check_user, concat_ws('，', case when x.damaged > 0 then '破损' || x.damaged || '件' end,
      case when x.short > 0 then '短少' || x.short || '件' end, case when x.over > 0 then '多货' || x.over || '件' end,
      case when a.seal_ok = false then '铅封不符' end) as difference
    from arrival_record a cross join lateral (select coalesce(sum((i->>'damaged')::int), 0) as damaged, coalesce(sum((i->>'short')::int), 0) as short,
        coalesce(sum((i->>'over')::int), 0) as over from jsonb_array_elements(a.lines) i) x
    where a.waybill_id = w.id and a.stop_seq = p.seq and p.checked_at is not null order by a.id desc limit 1) r on true`;

const tabOf = sql`case when p.checked_at is not null then 'checked' when p.stop_status = ${stopStatus.toCome} then 'onTheWay' else 'arrived' end`;
/** Condition of each tab, written so that PostgreSQL can estimate it by its statistics. */
const inTab: Readonly<Record<NonNullable<ArrivalQuery['tab']>, RawBuilder<boolean>>> = {
  checked: sql<boolean>`p.checked_at is not null`,
  onTheWay: sql<boolean>`(p.checked_at is null and p.stop_status = ${stopStatus.toCome})`,
  soon: sql<boolean>`(p.checked_at is null and p.stop_status = ${stopStatus.toCome} and w.transport_status = ${transportStatus.inTransit}
    and coalesce(${eta}, p.plan_arrive_at) <= now() + ${sql.lit(`${soonHours} hours`)}::interval)`,
  arrived: sql<boolean>`(p.checked_at is null and p.stop_status <> ${stopStatus.toCome})`,
};

const arrivalConditions = (ctx: Ctx, q: ArrivalQuery): RawBuilder<boolean> =>
  filterConditions(
    arrivalFilters.table,
    'p',
    {
      ...tripConditions,
      tab: (tab) => inTab[tab],
      etaFrom: ({ from, to }, { timeZone }) => allOf(conditionsOfDays(eta, from, to, timeZone)),
    },
    ctx,
    q,
  );

export async function listArrivals(
  trx: Trx,
  ctx: Ctx,
  q: ArrivalQuery & { sort?: string; limit: number; offset: number },
): Promise<ArrivalRow[]> {
  const at = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const here = sql`l.waybill_id = w.id and l.removed_at is null
    and case when p.stop_type = ${stopType.load} then l.from_seq else l.to_seq end = p.seq`;
  // what was counted is looked up afterwards, the last one first
  const order = q.sort
    ? orderByClause(q.sort, sortable, 'p.id')
    : q.tab === 'checked'
      ? sql`${dueAt} desc nulls last, p.id desc`
      : sql`${dueAt} nulls last, p.id`;
  const { rows: page } = await sql<{
    id: string;
  }>`select p.id::text ${fromStops(ctx)} and ${arrivalConditions(ctx, q)} order by ${order} limit ${q.limit} offset ${q.offset}`.execute(
    trx,
  );
  const { rows } =
    await sql<ArrivalRow>`select p.id::text, w.waybill_code as "waybillCode", w.waybill_kind as "waybillKind", p.seq as "stopSeq",
      p.stop_type as "stopType", p.name as "stopName", p.address, coalesce(v.plate_no, '') as "plateNo", v.vehicle_color as "vehicleColor",
      coalesce(d.name, '') as "driverName", coalesce(d.phone, '') as "driverPhone",
      (select count(*)::int from waybill_leg l where ${here}) as "orderCount",
      (select coalesce(sum(${totalledPieces}), 0)::int from waybill_leg l where ${here}) as pieces,
      (select coalesce(sum(l.weight_kg), 0)::float8 from waybill_leg l where ${here}) as "weightKg",
      (select coalesce(sum(l.volume_m3), 0)::float8 from waybill_leg l where ${here}) as "volumeM3",
      w.from_name as "fromName", coalesce(c.name, '') as "carrierName", tr.name as "routeName", w.set_temp_c::float8 as "setTemp", w.seal_no as "sealNo",
      (select ${meanTemp} from device_state s where s.vehicle_id = w.vehicle_id and w.transport_status = ${transportStatus.inTransit}) as "boxTemp",
      (select min(l.temp_compliance)::float8 from waybill_leg l where ${here} and p.stop_type <> ${stopType.load}) as "tempRate",
      ${wireTimeSql(eta, ctx.timeZone)} as "etaTime",
      coalesce(r.difference, '') as difference, coalesce(r.check_user, '') as "checkUser",
      ${at('p.plan_arrive_at')} as "planArriveTime", ${at('p.window_end')} as "windowEnd", ${at('p.arrive_at')} as "arriveTime",
      p.arrive_source as "arriveSource",
      ${lateMinOfStop()} as "lateMin", ${lateOfStop()} as late,
      p.stop_status as "stopStatus", p.checked_at is not null as checked, p.place_id is not null as "atSite",
      (select b.dock || ' ' || to_char(lower(b.during) at time zone ${ctx.timeZone}, 'HH24:MI') || '~' || to_char(upper(b.during) at time zone ${ctx.timeZone}, 'HH24:MI')
        from dock_booking b where b.stop_id = p.id) as dock, w.version
    ${fromStops(ctx, lastCount)} and p.id = any(${page.map(({ id }) => id)}::bigint[])
    order by ${order}`.execute(trx);
  return rows;
}

export async function countArrivals(trx: Trx, ctx: Ctx, q: ArrivalQuery): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${fromStops(ctx)} and ${arrivalConditions(ctx, q)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Number of stops by tab: on the way (and of these expected soon), arrived and not counted, counted. */
export async function countArrivalsByTab(trx: Trx, ctx: Ctx, q: ArrivalQuery): Promise<Record<string, number>> {
  const { rows } = await sql<{ tab: string; n: number }>`select ${tabOf} as tab, count(*)::int as n
    ${fromStops(ctx)} and ${arrivalConditions(ctx, q)} group by 1`.execute(trx);
  const counts: Record<string, number> = { onTheWay: 0, arrived: 0, checked: 0 };
  for (const { tab, n } of rows) counts[tab] = n;
  const soon = await countArrivals(trx, ctx, { ...q, tab: 'soon' });
  return { ...counts, soon, all: rows.reduce((sum, { n }) => sum + n, 0) };
}
