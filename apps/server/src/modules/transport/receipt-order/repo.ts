import { receiptOrderMachine } from '@tongda/contract/transport/order/status';
import {
  type ReceiptOrderDetail,
  type ReceiptOrderFilters,
  type ReceiptOrderRow,
  receiptOrderFilters,
} from '@tongda/contract/transport/receipt-order/calls';
import { correctHours } from '@tongda/contract/transport/receipt-order/counting';
import { abnormalStatus, receiptOrderStatus } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';
import { orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireColumn } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { orderScope } from '../../base/org/door';
import { isOutside } from '../figures/door';

export type ReceiptQuery = Partial<ReceiptOrderFilters> & { ids?: string[] };

/** The newest report that the count of a receipt order led to: the one at its own counting, or at that of the arrival that brought the goods. */
const differenceJoin = sql`left join lateral (select x.abnormal_code, x.waybill_id from abnormal_report x where x.client_id = r.client_id
      and x.order_ids @> array[r.order_id] and x.abnormal_status <> ${sql.lit(abnormalStatus.withdrawn)}
      and (x.once_key = 'receipt ' || r.id or x.once_key like 'arrive %' and x.waybill_id = r.waybill_id) order by x.id desc limit 1) dif on true`;
/** Receipt orders of orders that the caller may see. */
const fromReceiptOrders = (
  ctx: Ctx,
) => sql`from receipt_order r join customer_order o on o.id = r.order_id join customer k on k.id = o.customer_id
    join place s on s.id = r.place_id left join pick_up_order u on u.id = r.pick_up_id left join waybill w on w.id = r.waybill_id
    left join vehicle v on v.id = w.vehicle_id ${differenceJoin}
  where r.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')}`;

const rowColumns = ({
  timeZone,
}: Ctx) => sql`r.id::text, r.receipt_code as "receiptCode", o.order_code as "orderCode", u.pick_up_code as "pickUpCode",
    w.waybill_code as "waybillCode", w.waybill_kind as "waybillKind", k.name as "customerName", r.receive_type as "receiveType",
    r.receipt_status as "receiptStatus", r.place_id::text as "siteId", s.name as "siteName", o.temperature_type as "temperatureType",
    o.temp_min_c::float8 as "tempMin", o.temp_max_c::float8 as "tempMax", r.plan_pieces as "planPieces", r.receive_pieces as "receivePieces",
    r.damaged_pieces as "damagedPieces", r.short_pieces as "shortPieces", r.over_pieces as "overPieces", r.receive_weight_kg::float8 as "receiveWeight",
    r.receive_volume_m3::float8 as "receiveVolume", r.product_temp_c::float8 as "productTemp",
    ${isOutside(sql`r.product_temp_c`)} as "tempBad", r.box_temp_c::float8 as "boxTemp",
    r.warehouse_area as "warehouseArea", v.plate_no as "plateNo", v.vehicle_color as "vehicleColor", dif.abnormal_code as "abnormalCode",
    case when dif.waybill_id is not null then w.waybill_code end as "abnormalWaybill", r.receiver_user as "receiverUser",
    ${wireColumn('r.received_at', timeZone)} as "receiveTime", ${wireColumn('r.created_at', timeZone)} as "createTime", r.remark, r.version,
    r.received_at > now() - interval '1 hour' * ${correctHours} and ${stillHere} as fresh`;
/** Condition: the goods still lie where this receipt order put them. */
const stillHere = sql`o.current_place_id = r.place_id and not exists (select from waybill_leg l where l.order_id = o.id and l.removed_at is null
  and l.transportation_status < 2) and r.id = (select max(x.id) from receipt_order x where x.order_id = o.id and x.receipt_status <> ${receiptOrderStatus.voided}
    and (x.receive_type = r.receive_type or x.id = r.id or x.receive_type = 3))`;

const sortable = {
  receiptCode: 'r.receipt_code',
  receiptStatus: 'r.receipt_status',
  orderCode: 'o.order_code',
  siteName: 's.name',
  customerName: 'k.name',
  planPieces: 'r.plan_pieces',
  receivePieces: 'r.receive_pieces',
  shortPieces: 'r.short_pieces',
  overPieces: 'r.over_pieces',
  receiveWeight: 'r.receive_weight_kg',
  receiveVolume: 'r.receive_volume_m3',
  receiveTime: 'r.received_at',
  createTime: 'r.created_at',
};

