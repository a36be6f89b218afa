import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { orderStatus } from '@tongda/contract/transport/enums';
import { receiptOrderMachine } from '@tongda/contract/transport/order/status';
import type {
  ReceiptOrderDetail,
  receiptOrderAdd,
  receiptOrderCorrect,
  receiptOrderOrders,
  receiptOrderReceive,
  receiptOrderVoid,
} from '@tongda/contract/transport/receipt-order/calls';
import {
  correctHours,
  correctionWords,
  type ReceiptLine,
  type ReceiptSums,
  receiptProblem,
  sumReceipt,
} from '@tongda/contract/transport/receipt-order/counting';
import {
  abnormalType,
  onHandStatus,
  receiptOrderStatus,
  receiveType,
  splitFlag,
} from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, invalidField } from '../../../core/http/errors';
import { nextCodes } from '../../../core/record/codes';
import { likePattern } from '../../../core/record/options';
import { refuseForeignFiles } from '../../base/file/door';
import { orderScope, visiblePlaces } from '../../base/org/door';
import { createAbnormalDraft } from '../abnormal/door';
import { conflictOf, lockOrders, logSteps, refreshStatus } from '../order/door';
import { loadPlannedGoods, settleOnHand } from './record';
import { findReceipt } from './repo';

type Status = (typeof receiptOrderStatus.codes)[number];
type Verb = (typeof receiptOrderMachine.verbs)[number];

/** Distribution centres and warehouses that the caller may see. */
export const listSites = (ctx: Ctx) =>
  ctx.db(async (trx) => {
    const { rows } = await sql<{
      id: string;
      name: string;
      own: boolean;
    }>`select p.id::text, p.name, coalesce(p.org_id = ${ctx.orgId}, false) as own from place p where p.client_id = ${ctx.clientId}
      and p.kind = 'site' and p.deleted_at is null and p.place_type in (1, 2) and ${visiblePlaces(ctx, 'p')}
      order by p.place_type, p.name limit 200`.execute(trx);
    return rows;
  });

/** Condition for orders whose goods their customer is going to bring. */
const isBroughtByCustomer = sql`o.order_status = ${orderStatus.toDispatch} and o.split_flag <> ${splitFlag.parent} and o.on_hand_status = ${onHandStatus.atCustomer}
  and not exists (select from pick_up_order p where p.order_id = o.id and p.order_status <> ${orderStatus.voided})
  and not exists (select from receipt_order r where r.order_id = o.id and r.receipt_status <> ${receiptOrderStatus.voided})`;

export const listOrdersToBring = (ctx: Ctx, { keyword }: Parsed<typeof receiptOrderOrders>) =>
  ctx.db(async (trx) => {
    const like = keyword ? likePattern(keyword) : null;
    const { rows } = await sql<{
      orderCode: string;
      customerName: string;
      receiver: string;
      totalPieces: number;
    }>`select
        o.order_code as "orderCode", k.name as "customerName", o.receiver, o.total_pieces as "totalPieces"
      from customer_order o join customer k on k.id = o.customer_id
      where o.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')} and ${isBroughtByCustomer}
        and (${like}::text is null or o.order_code ilike ${like} or o.customer_order_no ilike ${like} or k.name ilike ${like}) order by o.id desc limit 50`.execute(
      trx,
    );
    return rows;
  });

