import { auditStatus } from '@tongda/contract/transport/enums';
import {
  type ReceiptDetail,
  type ReceiptFilters,
  type ReceiptRow,
  receiptFilters,
} from '@tongda/contract/transport/receipt/calls';
import {
  type ReceiptFacts,
  type ReceiptStage,
  receiptActions,
  receiptStageKeys,
} from '@tongda/contract/transport/receipt/stage';
import { receiptRequire, receiptStatus } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';
import { orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireColumn } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions, type OwnConditions } from '../../../core/record/filters';
import { orderScope } from '../../base/org/door';
import { piecesOfLeg } from '../figures/door';

export type ReceiptQuery = Partial<ReceiptFilters> & { ids?: string[] };

const hasCode = (column: string, code: number) => sql`${sql.ref(column)} = ${sql.lit(code)}`;
/** `receiptStageOf` of the contract, in SQL. */
const stageSql = sql<
  ReceiptRow['stage']
>`(case when ${hasCode('r.audit_status', auditStatus.cancelled)} then 'cancelled'
  when ${hasCode('r.receipt_status', receiptStatus.recovered)} then 'recovered' when ${hasCode('r.receipt_status', receiptStatus.sent)} then 'sent'
  when ${hasCode('r.receipt_status', receiptStatus.received)} then 'received' when ${hasCode('r.receipt_status', receiptStatus.returned)} then 'returned'
  when ${hasCode('r.audit_status', auditStatus.rejected)} then 'rejected' when ${hasCode('r.receipt_status', receiptStatus.toUpload)} then 'toUpload'
  when ${hasCode('r.audit_status', auditStatus.passed)} then 'passed' else 'toAudit' end)`;
/** `receiptDone` of the contract, in SQL. */
const isDone = sql`(${stageSql} in ('cancelled', 'returned')
  or ${stageSql} = 'passed' and o.receipt_require not in (${sql.lit(receiptRequire.paper)}, ${sql.lit(receiptRequire.both)}))`;
const overdueDays = sql<number>`(case when ${isDone} or r.due_at >= now() then 0
  else ceil(extract(epoch from now() - r.due_at) / 86400) end)::int`;

/** Receipt documents of orders that the caller may see, with the trip that brought the goods. */
const fromReceipts = (
  ctx: Ctx,
) => sql`from receipt r join customer_order o on o.id = r.order_id join customer k on k.id = o.customer_id
    left join lateral (select l.waybill_id, ${piecesOfLeg} as pieces from waybill_leg l
      where l.order_id = o.id and l.removed_at is null order by l.id desc limit 1) t on true
    left join waybill w on w.id = t.waybill_id left join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id
    left join carrier c on c.id = w.carrier_id
  where r.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')}`;

const sortable = {
  receiptNo: 'r.receipt_no',
  orderCode: 'o.order_code',
  customerName: 'k.name',
  signTime: 'o.signed_at',
  signDistanceM: 'r.sign_distance_m',
  dueTime: 'r.due_at',
  uploadTime: 'r.uploaded_at',
  overdueDays,
};

/** Condition: the document `r` is in a stage. */
export const isInStage = (stage: ReceiptStage): RawBuilder<boolean> => sql<boolean>`${stageSql} = ${stage}`;

const ownConditions: OwnConditions<typeof receiptFilters.table> = {
  stage: isInStage,
  overdue: () => sql<boolean>`${overdueDays} > 0`,
};
const receiptConditions = (ctx: Ctx, q: ReceiptQuery): RawBuilder<boolean> =>
  filterConditions(receiptFilters.table, 'r', ownConditions, ctx, q);

const receiptColumnsOf = (
  ctx: Ctx,
) => sql`r.id::text, r.receipt_no as "receiptNo", o.order_code as "orderCode", k.name as "customerName",
    o.receiver, o.receive_area as "receiveArea", o.receive_address as "receiveAddress", w.waybill_code as "waybillCode",
    w.waybill_kind as "waybillKind", coalesce(v.plate_no, '') as "plateNo", v.vehicle_color as "vehicleColor",
    coalesce(d.name, '') as "driverName", coalesce(c.name, '') as "carrierName", o.signer, ${wireColumn('o.signed_at', ctx.timeZone)} as "signTime",
    o.sign_pieces as "signPieces", o.reject_pieces as "rejectPieces", r.sign_distance_m as "signDistanceM",
    o.receipt_require as "receiptRequire", o.receipt_copies as "receiptCopies", cardinality(r.file_ids) as "pageCount", ${stageSql} as stage,
    r.receipt_status as "receiptStatus", r.audit_status as "auditStatus", r.audit_remark as "auditRemark", ${wireColumn('r.due_at', ctx.timeZone)} as "dueTime",
    ${overdueDays} as "overdueDays", r.express_company as "expressCompany", r.express_no as "expressNo", r.uploaded_by as "uploadUser",
    ${wireColumn('r.uploaded_at', ctx.timeZone)} as "uploadTime", r.version`;

type Raw = Omit<ReceiptRow, 'allowActions'>;
const withAllowedActions = <R extends Raw>(row: R) => {
  // the wire says numbers; the columns are written with codes of these enumerations only
  const facts = row as Pick<Raw, keyof ReceiptFacts> as ReceiptFacts;
  return { ...row, allowActions: receiptActions(facts) };
};