const differs = sql<boolean>`(r.damaged_pieces > 0 or r.short_pieces > 0 or r.over_pieces > 0)`;
const ownConditions: OwnConditions<typeof receiptOrderFilters.table> = {
  difference: (has) => (has === 'yes' ? differs : sql<boolean>`not ${differs}`),
};
const receiptConditions = (ctx: Ctx, q: ReceiptQuery): RawBuilder<boolean> =>
  filterConditions(receiptOrderFilters.table, 'r', ownConditions, ctx, q);

type Bare = Omit<ReceiptOrderRow, 'allowActions'> & { fresh: boolean | null };
type Status = (typeof receiptOrderStatus.codes)[number];
const withAllowedActions = <R extends Bare>({
  fresh,
  ...row
}: R): Omit<R, 'fresh'> & Pick<ReceiptOrderRow, 'allowActions'> => ({
  ...row,
  allowActions: receiptOrderMachine
    // the column is written with the machine's states only
    .allowed(row.receiptStatus as Status)
    .filter((verb) => verb !== 'correct' || fresh === true),
});

export async function listReceipts(
  trx: Trx,
  ctx: Ctx,
  q: ReceiptQuery & { sort?: string; limit: number; offset: number },
): Promise<ReceiptOrderRow[]> {
  const { rows } = await sql<Bare>`select ${rowColumns(ctx)} ${fromReceiptOrders(ctx)} and ${receiptConditions(ctx, q)}
    order by ${orderByClause(q.sort, sortable, 'r.id')} limit ${q.limit} offset ${q.offset}`.execute(trx);
  return rows.map(withAllowedActions);
}

export async function countReceipts(trx: Trx, ctx: Ctx, q: ReceiptQuery): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${fromReceiptOrders(ctx)} and ${receiptConditions(ctx, q)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Number of receipt orders by state, and of all of them as `all`. */
export async function countReceiptsByStatus(trx: Trx, ctx: Ctx, q: ReceiptQuery): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: number; n: number }>`select r.receipt_status as status, count(*)::int as n
    ${fromReceiptOrders(ctx)} and ${receiptConditions(ctx, q)} group by 1`.execute(trx);
  const counts: Record<string, number> = Object.fromEntries(receiptOrderStatus.codes.map((code) => [code, 0]));
  for (const { status, n } of rows) counts[status] = n;
  return { ...counts, all: rows.reduce((sum, { n }) => sum + n, 0) };
}

/** One receipt order with its lines; undefined when it does not exist or the caller may not see it. */
export async function findReceipt(trx: Trx, ctx: Ctx, code: string): Promise<ReceiptOrderDetail | undefined> {
  const { rows } = await sql<
    Bare & Pick<ReceiptOrderDetail, 'overReason' | 'voidReason' | 'createUser' | 'handedBy' | 'fileIds'>
  >`select ${rowColumns(ctx)},
      r.over_reason as "overReason", r.handed_by as "handedBy", r.file_ids::text[] as "fileIds", r.void_reason as "voidReason", coalesce((select a.name from app_user a where a.id = r.created_by), '') as "createUser"
    ${fromReceiptOrders(ctx)} and r.receipt_code = ${code}`.execute(trx);
  const [row] = rows;
  if (!row) return undefined;
  const { rows: items } = await sql<
    ReceiptOrderDetail['items'][number]
  >`select id::text as "itemId", line_no as "lineNo", cargo_name as "cargoName", spec,
      pack_unit as "packUnit", temperature_type as "temperatureType", plan_pieces as "planPieces", plan_weight_kg::float8 as "planWeight",
      plan_volume_m3::float8 as "planVolume", receive_pieces as "receivePieces", receive_weight_kg::float8 as "receiveWeight",
      receive_volume_m3::float8 as "receiveVolume", damaged_pieces as "damagedPieces", product_temp_c::float8 as "productTemp"
    from receipt_item where receipt_id = ${row.id} and client_id = ${ctx.clientId} order by line_no`.execute(trx);
  return { ...withAllowedActions(row), items };
}