/** 新增: a receipt order for goods that a customer or a return will bring to a site. */
export function addReceipt(ctx: Ctx, { orderCode, siteId, remark }: Parsed<typeof receiptOrderAdd>) {
  return ctx.db(async (trx) => {
    const { rows: sites } = await sql<{
      id: string;
    }>`select p.id from place p where p.client_id = ${ctx.clientId} and p.id = ${siteId} and p.kind = 'site'
      and p.deleted_at is null and ${visiblePlaces(ctx, 'p')}`.execute(trx);
    if (sites.length === 0) throw invalidField('siteId', '所选站点不存在或无权使用');
    const [locked] = await lockOrders(trx, ctx, [orderCode]);
    const { rows } = await sql<{
      id: string;
      orgId: string | null;
      orderType: number;
      free: boolean;
      pickUp: string | null;
    }>`select o.id::text,
        o.org_id::text as "orgId", o.order_type as "orderType", ${isBroughtByCustomer} as free,
        (select p.pick_up_code from pick_up_order p where p.order_id = o.id and p.order_status <> ${orderStatus.voided} limit 1) as "pickUp"
      from customer_order o where o.client_id = ${ctx.clientId} and o.order_code = ${orderCode} and ${orderScope(ctx, 'o')}`.execute(
      trx,
    );
    const order = requireRow(locked ? rows[0] : undefined, '订单');
    if (order.pickUp)
      throw invalidField('orderCode', `订单${orderCode}由提货单${order.pickUp}上门提货，客户自送请先作废提货单`);
    if (!order.free) throw invalidField('orderCode', `订单${orderCode}已有收货单，或者不是待调度，不能新增收货单`);
    const items = await loadPlannedGoods(trx, order.id);
    const [code = ''] = await nextCodes(trx, ctx, 'SH');
    const { id } = await trx
      .insertInto('receipt_order')
      .values({
        client_id: ctx.clientId,
        org_id: order.orgId,
        receipt_code: code,
        order_id: order.id,
        place_id: siteId,
        receive_type: order.orderType === 2 ? receiveType.returned : receiveType.brought,
        plan_pieces: items.reduce((n, item) => n + item.pieces, 0),
        remark,
        created_by: ctx.userId,
        updated_by: ctx.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('receipt_item')
      .values(
        items.map((item) => ({
          client_id: ctx.clientId,
          receipt_id: id,
          line_no: item.lineNo,
          cargo_name: item.cargoName,
          spec: item.spec,
          pack_unit: item.packUnit,
          temperature_type: item.temperatureType,
          plan_pieces: item.pieces,
          plan_weight_kg: item.weightKg,
          plan_volume_m3: item.volumeM3,
        })),
      )
      .execute();
    await logSteps(trx, ctx, [
      { objType: 'receiptOrder', objCode: code, action: '新增', to: receiptOrderStatus.toReceive, remark: orderCode },
    ]);
    return { receiptCode: code, version: 1, receiptStatus: receiptOrderStatus.toReceive };
  });
}

interface Taken {
  detail: ReceiptOrderDetail;
  orderId: string;
}

/**
 * Locks a receipt order and its customer order; 4004 when the caller may not see it, 4010 when its state forbids the step, 4009 when it changed
 * since `version`.
 */
async function lockReceiptAtVersion(
  trx: Trx,
  ctx: Ctx,
  verb: Verb,
  input: { receiptCode: string; version: number },
): Promise<Taken> {
  const { orderCode } = requireRow(await findReceipt(trx, ctx, input.receiptCode), '收货单');
  const [order] = await lockOrders(trx, ctx, [orderCode]);
  const detail = requireRow(await findReceipt(trx, ctx, input.receiptCode), '收货单');
  // the wire says a number; the column is written with the machine's states only
  const status = detail.receiptStatus as Status;
  if (!receiptOrderMachine.can(verb, status))
    throw new AppError(codes.illegalTransition, receiptOrderMachine.refusal(verb, status, '收货单'), {
      from: status,
      to: receiptOrderMachine.to(verb),
    });
  if (detail.version !== input.version) throw await conflictOf(trx, ctx, 'receiptOrder', input.receiptCode);
  return { detail, orderId: requireRow(order, '订单').id };
}

type Counted = Omit<Parsed<typeof receiptOrderReceive>, 'finish'>;
type CountedLine = ReceiptLine & { itemId: string; cargoName: string };

/** Checks the counted lines: every line of the receipt order once, with possible counts (4000). `whole`: no line may be missing. */
function checkLines(detail: ReceiptOrderDetail, input: Counted, whole: boolean): CountedLine[] {
  return detail.items.map((item) => {
    const line = input.lines.find(({ itemId }) => itemId === item.itemId);
    if (!line) throw invalidField('lines', `请填写${item.cargoName}的实收数量`);
    const counted: CountedLine = {
      itemId: item.itemId,
      cargoName: item.cargoName,
      planPieces: item.planPieces,
      receivePieces: line.receivePieces,
      receiveWeightKg: line.receivePieces > 0 ? line.receiveWeight : 0,
      receiveVolumeM3: line.receivePieces > 0 ? line.receiveVolume : 0,
      damagedPieces: line.damagedPieces,
      productTempC: line.productTemp,
    };
    const cold = item.temperatureType === temperatureType.chilled || item.temperatureType === temperatureType.frozen;
    const problem = receiptProblem(counted, { cold: cold && whole, reason: Boolean(input.overReason) });
    if (problem) throw invalidField('lines', `${item.cargoName}：${problem}`);
    return counted;
  });
}

async function writeCount(
  trx: Trx,
  ctx: Ctx,
  detail: ReceiptOrderDetail,
  input: Counted,
  lines: readonly CountedLine[],
  status: Status,
): Promise<ReceiptSums> {
  await refuseForeignFiles(trx, ctx, input.fileIds, 'fileIds');
  const sums = sumReceipt(lines);
  for (const line of lines)
    await sql`update receipt_item set receive_pieces = ${line.receivePieces}, receive_weight_kg = ${line.receiveWeightKg},
      receive_volume_m3 = ${line.receiveVolumeM3}, damaged_pieces = ${line.damagedPieces}, product_temp_c = ${line.productTempC}
      where id = ${line.itemId} and receipt_id = ${detail.id}`.execute(trx);
  await trx
    .updateTable('receipt_order')
    .set({
      receipt_status: status,
      receive_pieces: sums.receivePieces,
      receive_weight_kg: sums.receiveWeightKg,
      receive_volume_m3: sums.receiveVolumeM3,
      damaged_pieces: sums.damagedPieces,
      short_pieces: status === receiptOrderStatus.received ? sums.shortPieces : 0,
      over_pieces: sums.overPieces,
      product_temp_c: sums.productTempC,
      box_temp_c: input.boxTemp,
      warehouse_area: input.warehouseArea,
      over_reason: input.overReason,
      handed_by: input.handedBy ?? detail.handedBy,
      file_ids: [...new Set([...detail.fileIds, ...input.fileIds])],
      remark: input.remark,
      receiver_user: ctx.userName,
      received_at: sql<Date>`coalesce(received_at, now())`,
      version: detail.version + 1,
      updated_by: ctx.userId,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', detail.id)
    .execute();
  return sums;
}

/** 收货: saves the count so far. `finish` puts the goods at the site and drafts an abnormal report for missing or damaged ones. */
export function receiveGoods(ctx: Ctx, { finish, ...input }: Parsed<typeof receiptOrderReceive>) {
  return ctx.db(async (trx) => {
    const { detail, orderId } = await lockReceiptAtVersion(trx, ctx, 'receive', input);
    const lines = checkLines(detail, input, finish);
    if (lines.every(({ receivePieces }) => receivePieces === 0))
      throw invalidField('lines', '还没有收到货，请填写实收件数');
    const status = finish ? receiptOrderStatus.received : receiptOrderStatus.partly;
    const sums = await writeCount(trx, ctx, detail, input, lines, status);
    if (finish) await putAtSite(trx, ctx, orderId, detail.siteId);
    await logSteps(trx, ctx, [
      {
        objType: 'receiptOrder',
        objCode: detail.receiptCode,
        action: finish ? '收货完成' : '部分收货',
        from: detail.receiptStatus,
        to: status,
        remark: countWordsOf(sums),
      },
      ...(finish
        ? [
            {
              objType: 'customerOrder' as const,
              objCode: detail.orderCode,
              action: '入站收货',
              remark: `${detail.siteName} ${countWordsOf(sums)}`,
            },
          ]
        : []),
    ]);
    const abnormalCode = finish ? await draftDifference(trx, ctx, detail, orderId, sums) : null;
    return {
      receiptCode: detail.receiptCode,
      version: detail.version + 1,
      receiptStatus: status,
      abnormalCode,
    };
  });
}

async function putAtSite(trx: Trx, ctx: Ctx, orderId: string, placeId: string): Promise<void> {
  await sql`update customer_order set on_hand_status = ${onHandStatus.atSite}, current_place_id = ${placeId}, updated_at = now()
    where id = ${orderId} and client_id = ${ctx.clientId}`.execute(trx);
  await settleOnHand(trx, ctx, [orderId]);
  await refreshStatus(trx, ctx, [orderId]);
}

const countWordsOf = ({ receivePieces, planPieces, damagedPieces, shortPieces, overPieces }: ReceiptSums): string =>
  [
    `实收${receivePieces}件，计划${planPieces}件`,
    damagedPieces > 0 ? `破损${damagedPieces}件` : '',
    shortPieces > 0 ? `短少${shortPieces}件` : '',
    overPieces > 0 ? `多货${overPieces}件` : '',
  ]
    .filter(Boolean)
    .join('，');

async function draftDifference(
  trx: Trx,
  ctx: Ctx,
  detail: ReceiptOrderDetail,
  orderId: string,
  sums: ReceiptSums,
): Promise<string | null> {
  const { shortPieces, damagedPieces, overPieces } = sums;
  if (shortPieces + damagedPieces + overPieces === 0) return null;
  const type = shortPieces > 0 ? abnormalType.shortage : damagedPieces > 0 ? abnormalType.damage : abnormalType.surplus;
  return createAbnormalDraft(trx, ctx, {
    orderIds: [orderId],
    type,
    description: `收货单${detail.receiptCode}在${detail.siteName}${countWordsOf(sums)}`,
    affectPieces: shortPieces + damagedPieces + overPieces,
    onceKey: `receipt ${detail.id}`,
  });
}

/** 更正 within a day, as long as the goods still lie at the site; the log gets the changes (transport.md 3.2: 3→2→3). */
export function correctReceipt(ctx: Ctx, { reason, ...input }: Parsed<typeof receiptOrderCorrect>) {
  return ctx.db(async (trx) => {
    const { detail, orderId } = await lockReceiptAtVersion(trx, ctx, 'correct', input);
    if (!detail.allowActions.includes('correct'))
      throw new AppError(codes.illegalTransition, `收货已超过${correctHours}小时，或货物已配载离站，不能更正`, {
        from: detail.receiptStatus,
        to: receiptOrderStatus.partly,
      });
    const lines = checkLines(detail, input, true);
    const before = detail.items.map((item) => ({
      cargoName: item.cargoName,
      planPieces: item.planPieces,
      receivePieces: item.receivePieces,
      receiveWeightKg: item.receiveWeight,
      receiveVolumeM3: item.receiveVolume,
      damagedPieces: item.damagedPieces,
      productTempC: item.productTemp,
    }));
    const difference = correctionWords(before, lines);
    const sums = await writeCount(trx, ctx, detail, input, lines, receiptOrderStatus.received);
    await settleOnHand(trx, ctx, [orderId]);
    const step = { objType: 'receiptOrder' as const, objCode: detail.receiptCode };
    await logSteps(trx, ctx, [
      { ...step, action: '更正', from: receiptOrderStatus.received, to: receiptOrderStatus.partly, remark: reason },
      {
        ...step,
        action: '收货完成',
        from: receiptOrderStatus.partly,
        to: receiptOrderStatus.received,
        remark: (difference || '数量未变').slice(0, 500),
      },
    ]);
    const abnormalCode = await draftDifference(trx, ctx, detail, orderId, sums);
    return {
      receiptCode: detail.receiptCode,
      version: detail.version + 1,
      receiptStatus: receiptOrderStatus.received,
      abnormalCode,
    };
  });
}

/** 作废 of a receipt order before anything was counted. */
export function voidReceipt(ctx: Ctx, { reason, ...input }: Parsed<typeof receiptOrderVoid>) {
  return ctx.db(async (trx) => {
    const { detail } = await lockReceiptAtVersion(trx, ctx, 'void', input);
    await sql`update receipt_order set receipt_status = ${receiptOrderStatus.voided}, voided_at = now(), void_reason = ${reason}, version = version + 1,
      updated_at = now(), updated_by = ${ctx.userId} where id = ${detail.id}`.execute(trx);
    await logSteps(trx, ctx, [
      {
        objType: 'receiptOrder',
        objCode: detail.receiptCode,
        action: '作废',
        from: detail.receiptStatus,
        to: receiptOrderStatus.voided,
        remark: reason,
      },
    ]);
    return {
      receiptCode: detail.receiptCode,
      version: detail.version + 1,
      receiptStatus: receiptOrderStatus.voided,
    };
  });
}
