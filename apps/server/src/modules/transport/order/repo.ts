import { orderStatus } from '@tongda/contract/transport/enums';
import { type OrderFilters, type OrderRow, orderFilters } from '@tongda/contract/transport/order/calls';
import { customerOrderMachine, type OrderStatus } from '@tongda/contract/transport/order/status';
import { abnormalStatus, legType, splitFlag } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';
import { floatOf, floatOrNull } from '../../../core/db/columns';
import { orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireColumn, wireColumnOrNull, wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { likePattern } from '../../../core/record/options';
import { orderScope } from '../../base/org/door';
import {
  dueOfOrder,
  etaOfChildren,
  expectedAtStop,
  isMoving,
  lateMinOf,
  lateOf,
  piecesOfLeg,
  wasKept,
  wasSigned,
} from '../figures/door';

interface NewestTrip {
  waybillCode: string;
  waybillKind: number;
  plateNo: string | null;
  driverName: string | null;
  driverPhone: string | null;
  /** expected arrival at the stop where it is handed over */
  eta: Date | null;
  pieces: number;
}
/** The trip that an order was put on last. Its pieces are the unloaded ones, or the loaded ones before that. */
const newestTrip = () =>
  sql<NewestTrip>`(select w.waybill_code as "waybillCode", w.waybill_kind as "waybillKind", v.plate_no as "plateNo", d.name as "driverName", d.phone as "driverPhone",
      case when l.transportation_status < 2 and l.final then ${expectedAtStop} end as eta,
      ${piecesOfLeg} as pieces
    from waybill_leg l join waybill w on w.id = l.waybill_id left join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id
      left join waybill_stop p on p.waybill_id = l.waybill_id and p.seq = l.to_seq and p.stop_status = 0
    where l.order_id = o.id and l.removed_at is null order by l.id desc limit 1)`.as<'t'>('t');

/** Orders that the caller may see, without joins: enough to count them. */
const fromVisibleOrders = (trx: Trx, ctx: Ctx) =>
  trx.selectFrom('customer_order as o').where('o.client_id', '=', ctx.clientId).where(orderScope(ctx, 'o'));

/** The same with the joins that a row of the list needs. */
export const fromOrdersWithJoins = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('customer_order as o')
    .innerJoin('customer as k', 'k.id', 'o.customer_id')
    .leftJoin('customer_order as p', 'p.id', 'o.parent_id')
    .leftJoin('app_user as u', 'u.id', 'o.created_by')
    .leftJoin('place as fp', 'fp.id', 'o.origin_place_id')
    .leftJoin('place as tp', 'tp.id', 'o.dest_place_id')
    .leftJoin('receipt as rc', 'rc.order_id', 'o.id')
    .leftJoinLateral(newestTrip, (j) => j.onTrue())
    .where('o.client_id', '=', ctx.clientId)
    .where(orderScope(ctx, 'o'));

/** What the steps of order `o` depend on beside its state; `allowedOrderActions` takes them. */
const actionSql = {
  // whether the children of a parent have all not moved yet
  childrenWait: sql<boolean>`not exists (select from customer_order c where c.parent_id = o.id and c.order_status not in (${sql.lit(orderStatus.toDispatch)}, ${sql.lit(orderStatus.voided)}))`,
  joined: sql<boolean>`exists (select from customer_order m where m.merged_into_id = o.id)`,
  onHand: sql<boolean>`(o.current_place_id is not null and not exists (select from waybill_leg l where l.order_id = o.id and l.removed_at is null
      and l.transportation_status < 2))`,
  // its last leg is on the road, or over where the receiver fetches it
  canSign: sql<boolean>`exists (select from waybill_leg l where l.order_id = o.id and l.removed_at is null and l.final
      and (l.transportation_status = 2 or l.transportation_status = 1 and l.leg_type = ${sql.lit(legType.delivery)}))`,
  // goods of other parts of its split order are being loaded or on the road
  siblingRuns: sql<boolean>`(o.parent_id is not null and exists (select from customer_order c where c.parent_id = o.parent_id and c.id <> o.id
      and c.order_status in (${sql.lit(orderStatus.loading)}, ${sql.lit(orderStatus.inTransit)})))`,
} as const;
const actionFacts = [
  actionSql.childrenWait.as('childrenWait'),
  actionSql.joined.as('joined'),
  actionSql.onHand.as('onHand'),
  actionSql.canSign.as('canSign'),
  actionSql.siblingRuns.as('siblingRuns'),
] as const;
/** The same as columns of a statement in SQL, with the flag of splits. */
export const actionColumns = sql`o.split_flag as "splitFlag", ${actionSql.childrenWait} as "childrenWait", ${actionSql.joined} as joined,
  ${actionSql.onHand} as "onHand", ${actionSql.canSign} as "canSign", ${actionSql.siblingRuns} as "siblingRuns"`;

const yuanSql = (column: string): RawBuilder<number> => sql<number>`(${sql.ref(column)}::float8 / 100)`;

const eta = sql<Date | null>`coalesce(t.eta, ${etaOfChildren})`;
const due = dueOfOrder(eta);

const rowColumns = ({ timeZone }: Ctx) =>
  [
    'o.id',
    'o.order_code as orderCode',
    'o.customer_order_no as customerOrderNo',
    'p.order_code as parentCode',
    'o.split_flag as splitFlag',
    sql<boolean>`o.merged_into_id is not null`.as('merged'),
    'o.priority',
    'o.customer_id as customerId',
    'k.name as customerName',
    'o.order_status as orderStatus',
    'o.business_type as businessType',
    'o.order_source as orderSource',
    'o.temperature_type as temperatureType',
    floatOrNull('o.temp_min_c').as('tempMin'),
    floatOrNull('o.temp_max_c').as('tempMax'),
    'o.shipper',
    'o.ship_phone as shipPhone',
    'o.ship_area as shipArea',
    'o.ship_address as shipAddress',
    'o.receiver',
    'o.receive_phone as receivePhone',
    'o.receive_area as receiveArea',
    'o.receive_address as receiveAddress',
    'o.total_pieces as totalPieces',
    floatOf('o.total_weight_kg').as('totalWeight'),
    floatOf('o.total_volume_m3').as('totalVolume'),
    wireColumnOrNull('o.pick_from', timeZone).as('pickFrom'),
    wireColumn('o.arrive_to', timeZone).as('arriveTo'),
    yuanSql('o.cod_fen').as('codAmount'),
    'o.freight_pay_mode as freightPayMode',
    'o.receipt_require as receiptRequire',
    't.waybillCode',
    't.waybillKind',
    't.plateNo',
    't.driverName',
    't.driverPhone',
    sql<string | null>`case when o.signed_at is null then ${wireTimeSql(eta, timeZone)} end`.as('etaTime'),
    lateOf(due, sql`o.client_id`).as('late'),
    lateMinOf(due).as('delayMin'),
    floatOrNull('o.temp_compliance').as('tempCompliance'),
    'fp.name as originSite',
    'tp.name as destSite',
    'o.dispatch_source as dispatchSource',
    'rc.receipt_status as receiptStatus',
    sql<number>`(select count(*)::int from abnormal_report a where a.client_id = o.client_id and a.order_ids @> array[o.id]
      and a.abnormal_status <> ${sql.lit(abnormalStatus.withdrawn)})`.as('abnormalCount'),
    sql<number>`coalesce(t.pieces, o.total_pieces)`.as('deliveredPieces'),
    'o.signer',
    wireColumnOrNull('o.signed_at', timeZone).as('signTime'),
    'o.sign_pieces as signPieces',
    'o.reject_pieces as rejectPieces',
    'o.remark',
    sql<string>`coalesce(u.name, '')`.as('createUser'),
    wireColumn('o.created_at', timeZone).as('createTime'),
    'o.version',
    ...actionFacts,
  ] as const;

const sortable = {
  orderCode: 'o.order_code',
  orderStatus: 'o.order_status',
  customerName: 'k.name',
  temperatureType: 'o.temperature_type',
  totalPieces: 'o.total_pieces',
  totalWeight: 'o.total_weight_kg',
  totalVolume: 'o.total_volume_m3',
  pickFrom: 'o.pick_from',
  arriveTo: 'o.arrive_to',
  tempCompliance: 'o.temp_compliance',
  codAmount: 'o.cod_fen',
  createTime: 'o.created_at',
};

/** What a list is asked for; the counts of all states are asked without a state. */
type Filters = Partial<OrderFilters> & { ids?: string[] };

const splitFlags = { whole: splitFlag.whole, parent: splitFlag.parent, child: splitFlag.child } as const;

/** The filters whose meaning is more than a comparison of columns. */
const ownConditions: OwnConditions<typeof orderFilters.table> = {
  codes: (numbers) =>
    numbers.length === 0
      ? sql<boolean>`true`
      : sql<boolean>`(o.order_code = any(${numbers}::text[]) or o.customer_order_no = any(${numbers}::text[]))`,
  // this function of the database uses the trigram index despite row-level security: see `orders_with_code` in the migrations
  receiver: (text) => sql<boolean>`o.id in (select orders_of_receiver(${likePattern(text)}))`,
  split: (which) => (which === 'moving' ? isMoving : sql<boolean>`o.split_flag = ${splitFlags[which]}`),
  cod: (has) => (has === 'yes' ? sql<boolean>`o.cod_fen > 0` : sql<boolean>`o.cod_fen = 0`),
  abnormal: (has, ctx) =>
    sql<boolean>`o.id ${has === 'yes' ? sql`in` : sql`not in`} (select unnest(a.order_ids) from abnormal_report a
      where a.client_id = ${ctx.clientId} and a.abnormal_status <> ${sql.lit(abnormalStatus.withdrawn)})`,
  signed: wasSigned,
  tempKept: wasKept,
  receiptStatus: (status, ctx) =>
    sql<boolean>`o.id in (select r.order_id from receipt r where r.client_id = ${ctx.clientId} and r.receipt_status = ${status})`,
};

function orderConditions(ctx: Ctx, q: Filters): RawBuilder<boolean> {
  // a search by numbers finds these orders whenever they were made, and whether they were split
  const split = q.split === 'moving' ? undefined : q.split;
  const asked = q.codes?.length ? { ...q, split, createFrom: undefined, createTo: undefined } : q;
  return filterConditions(orderFilters.table, 'o', ownConditions, ctx, asked);
}

export interface Acting {
  orderStatus: number;
  splitFlag: number;
  childrenWait: boolean;
  /** it came about by merging others */
  joined: boolean;
  onHand: boolean;
  canSign: boolean;
  /** other parts of its split order are under way: what is delivered would no longer add up to it without this one */
  siblingRuns: boolean;
}

/** Steps that the state machine allows, without those that a split order leaves to its children. */
export function allowedOrderActions(order: Acting): OrderRow['allowActions'] {
  // `refreshStatus` is the only writer of the column and writes the machine's states
  return customerOrderMachine.allowed(order.orderStatus as OrderStatus).filter((verb) => {
    if (!builtVerbs.has(verb)) return false;
    if (order.splitFlag === splitFlag.parent) return verb === 'cancelSplit' && order.childrenWait;
    if (order.splitFlag === splitFlag.child && (verb === 'splitOrder' || verb === 'merge')) return false;
    // an order in transit can be stowed only while it lies at a site, not while it is on a truck
    if (verb === 'stowage' && order.orderStatus === orderStatus.inTransit) return order.onHand;
    if (verb === 'void') return !order.siblingRuns;
    if (verb === 'sign') return order.canSign;
    if (verb === 'cancelMerge') return order.joined;
    return verb !== 'cancelSplit';
  });
}
/** Steps of the order itself; loading and withdrawing are steps of its waybill. */
const builtVerbs: ReadonlySet<string> = new Set([
  'edit',
  'splitOrder',
  'cancelSplit',
  'merge',
  'cancelMerge',
  'stowage',
  'sign',
  'revokeSign',
  'void',
]);

const withAllowedActions = <R extends Acting>(row: R) => {
  const { childrenWait: _, joined: _j, onHand: _on, canSign: _sign, siblingRuns: _runs, ...rest } = row;
  return { ...rest, allowActions: allowedOrderActions(row) };
};

export async function listOrders(
  trx: Trx,
  ctx: Ctx,
  q: Filters & { sort?: string; limit: number; offset: number },
): Promise<OrderRow[]> {
  // the page is chosen first: trips and names are looked up for its rows only, not for all rows before it
  const page = await fromVisibleOrders(trx, ctx)
    // PostgreSQL drops this left join when nothing sorts by it
    .leftJoin('customer as k', 'k.id', 'o.customer_id')
    .select('o.id')
    .where(orderConditions(ctx, q))
    .orderBy(orderByClause(q.sort, sortable, 'o.id'))
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  const rows = await fromOrdersWithJoins(trx, ctx)
    .select(rowColumns(ctx))
    .where(sql<boolean>`o.id = any(${page.map(({ id }) => id)}::bigint[])`)
    .orderBy(orderByClause(q.sort, sortable, 'o.id'))
    .execute();
  return rows.map(withAllowedActions);
}

/** Count of all orders that match, and sums of their goods: a parent's are those of its children, so only a list of parents counts them. */
export async function sumOrders(trx: Trx, ctx: Ctx, q: Filters) {
  const counted = q.split === 'parent' ? sql`true` : isMoving;
  const { total, pieces, weightKg, volumeM3, codAmount } = await fromVisibleOrders(trx, ctx)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`coalesce(sum(o.total_pieces) filter (where ${counted}), 0)::float8`.as('pieces'),
      sql<number>`coalesce(sum(o.total_weight_kg) filter (where ${counted}), 0)::float8`.as('weightKg'),
      sql<number>`coalesce(sum(o.total_volume_m3) filter (where ${counted}), 0)::float8`.as('volumeM3'),
      sql<number>`coalesce(sum(o.cod_fen) filter (where ${counted}), 0)::float8 / 100`.as('codAmount'),
    ])
    .where(orderConditions(ctx, q))
    .executeTakeFirstOrThrow();
  return { total, sums: { pieces, weightKg, volumeM3, codAmount } };
}