export async function listReceipts(
  trx: Trx,
  ctx: Ctx,
  q: ReceiptQuery & { sort?: string; limit: number; offset: number },
): Promise<ReceiptRow[]> {
  const { rows } = await sql<Raw>`select ${receiptColumnsOf(ctx)} ${fromReceipts(ctx)} and ${receiptConditions(ctx, q)}
    order by ${orderByClause(q.sort, sortable, 'r.id')} limit ${q.limit} offset ${q.offset}`.execute(trx);
  return rows.map(withAllowedActions);
}

export async function countReceipts(trx: Trx, ctx: Ctx, q: ReceiptQuery): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${fromReceipts(ctx)} and ${receiptConditions(ctx, q)}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Number of receipt documents by stage, and of all of them as `all`. */
export async function countReceiptsByStage(trx: Trx, ctx: Ctx, q: ReceiptQuery): Promise<Record<string, number>> {
  const { rows } = await sql<{ stage: string; n: number }>`select ${stageSql} as stage, count(*)::int as n
    ${fromReceipts(ctx)} and ${receiptConditions(ctx, q)} group by 1`.execute(trx);
  const counts: Record<string, number> = Object.fromEntries(receiptStageKeys.map((key) => [key, 0]));
  for (const { stage, n } of rows) counts[stage] = n;
  return { ...counts, all: rows.reduce((sum, { n }) => sum + n, 0) };
}

type Detailed = Omit<ReceiptDetail, 'allowActions' | 'pages' | 'sign' | 'receive' | 'handover' | 'items' | 'log'> & {
  orderId: string;
  vehicleId: string | null;
  signedMs: number | null;
  fileIds: string[];
  signLng: number | null;
  signLat: number | null;
  receiveLng: number | null;
  receiveLat: number | null;
};

/** One receipt document with all that its page shows; undefined when it does not exist or the caller may not see it. */
export async function findReceipt(trx: Trx, ctx: Ctx, orderCode: string) {
  const { rows } =
    await sql<Detailed>`select ${receiptColumnsOf(ctx)}, r.remark, o.reject_reason as "rejectReason", r.sign_method as "signMethod",
      coalesce(t.pieces, o.total_pieces) as "deliveredPieces", ${wireColumn('w.actual_depart_at', ctx.timeZone)} as "departTime",
      o.temperature_type as "temperatureType", o.temp_min_c::float8 as "tempMin", o.temp_max_c::float8 as "tempMax",
      r.audited_by as "auditUser", ${wireColumn('r.audited_at', ctx.timeZone)} as "auditTime", ${wireColumn('r.recovered_at', ctx.timeZone)} as "recoverTime",
      ${wireColumn('r.sent_at', ctx.timeZone)} as "sendTime", ${wireColumn('r.received_at', ctx.timeZone)} as "receiveTime", ${wireColumn('r.returned_at', ctx.timeZone)} as "returnTime",
      o.id::text as "orderId", w.vehicle_id::text as "vehicleId", (extract(epoch from o.signed_at) * 1000)::float8 as "signedMs",
      r.file_ids::text[] as "fileIds", r.sign_lng as "signLng", r.sign_lat as "signLat", o.receive_lng as "receiveLng", o.receive_lat as "receiveLat"
    ${fromReceipts(ctx)} and o.order_code = ${orderCode}`.execute(trx);
  return rows[0] && withAllowedActions(rows[0]);
}

export interface LockedReceipt extends ReceiptFacts {
  id: string;
  orderId: string;
  orderCode: string;
  receiptNo: string;
  fileIds: string[];
  version: number;
}
/** Locks the receipt documents of orders that the caller may see, sorted by id. */
export async function lockReceipts(trx: Trx, ctx: Ctx, orderCodes: readonly string[]): Promise<LockedReceipt[]> {
  const { rows } =
    await sql<LockedReceipt>`select r.id::text, o.id::text as "orderId", o.order_code as "orderCode", r.receipt_no as "receiptNo",
      r.receipt_status as "receiptStatus", r.audit_status as "auditStatus", o.receipt_require as "receiptRequire",
      r.file_ids::text[] as "fileIds", r.version
    from receipt r join customer_order o on o.id = r.order_id
    where r.client_id = ${ctx.clientId} and o.order_code = any(${orderCodes}::text[]) and ${orderScope(ctx, 'o')}
    order by r.id for update of r`.execute(trx);
  return rows;
}

/** Files of the pages of receipt documents, in the sequence of the pages. */
export async function loadPagesOf(trx: Trx, ctx: Ctx, orderCodes: readonly string[]) {
  const { rows } = await sql<{
    orderCode: string;
    name: string;
    key: string;
    page: number;
  }>`select o.order_code as "orderCode",
      f.file_name as name, f.blob_key as key, p.page::int
    from receipt r join customer_order o on o.id = r.order_id
    cross join lateral unnest(r.file_ids) with ordinality p(file_id, page) join file f on f.id = p.file_id and f.client_id = r.client_id
    where r.client_id = ${ctx.clientId} and o.order_code = any(${orderCodes}::text[]) and ${orderScope(ctx, 'o')}
    order by o.order_code, p.page`.execute(trx);
  return rows;
}
