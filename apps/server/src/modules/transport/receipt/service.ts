import { dayMs } from '@tongda/contract/core/durations';
import { auditStatus } from '@tongda/contract/transport/enums';
import { maxReceiptPages } from '@tongda/contract/transport/receipt/calls';
import { hasPaper, receiptDueDays } from '@tongda/contract/transport/receipt/stage';
import { receiptRequire, receiptStatus, type signMethod } from '@tongda/contract/transport/waybill/enums';
import { distanceM } from '@tongda/geo/distance';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { illegalTransition } from '../../../core/http/errors';
import { nextCodes } from '../../../core/record/codes';
import { logSteps } from '../order/door';

type Require = (typeof receiptRequire.codes)[number];

interface Signed {
  require: Require;
  orderCode: string;
  receiveLng: number | null;
  receiveLat: number | null;
  lng: number | null;
  lat: number | null;
}

/** Minutes around the signature within which a position still tells where the truck stood. */
const nearMin = 10;

/**
 * Opens the receipt document of an order that has just been signed, if the order asks for one; it then waits for its pictures. A second signature,
 * after the first was revoked, begins anew. Called in the transaction of the signature.
 */
export async function openReceipt(trx: Trx, ctx: Ctx, orderId: string, signedAt: Date): Promise<void> {
  const order = await findSignedOrder(trx, ctx, orderId, signedAt);
  if (!order || order.require === receiptRequire.none) return;
  const days = hasPaper(order.require) ? receiptDueDays.paper : receiptDueDays.electronic;
  const dueAt = new Date(signedAt.getTime() + days * dayMs);
  const distance =
    order.lng !== null && order.lat !== null && order.receiveLng !== null && order.receiveLat !== null
      ? Math.round(distanceM(order.lng, order.lat, order.receiveLng, order.receiveLat))
      : null;
  const begun = {
    receipt_status: receiptStatus.toUpload,
    audit_status: auditStatus.pending,
    file_ids: sql<string[]>`'{}'::bigint[]`,
    sign_lng: order.lng,
    sign_lat: order.lat,
    sign_distance_m: distance,
    due_at: dueAt,
    uploaded_by: '',
    uploaded_at: null,
    audited_by: '',
    audited_at: null,
    audit_remark: null,
    sign_method: null,
    updated_by: ctx.userId,
  };
  const again = await trx
    .updateTable('receipt')
    .set({ ...begun, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('client_id', '=', ctx.clientId)
    .returning('receipt_no as receiptNo')
    .executeTakeFirst();
  const receiptNo = again?.receiptNo ?? (await nextCodes(trx, ctx, 'HD'))[0] ?? '';
  if (!again)
    await trx
      .insertInto('receipt')
      .values({ ...begun, client_id: ctx.clientId, order_id: orderId, receipt_no: receiptNo })
      .execute();
  await logSteps(trx, ctx, [
    { objType: 'receipt', objCode: receiptNo, action: '签收', to: receiptStatus.toUpload, remark: order.orderCode },
  ]);
}

async function findSignedOrder(trx: Trx, ctx: Ctx, orderId: string, signedAt: Date): Promise<Signed | undefined> {
  const { rows } =
    await sql<Signed>`select o.receipt_require as require, o.order_code as "orderCode", o.receive_lng as "receiveLng",
      o.receive_lat as "receiveLat", s.lng, s.lat
    from customer_order o
    left join lateral (select l.waybill_id from waybill_leg l where l.order_id = o.id and l.removed_at is null and l.final
      order by l.id desc limit 1) f on true
    left join waybill w on w.id = f.waybill_id
    left join device_state s on s.vehicle_id = w.vehicle_id
      and abs(extract(epoch from s.fix_time - ${signedAt}::timestamptz)) < ${nearMin * 60}
    where o.client_id = ${ctx.clientId} and o.id = ${orderId}`.execute(trx);
  return rows[0];
}

/** Cancels the receipt document of a signature that is revoked; 4010 when the paper is on its way already. */
export async function cancelReceipt(trx: Trx, ctx: Ctx, orderId: string, reason: string): Promise<void> {
  const row = await trx
    .selectFrom('receipt')
    .select(['id', 'receipt_no as receiptNo', 'receipt_status as status', 'audit_status as audit'])
    .where('order_id', '=', orderId)
    .where('client_id', '=', ctx.clientId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.audit === auditStatus.cancelled) return;
  if (row.status > receiptStatus.uploaded)
    throw illegalTransition(`回单${row.receiptNo}${receiptStatus.label(row.status)}，不能撤销签收`);
  await trx
    .updateTable('receipt')
    .set({
      receipt_status: receiptStatus.toUpload,
      audit_status: auditStatus.cancelled,
      file_ids: sql<string[]>`'{}'::bigint[]`,
      version: sql<number>`version + 1`,
      updated_by: ctx.userId,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', row.id)
    .execute();
  await logSteps(trx, ctx, [
    {
      objType: 'receipt',
      objCode: row.receiptNo,
      action: '撤销签收',
      from: row.status,
      to: receiptStatus.toUpload,
      remark: reason,
    },
  ]);
}

/**
 * Makes pictures that the driver took at the door pages of the receipt document, if there is one. The calling code has checked that the files are
 * the caller's.
 */
export async function attachPages(trx: Trx, ctx: Ctx, orderCode: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const { rows } = await sql<{ receiptNo: string; from: number }>`update receipt r
    set file_ids = (r.file_ids || ${[...fileIds]}::bigint[])[1:${maxReceiptPages}], receipt_status = ${receiptStatus.uploaded},
      audit_status = ${auditStatus.pending}, uploaded_by = ${ctx.userName}, uploaded_at = now(), version = r.version + 1,
      updated_by = ${ctx.userId}, updated_at = now()
    from customer_order o, receipt was
    where was.id = r.id and o.id = r.order_id and r.client_id = ${ctx.clientId} and o.order_code = ${orderCode}
      and r.receipt_status <= ${receiptStatus.uploaded} and r.audit_status in (${auditStatus.pending}, ${auditStatus.rejected})
    returning r.receipt_no as "receiptNo", was.receipt_status as from`.execute(trx);
  const row = rows[0];
  if (!row) return;
  const remark = `${fileIds.length}张`;
  await logSteps(trx, ctx, [
    { objType: 'receipt', objCode: row.receiptNo, action: '上传', from: row.from, to: receiptStatus.uploaded, remark },
    { objType: 'customerOrder', objCode: orderCode, action: '上传回单', remark },
  ]);
}

/** Stores how the receiver signed. */
export async function noteSignMethod(
  trx: Trx,
  ctx: Ctx,
  orderCode: string,
  method: (typeof signMethod.codes)[number],
): Promise<void> {
  await sql`update receipt r set sign_method = ${method} from customer_order o
    where o.id = r.order_id and r.client_id = ${ctx.clientId} and o.order_code = ${orderCode}`.execute(trx);
}
