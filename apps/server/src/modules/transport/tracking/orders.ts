import { orderStatus } from '@tongda/contract/transport/enums';
import {
  type OrderTimeline,
  type OrderTrackFilters,
  type OrderTrackRow,
  orderTrackFilters,
} from '@tongda/contract/transport/tracking/calls';
import { onHandStatus } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';
import { allOf, orderByClause, requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireColumn, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import type { Secrets } from '../../../core/run/secrets';
import { orderScope, waybillScope } from '../../base/org/door';
import {
  dueOfOrder,
  expectedAtStop,
  goodsBox,
  isMoving,
  lateMinOf,
  lateOf,
  piecesOfLeg,
  wasSigned,
} from '../figures/door';
import { type Acting, actionColumns, allowedOrderActions, happenedAtSql } from '../order/door';
import { isFollowed } from './notify';
import { addPlaces, type LiveColumns, liveColumns, loadHappenings, loadStops } from './parts';
import { loadStepPictures } from './step-pictures';

export type OrderTrackQuery = Partial<OrderTrackFilters> & { ids?: string[] };

const onRoad = sql`coalesce(o.order_status = ${sql.lit(orderStatus.inTransit)} and t.transportation_status < 2, false)`;
/** The truck that brought the goods to a site drives on without them: it and its driver are theirs no more. */
const atHub = sql`coalesce(o.on_hand_status = ${sql.lit(onHandStatus.atSite)} and t.transportation_status >= 2, false)`;
/** Joins the newest trip of an order, its truck, and the truck's last report. */
const tripJoin = sql`left join lateral (select l.waybill_id, l.from_seq, l.to_seq, l.transportation_status, l.final, l.compartment_no,
        ${piecesOfLeg} as pieces from waybill_leg l
      where l.order_id = o.id and l.removed_at is null order by l.id desc limit 1) t on true
    left join waybill w on w.id = t.waybill_id left join vehicle v on v.id = w.vehicle_id and not ${atHub}
    left join driver d on d.id = w.driver_id and not ${atHub}
    left join waybill_stop p on p.waybill_id = w.id and p.seq = t.to_seq
    left join device_state s on s.vehicle_id = w.vehicle_id and w.transport_status = 2 and t.transportation_status < 2 ${goodsBox('t', onRoad)}`;

/**
 * Orders to be tracked, with their trips or without. Most of the table was delivered long ago, and reading it without trips is much cheaper.
 */
const fromOrders = (ctx: Ctx, withTrip: boolean) => sql`from customer_order o ${withTrip ? tripJoin : sql``}
  where ${isVisible(ctx)}`;
const isOwn = (ctx: Ctx) => sql`o.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')}`;
const isVisible = (ctx: Ctx) => sql`${isOwn(ctx)} and ${isMoving}`;
/** Join that is needed only for sorting; without it the rows before the page are read from indexes alone. */
const sortJoin = (sort: string | undefined) =>
  sort?.startsWith('customerName') ? sql`left join customer k on k.id = o.customer_id` : sql``;

/** Whether a query needs the trips of orders. For delivered orders it does so only when it names a truck or a waybill. */
const needsTrip = (q: OrderTrackQuery & { sort?: string }): boolean =>
  q.tab !== 'completed' || Boolean(q.code ?? q.plateNo ?? q.temp) || (q.sort ?? '').startsWith('etaTime');

/** Expected arrival at the receiver, by the trip that ends there. */
const eta = sql<Date | null>`(case when t.transportation_status < 2 and t.final and p.stop_status = 0 then ${expectedAtStop} end)`;
const due = dueOfOrder(eta);
const delay = lateMinOf(due);
const late = lateOf(due, sql`o.client_id`);
const isState = (state: RawBuilder<unknown>, wanted: NonNullable<OrderTrackFilters['late']>): RawBuilder<boolean> =>
  wanted === 'behind' ? sql<boolean>`${state} <> 'onTime'` : sql<boolean>`${state} = ${wanted}`;
/** The same for delivered orders, whose lateness is settled; late ones have an index of their own. */
const wasLate = (wanted: NonNullable<OrderTrackFilters['late']>): RawBuilder<boolean> => {
  if (wanted === 'expectedLate') return sql<boolean>`false`;
  return wanted === 'onTime' ? sql<boolean>`(${wasSigned('late')}) is not true` : wasSigned('late');
};
/** Temperature state of goods on the road; while they wait elsewhere the truck's readings say nothing about them. */
const tempState = sql<
  OrderTrackRow['temp']
>`(case when box.c is null then 'noData' when box.out then 'over' else 'inRange' end)`;

const tabs: Readonly<Record<NonNullable<OrderTrackFilters['tab']>, readonly number[]>> = {
  running: [orderStatus.toLoad, orderStatus.loading, orderStatus.inTransit],
  toLoad: [orderStatus.toLoad],
  loading: [orderStatus.loading],
  inTransit: [orderStatus.inTransit],
  completed: [orderStatus.completed],
};
const shown = [...tabs.running, ...tabs.completed];

const sortable = {
  orderCode: 'o.order_code',
  orderStatus: 'o.order_status',
  customerName: 'k.name',
  arriveTo: 'o.arrive_to',
  etaTime: expectedAtStop,
  tempCompliance: 'o.temp_compliance',
};

const hasStatus = (states: readonly number[]): RawBuilder<boolean> => {
  const [only, ...others] = states;
  return others.length === 0
    ? sql<boolean>`o.order_status = ${only}`
    : sql<boolean>`o.order_status = any(${states}::smallint[])`;
};
/** The filters whose meaning is more than a comparison of columns; lateness is read from the trip where the query joins it. */
const ownConditionsOf = (q: OrderTrackQuery): OwnConditions<typeof orderTrackFilters.table> => ({
  tab: (tab) => hasStatus(tabs[tab]),
  late: (state) => (needsTrip(q) ? isState(late, state) : wasLate(state)),
  temp: (state) => sql<boolean>`${tempState} = ${state}`,
  followed: (_only, ctx) => isFollowed(ctx, 'customerOrder', sql`o.order_code`),
});

function trackConditions(ctx: Ctx, q: OrderTrackQuery): RawBuilder<boolean> {
  // a search by number finds the record whatever its day
  const asked = q.code ? { ...q, arriveFrom: undefined, arriveTo: undefined } : q;
  const wanted = filterConditions(orderTrackFilters.table, 'o', ownConditionsOf(q), ctx, asked);
  return q.tab ? wanted : allOf([hasStatus(shown), wanted]);
}

/** Remaining way from the truck along the stops to the receiver, km: straight lines × 1.3. */
const remainKm = sql<number | null>`(case when t.transportation_status = 1 and s.lng is not null then (
    select round((sum(1.3 * 6371.0088 * 2 * asin(sqrt(power(sin(radians(b.lat - b.from_lat) / 2), 2)
      + cos(radians(b.from_lat)) * cos(radians(b.lat)) * power(sin(radians(b.lng - b.from_lng) / 2), 2)))))::numeric, 1)::float8
    from (select n.lng, n.lat, lag(n.lng, 1, s.lng) over (order by n.seq) as from_lng, lag(n.lat, 1, s.lat) over (order by n.seq) as from_lat
      from waybill_stop n where n.waybill_id = w.id and n.stop_status = 0 and n.seq <= t.to_seq and n.lng is not null and n.lat is not null) b) end)`;

/** Places of an order's present trip; where that ends at a site, the receiver is one more to come. */
const stopCount = sql<number>`((select count(*)::int from waybill_stop n where n.waybill_id = w.id and n.seq <= t.to_seq)
    + case when t.final is false then 1 else 0 end)`;

const trackColumns = (
  ctx: Ctx,
) => sql`o.id::text, o.order_code as "orderCode", o.customer_order_no as "customerOrderNo", k.name as "customerName",
    o.receiver, o.receive_area as "receiveArea", o.receive_address as "receiveAddress", o.receive_lng as "receiveLng",
    o.receive_lat as "receiveLat", o.order_status as "orderStatus", coalesce(e.action, '') as "lastEvent", ${wireColumn('e.at', ctx.timeZone)} as "lastTime",
    o.temperature_type as "temperatureType", o.temp_min_c::float8 as "tempMin", o.temp_max_c::float8 as "tempMax",
    box.c as "boxTemp", ${tempState} as temp, o.total_pieces as "totalPieces",
    ${wireColumn('o.arrive_to', ctx.timeZone)} as "arriveTo",
    case when o.signed_at is null then ${wireTimeSql(eta, ctx.timeZone)} end as "etaTime", ${delay} as "delayMin", ${late} as late,
    w.waybill_code as "waybillCode", w.waybill_kind as "waybillKind", v.id::text as "vehicleId", coalesce(v.plate_no, '') as "plateNo",
    ${wireColumn('w.actual_depart_at', ctx.timeZone)} as "departTime", ${wireColumn('w.actual_arrive_at', ctx.timeZone)} as "endTime",
    v.vehicle_color as "vehicleColor", coalesce(d.name, '') as "driverName", coalesce(d.phone, '') as "driverPhone",
    (select count(*)::int from waybill_stop n where n.waybill_id = w.id and n.stop_status > 0 and n.seq <= t.to_seq) as "stopDone",
    ${stopCount} as "stopCount", ${remainKm} as "remainKm",
    o.temp_compliance::float8 as "tempCompliance", rc.receipt_status as "receiptStatus",
    (select count(*)::int from abnormal_report a where a.client_id = o.client_id and a.order_ids @> array[o.id] and a.abnormal_status <> 8) as "abnormalCount",
    case when o.on_hand_status = ${sql.lit(onHandStatus.atSite)} then site.name end as "siteName", hub.lng as "siteLng", hub.lat as "siteLat",
    coalesce(t.pieces, o.total_pieces) as "deliveredPieces", ${actionColumns},
    ${isFollowed(ctx, 'customerOrder', sql`o.order_code`)} as followed, ${liveColumns(ctx)}`;
/** The newest step of an order, those of its pick-up orders included, by when it happened. */
const lastStep = (ctx: Ctx) => sql`left join lateral (select * from (
      (select l.id, l.action, ${happenedAtSql} as at from tms_operation_log l where l.client_id = ${ctx.clientId}
        and l.obj_type = 'customerOrder' and l.obj_code = o.order_code order by l.id desc limit 1)
      union all
      (select l.id, l.action, ${happenedAtSql} as at from pick_up_order u join tms_operation_log l on l.client_id = ${ctx.clientId}
        and l.obj_type = 'pickUpOrder' and l.obj_code = u.pick_up_code where u.order_id = o.id order by l.id desc limit 1)) n
    order by n.at desc, n.id desc limit 1) e on true`;

type Raw = Omit<OrderTrackRow, 'live' | 'allowActions'> & LiveColumns & Omit<Acting, 'orderStatus'>;

async function loadRows(
  trx: Trx,
  ctx: Ctx,
  { withTrip, sort }: { withTrip: boolean; sort?: string },
  rest: RawBuilder<unknown>,
): Promise<OrderTrackRow[]> {
  // the page is chosen first, so that the expensive columns are read for its rows only
  const { rows } = await sql<Raw>`with chosen as (select o.id, row_number() over () as no from (select o.id
      from customer_order o ${withTrip ? tripJoin : sql``} ${sortJoin(sort)} where ${rest}) o)
    select ${trackColumns(ctx)} ${joinsOf(ctx)} order by c.no`.execute(trx);
  return addPlaces(
    trx,
    ctx,
    rows.map(({ splitFlag, childrenWait, joined, onHand, canSign, siblingRuns, ...row }) => ({
      ...row,
      allowActions: allowedOrderActions({ ...row, splitFlag, childrenWait, joined, onHand, canSign, siblingRuns }),
    })),
  );
}
const joinsOf = (ctx: Ctx) =>
  sql`from chosen c join customer_order o on o.id = c.id join customer k on k.id = o.customer_id
    left join place site on site.id = o.current_place_id
    left join place_shape hub on hub.place_id = site.id and upper_inf(hub.during) and o.on_hand_status = ${sql.lit(onHandStatus.atSite)} left join receipt rc on rc.order_id = o.id ${tripJoin} ${lastStep(ctx)}`;

export const listOrderTracks = (
  trx: Trx,
  ctx: Ctx,
  q: OrderTrackQuery & { sort?: string; limit: number; offset: number },
): Promise<OrderTrackRow[]> => {
  // followed orders first, then those due first; delivered ones newest first
  const byTime =
    q.tab === 'completed'
      ? sql`o.arrive_to desc nulls last, o.id desc`
      : sql`${isFollowed(ctx, 'customerOrder', sql`o.order_code`)} desc, o.arrive_to, o.id`;
  const order = q.sort ? orderByClause(q.sort, sortable, 'o.id') : byTime;
  return loadRows(
    trx,
    ctx,
    { withTrip: needsTrip(q), sort: q.sort },
    sql`${isVisible(ctx)} and ${trackConditions(ctx, q)} order by ${order} limit ${q.limit} offset ${q.offset}`,
  );
};

export async function countOrderTracks(trx: Trx, ctx: Ctx, q: OrderTrackQuery): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${fromOrders(ctx, needsTrip(q))} and ${trackConditions(ctx, q)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

interface StateCount {
  status: number;
  n: number;
  late: number;
  over: number;
}

/**
 * Counts orders on their way by state. Unless a filter needs the newest trip of each order, open legs and the states of trucks are read once for
 * all orders.
 */
function countRunning(ctx: Ctx, q: OrderTrackQuery): RawBuilder<StateCount> {
  const wanted = trackConditions(ctx, { ...q, tab: 'running' });
  const counts = sql`o.order_status as status, count(*)::int as n, count(*) filter (where ${late} <> 'onTime')::int as late,
    count(*) filter (where ${tempState} = 'over')::int as over`;
  if (q.code ?? q.plateNo ?? q.temp) return sql`select ${counts} ${fromOrders(ctx, true)} and ${wanted} group by 1`;
  return sql`with t as (select distinct on (l.order_id) l.order_id, l.waybill_id, l.to_seq, l.transportation_status, l.final, l.compartment_no from waybill_leg l
      where l.client_id = ${ctx.clientId} and l.removed_at is null and l.transportation_status < 2 order by l.order_id, l.id desc),
    truck as materialized (select s.vehicle_id, s.live, s.device_time, jsonb_build_object('tempTime', s.stream->'tempTime') as stream from device_state s
      where s.vehicle_id in (select w.vehicle_id from waybill w where w.client_id = ${ctx.clientId} and w.transport_status = 2 and w.voided_at is null))
    select ${counts} from customer_order o left join t on t.order_id = o.id left join waybill w on w.id = t.waybill_id
      left join vehicle v on v.id = w.vehicle_id left join waybill_stop p on p.waybill_id = w.id and p.seq = t.to_seq
      left join truck s on s.vehicle_id = w.vehicle_id and w.transport_status = 2 ${goodsBox('t', onRoad)}
    where ${isVisible(ctx)} and ${wanted} group by 1`;
}

/** Number of orders by tab, and of those on their way that are late or too warm. */
export async function countOrdersByTab(trx: Trx, ctx: Ctx, q: OrderTrackQuery): Promise<Record<string, number>> {
  const { rows } = await sql<StateCount>`${countRunning(ctx, q)}`.execute(trx);
  const of = (states: readonly number[], what: 'n' | 'late' | 'over'): number =>
    rows.reduce((sum, row) => (states.includes(row.status) ? sum + row[what] : sum), 0);
  const counts = Object.fromEntries(Object.entries(tabs).map(([tab, states]) => [tab, of(states, 'n')]));
  const completed = await countOrderTracks(trx, ctx, { ...q, tab: 'completed' });
  return { ...counts, completed, late: of(tabs.running, 'late'), over: of(tabs.running, 'over') };
}

/** One order with the trips that carry it, or the orders that it was divided into, and all of its steps; 4004 when the caller may not see it. */
export async function loadOrderTimeline(
  trx: Trx,
  ctx: Ctx,
  secrets: Secrets,
  orderCode: string,
): Promise<OrderTimeline> {
  const find = (rest: RawBuilder<unknown>) => loadRows(trx, ctx, { withTrip: false }, sql`${isOwn(ctx)} and ${rest}`);
  const order = requireRow((await find(sql`o.order_code = ${orderCode}`))[0], '订单');
  const children = await find(
    sql`o.parent_id = ${order.id} and o.order_status <> ${sql.lit(orderStatus.voided)} order by o.id`,
  );
  const { rows: parents } = await sql<{ code: string }>`select p.order_code as code from customer_order o
    join customer_order p on p.id = o.parent_id where o.id = ${order.id}`.execute(trx);
  const { rows } = await sql<
    Omit<OrderTimeline['legs'][number], 'stops'> & { waybillId: string }
  >`select w.id::text as "waybillId", w.waybill_code as "waybillCode", w.waybill_kind as "waybillKind", l.leg_type as "legType",
      l.transportation_status as "transportationStatus", l.plan_pieces as "planPieces", l.load_pieces as "loadPieces", l.load_counted as "loadCounted", w.vehicle_id::text as "vehicleId",
      coalesce(v.plate_no, '') as "plateNo", v.vehicle_color as "vehicleColor", coalesce(d.name, '') as "driverName",
      coalesce(d.phone, '') as "driverPhone", l.from_seq as "fromSeq", l.to_seq as "toSeq", ${wireColumn('w.plan_depart_at', ctx.timeZone)} as "planDepartTime",
      ${wireColumn('w.actual_depart_at', ctx.timeZone)} as "actualDepartTime", ${wireColumn('w.actual_arrive_at', ctx.timeZone)} as "actualArriveTime",
      l.temp_compliance::float8 as "tempCompliance"
    from waybill_leg l join waybill w on w.id = l.waybill_id left join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id
    where l.client_id = ${ctx.clientId} and l.order_id = ${order.id} and l.removed_at is null and ${waybillScope(ctx, 'w')}
    order by l.id`.execute(trx);
  const stops = await loadStops(
    trx,
    ctx,
    rows.map(({ waybillId }) => waybillId),
  );
  const legs = rows.map(({ waybillId, ...leg }) => ({
    ...leg,
    // stops of other goods on the same trip are none of this order's business
    stops: (stops.get(waybillId) ?? []).filter(({ seq }) => seq === leg.fromSeq || seq === leg.toSeq),
  }));
  const pictures = await loadStepPictures(trx, ctx, secrets, order.id);
  return {
    order,
    parentCode: parents[0]?.code ?? null,
    children,
    legs,
    timeline: await loadHappenings(trx, ctx, 'customerOrder', orderCode, pictures),
  };
}
