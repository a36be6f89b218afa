import { orderStatus } from '@tongda/contract/transport/enums';
import { type OrderStatus, pickUpOrderMachine } from '@tongda/contract/transport/order/status';
import {
  type PickUpDetail,
  type PickUpFilters,
  type PickUpRow,
  pickUpFilters,
} from '@tongda/contract/transport/pick-up/calls';
import { splitFlag, waybillKind } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';
import { allOf, orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { conditionsOfDays, wireColumn } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { orderScope } from '../../base/org/door';

export type PickUpQuery = Partial<PickUpFilters> & { ids?: string[] };

/** Pick-up orders of orders that the caller may see, each with the newest trip that carries it. */
const fromPickUps = (
  ctx: Ctx,
) => sql`from pick_up_order p join customer_order o on o.id = p.order_id join customer k on k.id = o.customer_id
    left join pick_up_order a on a.id = p.parent_id left join place s on s.id = p.place_id
    left join lateral (select w.waybill_code, w.waybill_kind, w.transport_status, case when w.waybill_kind = ${sql.lit(waybillKind.billOfLading)} then w.to_name end as to_name, v.plate_no, v.vehicle_color, d.name, d.phone
      from waybill_leg l join waybill w on w.id = l.waybill_id left join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id
      where l.order_id = o.id and l.removed_at is null and (l.pick_up_id = p.id or l.pick_up_id is null and l.leg_no = 1
        and not exists (select from waybill_leg x where x.order_id = o.id and x.removed_at is null and x.pick_up_id is not null))
      order by l.pick_up_id nulls last, l.id desc limit 1) t on true
  where p.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')}`;

const rowColumns = ({
  timeZone,
}: Ctx) => sql`p.id::text, p.pick_up_code as "pickUpCode", a.pick_up_code as "parentCode", p.split_flag as "splitFlag",
    o.order_code as "orderCode", o.customer_id::text as "customerId", k.name as "customerName", p.order_status as "orderStatus", p.shipper,
    p.ship_phone as "shipPhone", p.ship_area as "shipArea", p.ship_address as "shipAddress", ${wireColumn('p.plan_from', timeZone)} as "planFrom",
    ${wireColumn('p.plan_to', timeZone)} as "planTo", floor(extract(epoch from p.plan_to - now()) / 60)::int as "leftMin",
    coalesce(s.name, t.to_name, '') as "placeName", p.direct, p.total_pieces as "totalPieces", p.total_weight_kg::float8 as "totalWeight",
    p.total_volume_m3::float8 as "totalVolume", p.actual_pieces as "actualPieces", p.actual_weight_kg::float8 as "actualWeight",
    p.actual_volume_m3::float8 as "actualVolume", p.temperature_type as "temperatureType", p.temp_min_c::float8 as "tempMin",
    p.temp_max_c::float8 as "tempMax", t.waybill_code as "waybillCode", t.waybill_kind as "waybillKind",
    coalesce(t.transport_status = 2, false) as "onTheWay", t.plate_no as "plateNo", t.vehicle_color as "vehicleColor", t.name as "driverName",
    t.phone as "driverPhone", ${wireColumn('p.picked_at', timeZone)} as "pickTime", p.fail_count as "failCount", p.fail_reason as "failReason",
    ${wireColumn('p.failed_at', timeZone)} as "failTime", p.remark, ${wireColumn('p.created_at', timeZone)} as "createTime", p.version`;

const sortable = {
  pickUpCode: 'p.pick_up_code',
  orderStatus: 'p.order_status',
  orderCode: 'o.order_code',
  customerName: 'k.name',
  planTo: 'p.plan_to',
  totalPieces: 'p.total_pieces',
  totalWeight: 'p.total_weight_kg',
  totalVolume: 'p.total_volume_m3',
  pickTime: 'p.picked_at',
  createTime: 'p.created_at',
};

const ownConditions: OwnConditions<typeof pickUpFilters.table> = {
  planFrom: ({ from, to }, { timeZone }) => {
    const window = [
      ...conditionsOfDays('p.plan_to', from, undefined, timeZone),
      ...conditionsOfDays(sql`coalesce(p.plan_from, p.plan_to)`, undefined, to, timeZone),
    ];
    return sql<boolean>`(p.plan_to is null or ${allOf(window)})`;
  },
  failed: () => sql<boolean>`p.fail_count > 0`,
};

function pickUpConditions(ctx: Ctx, q: PickUpQuery): RawBuilder<boolean> {
  // a search by number finds the record whatever its day
  const asked = q.code ? { ...q, planFrom: undefined, planTo: undefined } : q;
  return filterConditions(pickUpFilters.table, 'p', ownConditions, ctx, asked);
}

type Bare = Omit<PickUpRow, 'allowActions'>;
/** Adds the steps that are allowed now; picking and failing need a 提单 on the road. */
function withAllowedActions<R extends Bare>(row: R): R & Pick<PickUpRow, 'allowActions'> {
  const own = row.waybillCode?.startsWith('TD') ?? false;
  // `refreshPickUps` is the only writer of the column and writes the machine's states
  const verbs = pickUpOrderMachine.allowed(row.orderStatus as OrderStatus).filter((verb) => {
    if (verb === 'pick') return own && row.onTheWay;
    if (verb === 'fail') return own;
    if (verb === 'void') return row.orderStatus === orderStatus.toDispatch || own;
    if (verb === 'splitOrder') return row.splitFlag === splitFlag.whole;
    if (verb === 'stowage') return !row.direct;
    return verb === 'edit';
  });
  return { ...row, allowActions: verbs };
}

export async function listPickUps(
  trx: Trx,
  ctx: Ctx,
  q: PickUpQuery & { sort?: string; limit: number; offset: number },
): Promise<PickUpRow[]> {
  const order = q.sort
    ? orderByClause(q.sort, sortable, 'p.id')
    : sql`p.order_status = 6, p.plan_to nulls last, p.id desc`;
  const { rows } = await sql<Bare>`select ${rowColumns(ctx)} ${fromPickUps(ctx)} and ${pickUpConditions(ctx, q)}
    order by ${order} limit ${q.limit} offset ${q.offset}`.execute(trx);
  return rows.map(withAllowedActions);
}

export async function countPickUps(trx: Trx, ctx: Ctx, q: PickUpQuery): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${fromPickUps(ctx)} and ${pickUpConditions(ctx, q)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Number of pick-up orders by state, and of all of them as `all`. */
export async function countPickUpsByStatus(trx: Trx, ctx: Ctx, q: PickUpQuery): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: number; n: number }>`select p.order_status as status, count(*)::int as n
    ${fromPickUps(ctx)} and ${pickUpConditions(ctx, q)} group by 1`.execute(trx);
  const counts: Record<string, number> = Object.fromEntries(orderStatus.codes.map((code) => [code, 0]));
  for (const { status, n } of rows) counts[status] = n;
  return { ...counts, all: rows.reduce((sum, { n }) => sum + n, 0) };
}