/** Number of orders by state, and of all of them as `all`. */
export async function countOrdersByStatus(trx: Trx, ctx: Ctx, q: Filters): Promise<Record<string, number>> {
  const rows = await fromVisibleOrders(trx, ctx)
    .select(['o.order_status as status', sql<number>`count(*)::int`.as('n')])
    .where(orderConditions(ctx, q))
    .groupBy('o.order_status')
    .execute();
  const counts: Record<string, number> = Object.fromEntries(orderStatus.codes.map((code) => [code, 0]));
  for (const { status, n } of rows) counts[status] = n;
  return { ...counts, all: rows.reduce((sum, { n }) => sum + n, 0) };
}

/** One order with all fields of its form; undefined when it does not exist or the caller may not see it. */
export async function findOrder(trx: Trx, ctx: Ctx, orderCode: string) {
  const { timeZone } = ctx;
  const row = await fromOrdersWithJoins(trx, ctx)
    .leftJoin('app_user as e', 'e.id', 'o.updated_by')
    .leftJoin('customer_order as m', 'm.id', 'o.merged_into_id')
    .leftJoin('customer_order as f', 'f.id', 'o.return_of_id')
    .select(rowColumns(ctx))
    .select([
      'o.parent_id as parentId',
      'o.order_type as orderType',
      'o.pick_up_flag as pickUpFlag',
      'o.delivery_mode as deliveryMode',
      'o.origin_place_id as originSiteId',
      'o.dest_place_id as destSiteId',
      'o.ship_lng as shipLng',
      'o.ship_lat as shipLat',
      'o.receive_lng as receiveLng',
      'o.receive_lat as receiveLat',
      wireColumnOrNull('o.pick_to', timeZone).as('pickTo'),
      wireColumnOrNull('o.arrive_from', timeZone).as('arriveFrom'),
      'o.pre_cool as preCool',
      yuanSql('o.goods_value_fen').as('goodsValue'),
      yuanSql('o.insured_fen').as('insuredAmount'),
      floatOrNull('o.pallets').as('pallets'),
      'o.unload_min as unloadMin',
      'o.receipt_copies as receiptCopies',
      'o.void_reason as voidReason',
      'm.order_code as mergedInto',
      'f.order_code as returnOf',
      sql<
        string | null
      >`(select b.order_code from customer_order b where b.return_of_id = o.id and b.voided_at is null order by b.id desc limit 1)`.as(
        'returnedBy',
      ),
      wireColumn('o.updated_at', timeZone).as('updateTime'),
      sql<string>`coalesce(e.name, '')`.as('updateUser'),
    ])
    .where('o.order_code', '=', orderCode)
    .executeTakeFirst();
  return row && withAllowedActions(row);
}

/** Columns that parents, children and merged orders show of each other. */
export const selectRelatives = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('customer_order as o')
    .select([
      'o.order_code as orderCode',
      'o.order_status as orderStatus',
      'o.receiver',
      'o.receive_area as receiveArea',
      'o.total_pieces as totalPieces',
      floatOf('o.total_weight_kg').as('totalWeight'),
      floatOf('o.total_volume_m3').as('totalVolume'),
    ])
    .where('o.client_id', '=', ctx.clientId)
    .orderBy('o.order_code');
