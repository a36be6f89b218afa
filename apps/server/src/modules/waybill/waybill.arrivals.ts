import { transportStatus } from '@tongda/contract/enums/transport';
import { stopStatus, stopType } from '@tongda/contract/enums/waybill';
import type { ArrivalFilters, ArrivalRow } from '@tongda/contract/waybill/arrival';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { containing } from '../../core/options';
import { every, orderBy } from '../../core/rows';
import { waybillScope } from '../order/order.scope';

type Trx = Transaction<DB>;
export type ArrivalQuery = Partial<ArrivalFilters> & { ids?: string[] };

const sortable = {
  waybillCode: 'w.waybill_code',
  plateNo: 'v.plate_no',
  planArriveTime: 'p.plan_arrive_at',
  windowEnd: 'p.window_end',
  arriveTime: 'p.arrive_at',
};

/** Stops of trips that left, without the first: what arrives. */
const source = (
  ctx: Ctx,
) => sql`from waybill_stop p join waybill w on w.id = p.waybill_id left join vehicle v on v.id = w.vehicle_id
    left join driver d on d.id = w.driver_id
  where w.client_id = ${ctx.clientId} and p.client_id = ${ctx.clientId} and w.voided_at is null and p.seq > 1 and w.transport_status > ${transportStatus.toDepart}
    and ${waybillScope(ctx, 'w')}`;

const tabOf = sql`case when p.checked_at is not null then 'checked' when p.stop_status = ${stopStatus.toCome} then 'onTheWay' else 'arrived' end`;
/** The same as conditions that the database has figures for. */
const inTab: Readonly<Record<NonNullable<ArrivalQuery['tab']>, RawBuilder<boolean>>> = {
  checked: sql<boolean>`p.checked_at is not null`,
  onTheWay: sql<boolean>`(p.checked_at is null and p.stop_status = ${stopStatus.toCome})`,
  arrived: sql<boolean>`(p.checked_at is null and p.stop_status <> ${stopStatus.toCome})`,
};

function conditions(ctx: Ctx, q: ArrivalQuery): RawBuilder<boolean> {
  const found: Array<RawBuilder<boolean>> = [];
  const like = (column: string, value: string | undefined) => {
    if (value) found.push(sql<boolean>`${sql.ref(column)} ilike ${containing(value)}`);
  };
  if (q.tab) found.push(inTab[q.tab]);
  like('w.waybill_code', q.waybillCode);
  like('v.plate_no', q.plateNo);
  like('p.name', q.stopName);
  const day = (from: string) => sql`(${from}::date::timestamp at time zone ${ctx.timeZone})`;
  if (q.planFrom) found.push(sql<boolean>`p.plan_arrive_at >= ${day(q.planFrom)}`);
  if (q.planTo) found.push(sql<boolean>`p.plan_arrive_at < ${day(q.planTo)} + interval '1 day'`);
  if (q.ids) found.push(sql<boolean>`p.id = any(${q.ids}::bigint[])`);
  return every(found);
}

export async function listArrivals(
  trx: Trx,
  ctx: Ctx,
  q: ArrivalQuery & { sort?: string; limit: number; offset: number },
): Promise<ArrivalRow[]> {
  const at = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const here = sql`l.waybill_id = w.id and l.removed_at is null
    and case when p.stop_type = ${stopType.load} then l.from_seq else l.to_seq end = p.seq`;
  const order = q.sort ? orderBy(q.sort, sortable, 'p.id') : sql`p.plan_arrive_at nulls last, p.id`;
  const { rows: page } = await sql<{
    id: string;
  }>`select p.id::text ${source(ctx)} and ${conditions(ctx, q)} order by ${order} limit ${q.limit} offset ${q.offset}`.execute(
    trx,
  );
  const { rows } =
    await sql<ArrivalRow>`select p.id::text, w.waybill_code as "waybillCode", w.waybill_kind as "waybillKind", p.seq as "stopSeq",
      p.stop_type as "stopType", p.name as "stopName", p.address, coalesce(v.plate_no, '') as "plateNo", v.vehicle_color as "vehicleColor",
      coalesce(d.name, '') as "driverName", coalesce(d.phone, '') as "driverPhone",
      (select count(*)::int from waybill_leg l where ${here}) as "orderCount",
      (select coalesce(sum(l.plan_pieces), 0)::int from waybill_leg l where ${here}) as pieces,
      (select coalesce(sum(l.weight_kg), 0)::float8 from waybill_leg l where ${here}) as "weightKg",
      ${at('p.plan_arrive_at')} as "planArriveTime", ${at('p.window_end')} as "windowEnd", ${at('p.arrive_at')} as "arriveTime",
      p.arrive_source as "arriveSource",
      coalesce(floor(extract(epoch from coalesce(p.arrive_at, now()) - p.plan_arrive_at) / 60), 0)::int as "lateMin",
      p.stop_status as "stopStatus", p.checked_at is not null as checked, p.place_id is not null as "atSite",
      (select b.dock || ' ' || to_char(lower(b.during) at time zone ${ctx.timeZone}, 'HH24:MI') || '~' || to_char(upper(b.during) at time zone ${ctx.timeZone}, 'HH24:MI')
        from dock_booking b where b.stop_id = p.id) as dock, w.version
    ${source(ctx)} and p.id = any(${page.map(({ id }) => id)}::bigint[])
    order by ${order}`.execute(trx);
  return rows;
}

export async function countArrivals(trx: Trx, ctx: Ctx, q: ArrivalQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${source(ctx)} and ${conditions(ctx, q)}`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/** On the way, arrived and waiting for the count, counted. */
export async function countByTab(trx: Trx, ctx: Ctx, q: ArrivalQuery): Promise<Record<string, number>> {
  const { rows } = await sql<{ tab: string; n: number }>`select ${tabOf} as tab, count(*)::int as n
    ${source(ctx)} and ${conditions(ctx, q)} group by 1`.execute(trx);
  const counts: Record<string, number> = { onTheWay: 0, arrived: 0, checked: 0 };
  for (const { tab, n } of rows) counts[tab] = n;
  return { ...counts, all: rows.reduce((sum, { n }) => sum + n, 0) };
}