/** One pick-up order with its goods, children and receipt orders; undefined when it does not exist or the caller may not see it. */
export async function findPickUp(trx: Trx, ctx: Ctx, pickUpCode: string): Promise<PickUpDetail | undefined> {
  const { rows } = await sql<
    Bare &
      Pick<
        PickUpDetail,
        | 'shipLng'
        | 'shipLat'
        | 'placeId'
        | 'vehicleType'
        | 'handling'
        | 'voidReason'
        | 'createUser'
        | 'handedBy'
        | 'fileIds'
      >
  >`select
      ${rowColumns(ctx)}, p.ship_lng as "shipLng", p.ship_lat as "shipLat", p.place_id::text as "placeId", p.vehicle_type as "vehicleType", p.handling, p.handed_by as "handedBy",
      p.file_ids::text[] as "fileIds",
      coalesce(p.void_reason, o.void_reason) as "voidReason", coalesce((select u.name from app_user u where u.id = p.created_by), '') as "createUser"
    ${fromPickUps(ctx)} and p.pick_up_code = ${pickUpCode}`.execute(trx);
  const [row] = rows;
  if (!row) return undefined;
  const { rows: items } = await sql<
    PickUpDetail['items'][number]
  >`select id::text as "itemId", line_no as "lineNo", cargo_name as "cargoName", spec,
      pack_unit as "packUnit", temperature_type as "temperatureType", pieces, weight_kg::float8 as "weightKg", volume_m3::float8 as "volumeM3",
      actual_pieces as "actualPieces", actual_weight_kg::float8 as "actualWeight", actual_volume_m3::float8 as "actualVolume",
      product_temp_c::float8 as "productTemp"
    from pick_up_item where pick_up_id = ${row.id} and client_id = ${ctx.clientId} order by line_no`.execute(trx);
  const { rows: children } = await sql<
    PickUpDetail['children'][number]
  >`select pick_up_code as "pickUpCode", order_status as "orderStatus",
      total_pieces as "totalPieces", total_weight_kg::float8 as "totalWeight", total_volume_m3::float8 as "totalVolume"
    from pick_up_order where parent_id = ${row.id} and client_id = ${ctx.clientId} order by id`.execute(trx);
  const { rows: receipts } = await sql<
    PickUpDetail['receipts'][number]
  >`select r.receipt_code as "receiptCode", r.receipt_status as "receiptStatus",
      s.name as "siteName", r.plan_pieces as "planPieces", r.receive_pieces as "receivePieces", ${wireColumn('r.received_at', ctx.timeZone)} as "receiveTime"
    from receipt_order r join place s on s.id = r.place_id where r.pick_up_id = ${row.id} and r.client_id = ${ctx.clientId} order by r.id`.execute(
    trx,
  );
  return { ...withAllowedActions(row), items, children, receipts };
}
