import { dayMs } from '@tongda/contract/core/durations';
import { codes } from '@tongda/contract/core/endpoint';
import { orderStatus } from '@tongda/contract/transport/enums';
import { allocateUnits } from '@tongda/contract/transport/order/allocate';
import type { OrderFields, OrderItem } from '@tongda/contract/transport/order/fields';
import { deliveryMode, orderType, pickUpFlag, receiptRequire } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError } from '../../../core/http/errors';
import { nextCodes } from '../../../core/record/codes';
import { logSteps } from './log';
import { formOf, loadOrder } from './service';
import { lockOrders, refreshStatus, touchOrder } from './state';
import { insertOrder } from './write';

/** Days within which refused goods should be back with the shipper; the clerk changes the date as agreed. */
const returnDays = 3;

/** Takes `pieces` out of an order's goods, in proportion to its lines; weight and volume follow from the pieces. */
function takePieces(items: readonly OrderItem[], pieces: number): OrderItem[] {
  const shares = allocateUnits(
    pieces,
    items.map((item) => item.pieces),
  );
  const share = (total: number, of: number, whole: number, unit: number): number =>
    Math.max(1, Math.round((total * unit * of) / whole)) / unit;
  return items.flatMap((item, i) => {
    const of = shares[i] ?? 0;
    return of === 0
      ? []
      : [
          {
            ...item,
            pieces: of,
            weightKg: share(item.weightKg, of, item.pieces, 100),
            volumeM3: share(item.volumeM3, of, item.pieces, 1000),
          },
        ];
  });
}

/** Drafts the return order that brings refused goods back to the shipper (transport.md 3.1, 4→5). Answers its number. */
export async function draftReturn(
  trx: Trx,
  ctx: Ctx,
  { orderCode, pieces, reason }: { orderCode: string; pieces: number; reason: string },
): Promise<string> {
  const detail = await loadOrder(trx, ctx, orderCode);
  const fields = formOf(detail);
  const [returnCode = ''] = await nextCodes(trx, ctx, 'DD');
  const own: OrderFields = {
    ...fields,
    customerOrderNo: null,
    orderType: orderType.returned,
    pickUpFlag: pickUpFlag.brought,
    deliveryMode: deliveryMode.delivered,
    shipper: fields.receiver,
    shipPhone: fields.receivePhone,
    shipArea: fields.receiveArea,
    shipAddress: fields.receiveAddress,
    shipLng: fields.receiveLng,
    shipLat: fields.receiveLat,
    receiver: fields.shipper,
    receivePhone: fields.shipPhone,
    receiveArea: fields.shipArea,
    receiveAddress: fields.shipAddress,
    receiveLng: fields.shipLng,
    receiveLat: fields.shipLat,
    originSiteId: fields.destSiteId,
    destSiteId: fields.originSiteId,
    pickFrom: null,
    pickTo: null,
    arriveFrom: null,
    arriveTo: wireTime(Date.now() + returnDays * dayMs, ctx.timeZone),
    goodsValue: 0,
    insuredAmount: 0,
    codAmount: 0,
    pallets: null,
    unloadMin: null,
    receiptRequire: receiptRequire.none,
    receiptCopies: 0,
    items: takePieces(
      fields.items.map((item) => ({ ...item })),
      pieces,
    ),
    remark: `订单${orderCode}拒收${pieces}件：${reason}`.slice(0, 200),
  };
  const { org_id: orgId } = await trx
    .selectFrom('customer_order')
    .select('org_id')
    .where('id', '=', detail.id)
    .executeTakeFirstOrThrow();
  const id = await insertOrder(trx, ctx, own, { orderCode: returnCode, orgId });
  await trx.updateTable('customer_order').set({ return_of_id: detail.id }).where('id', '=', id).execute();
  await logSteps(trx, ctx, [
    {
      objType: 'customerOrder',
      objCode: returnCode,
      action: '下单',
      to: orderStatus.toDispatch,
      remark: `由${orderCode}拒收${pieces}件生成退货单`,
    },
  ]);
  return returnCode;
}

/** Voids the return order of a signature that is revoked; 4010 when that order has been dispatched already. */
export async function withdrawReturn(trx: Trx, ctx: Ctx, orderId: string): Promise<void> {
  const { rows } = await sql<{ code: string }>`select order_code as code from customer_order
    where client_id = ${ctx.clientId} and return_of_id = ${orderId} and voided_at is null`.execute(trx);
  const [order] = await lockOrders(
    trx,
    ctx,
    rows.map(({ code }) => code),
  );
  if (!order) return;
  if (order.orderStatus !== orderStatus.toDispatch)
    throw new AppError(
      codes.illegalTransition,
      `退货单${order.orderCode}${orderStatus.label(order.orderStatus)}，不能撤销签收；请先把它移出运单`,
    );
  await touchOrder(trx, ctx, order, { voided_at: sql<Date>`now()`, void_reason: '撤销签收' });
  await refreshStatus(trx, ctx, [order.id]);
  await logSteps(trx, ctx, [
    {
      objType: 'customerOrder',
      objCode: order.orderCode,
      action: '作废',
      from: order.orderStatus,
      to: orderStatus.voided,
      remark: '撤销签收',
    },
  ]);
}
