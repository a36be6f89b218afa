import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import type { WaybillCalls } from '@tongda/contract/transport/waybill/calls';
import { stowStatus } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, blockedByRule, invalidField } from '../../../../core/http/errors';
import { loadingSteps, lockOrders, logSteps, refreshStatus } from '../../order/door';
import {
  countedShort,
  type LockedWaybill,
  loadLegs,
  lockWaybill,
  type OpenLeg,
  refuseStow,
  refuseWaybill,
  writeWaybill,
} from '../state';

type Step = { waybillCode: string; version: number };
type LoadVerb = 'startLoad' | 'load' | 'rollback';
const words: Readonly<Record<LoadVerb, string>> = { ...loadingSteps, rollback: '撤销装车' };

/** Locks a waybill that may be loaded, and the orders that are loaded at its first stop. */
async function lockForLoading(
  trx: Trx,
  ctx: Ctx,
  kind: number,
  { waybillCode, version }: Step,
  verb: LoadVerb | 'countLoad',
) {
  const waybill = await lockWaybill(trx, ctx, waybillCode, { version, kind });
  refuseWaybill('stowage', waybill);
  refuseStow(verb, waybill);
  const legs = await loadLegs(trx, ctx, waybill.id);
  if (legs.length === 0) throw new AppError(codes.illegalTransition, `运单${waybillCode}没有订单，不能装车`);
  const orders = await lockOrders(
    trx,
    ctx,
    legs.map(({ orderCode }) => orderCode),
  );
  return { waybill, legs, orders };
}

/**
 * 开始装车, 装车完成 (all planned pieces are on board) and 撤销装车 (none is). Goods of later stops are loaded there. What was counted short
 * does not become whole unasked, not even where nothing was there: 4011 names it, unless `asPlanned` says that it is on board after all.
 */
export function loadWaybill(ctx: Ctx, kind: number, step: Step & { asPlanned?: boolean }, verb: LoadVerb) {
  return ctx.db(async (trx) => {
    const { waybill, legs, orders } = await lockForLoading(trx, ctx, kind, step, verb);
    if (verb === 'startLoad') await refuseSecondStart(waybill);
    const short = verb === 'load' ? countedShort(legs) : [];
    if (short.length > 0 && !step.asPlanned) throw blockedByRule(`${shortText(short)}，清点数少于应装数`);
    if (verb !== 'startLoad')
      await sql`update waybill_leg set load_pieces = case when ${verb === 'rollback'} then 0 else plan_pieces end, load_counted = ${verb === 'load'}
        where waybill_id = ${waybill.id} and removed_at is null and from_seq = 1`.execute(trx);
    const version = await writeWaybill(trx, ctx, waybill, {
      load_started_at: verb === 'rollback' ? null : sql`coalesce(load_started_at, now())`,
      ...(verb === 'startLoad' ? {} : { stow_status: verb === 'rollback' ? stowStatus.stowing : stowStatus.loaded }),
    });
    const remark = short.length > 0 ? `${shortText(short)}，按应装数完成` : '';
    await settleOrders(trx, ctx, waybill, orders, words[verb], remark);
    return { waybillCode: waybill.waybillCode, version };
  });
}

const shortText = (legs: readonly OpenLeg[]): string =>
  legs
    .slice(0, 3)
    .map(({ orderCode, loadPieces, planPieces }) => `${orderCode}应装${planPieces}件、清点${loadPieces}件`)
    .join('；');

async function refuseSecondStart({ loadStarted, waybillCode }: LockedWaybill): Promise<void> {
  if (loadStarted) throw new AppError(codes.illegalTransition, `运单${waybillCode}已开始装车，不能重复开始`);
}

/** 装车清点: stores how many pieces of an order are on board, 0 if nothing of it is there; the first count begins the loading. */
export function countLoad(ctx: Ctx, kind: number, input: Parsed<WaybillCalls['countLoad']>) {
  return ctx.db(async (trx) => {
    const { waybill, legs, orders } = await lockForLoading(trx, ctx, kind, input, 'countLoad');
    const leg = legs.find(({ orderCode }) => orderCode === input.orderCode);
    if (!leg) throw invalidField('orderCode', `订单${input.orderCode}不在此运单上`);
    if (leg.fromSeq !== 1) throw invalidField('orderCode', `订单${input.orderCode}在后面的站点装车`);
    if (input.pieces > leg.planPieces)
      throw invalidField('pieces', `订单${input.orderCode}应装${leg.planPieces}件，不能装${input.pieces}件`);
    const counts = { load_pieces: input.pieces, load_counted: true };
    await trx.updateTable('waybill_leg').set(counts).where('id', '=', leg.id).execute();
    const version = await writeWaybill(trx, ctx, waybill, { load_started_at: sql`coalesce(load_started_at, now())` });
    const counted = orders.filter(({ orderCode }) => orderCode === input.orderCode);
    await settleOrders(
      trx,
      ctx,
      waybill,
      counted,
      loadingSteps.countLoad,
      `${input.orderCode} ${input.pieces}/${leg.planPieces}件`,
    );
    return { waybillCode: waybill.waybillCode, version };
  });
}

/** Derives the states of the orders again and writes the step to the log with their new states. */
async function settleOrders(
  trx: Trx,
  ctx: Ctx,
  { id, waybillCode }: LockedWaybill,
  orders: ReadonlyArray<{ id: string; orderCode: string; orderStatus: number }>,
  action: string,
  remark = '',
): Promise<void> {
  const { rows: aboard } = await sql<{ id: string }>`select order_id::text as id from waybill_leg
    where waybill_id = ${id} and removed_at is null`.execute(trx);
  const ids = aboard.map((row) => row.id);
  await refreshStatus(trx, ctx, ids);
  const { rows } = await sql<{ id: string; status: number }>`select id::text, order_status as status from customer_order
    where id = any(${ids}::bigint[])`.execute(trx);
  const after = new Map(rows.map((row) => [row.id, row.status]));
  await logSteps(trx, ctx, [
    { objType: 'waybill', objCode: waybillCode, action, remark },
    ...orders.map((order) => ({
      objType: 'customerOrder' as const,
      objCode: order.orderCode,
      action,
      from: order.orderStatus,
      to: after.get(order.id) ?? order.orderStatus,
      remark: [waybillCode, remark].filter(Boolean).join(' '),
    })),
  ]);
}
