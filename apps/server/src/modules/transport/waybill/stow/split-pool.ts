import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { orderStatus, transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { splitFlag, waybillKind } from '@tongda/contract/transport/waybill/enums';
import {
  type PoolRow,
  type poolCreateTask,
  poolPage,
  poolReasons,
  type poolReturn,
  type taskMoveIn,
  type taskMoveOut,
} from '@tongda/contract/transport/waybill/stow/split-pool';
import { sql } from 'kysely';
import { allOf, orderByClause } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, invalidField, notFound } from '../../../../core/http/errors';
import { likePattern } from '../../../../core/record/options';
import { holdTotal } from '../../../../core/record/totals';
import { orderScope } from '../../../base/org/door';
import { divideInTwo, lockOrders, logSteps, refreshStatus, releaseEmptyTrips, updateTotals } from '../../order/door';
import { passIdleStops } from '../road/reload-move';
import {
  type LockedWaybill,
  loadLegs,
  lockWaybill,
  type OpenLeg,
  refuseLoading,
  refuseStow,
  refuseStranded,
  refuseWaybill,
  settleWaybill,
  writeWaybill,
} from '../state';
import { readAndJudge, refuseBlocked, stowLoad, writeLoad } from './plan';

type Out = Parsed<typeof taskMoveOut>;

const inPool = sql`o.pool_reason is not null and o.order_status = ${orderStatus.toDispatch} and o.split_flag <> ${splitFlag.parent}`;
const sortable = {
  orderCode: 'o.order_code',
  pieces: 'o.total_pieces',
  weightKg: 'o.total_weight_kg',
  volumeM3: 'o.total_volume_m3',
  arriveTo: 'o.arrive_to',
  waitMin: sql`now() - o.pool_at`,
};

/** A page of the split pool, longest waiting first. */
export const listPool = (ctx: Ctx, q: Parsed<typeof poolPage>) =>
  ctx.db(async (trx) => {
    const wanted = allOf([
      ...(q.keyword
        ? [sql<boolean>`(o.order_code ilike ${likePattern(q.keyword)} or o.receiver ilike ${likePattern(q.keyword)})`]
        : []),
      ...(q.poolReason ? [sql<boolean>`o.pool_reason = ${q.poolReason}`] : []),
    ]);
    const from = sql`from customer_order o join customer k on k.id = o.customer_id
      where o.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')} and ${inPool} and ${wanted}`;
    const time = (column: string) =>
      sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
    const order = q.sort ? orderByClause(q.sort, sortable, 'o.id') : sql`o.pool_at, o.id`;
    const { rows: list } =
      await sql<PoolRow>`select o.id::text, o.order_code as "orderCode", k.name as "customerName", o.receiver,
        o.receive_area as "receiveArea", o.temperature_type as "temperatureType", o.total_pieces as pieces, o.total_weight_kg::float8 as "weightKg",
        o.total_volume_m3::float8 as "volumeM3", ${time('o.arrive_to')} as "arriveTo", o.pool_reason as "poolReason",
        coalesce(o.pool_from, '') as "poolFrom", coalesce(o.pool_remark, '') as "poolRemark", ${time('o.pool_at')} as "poolTime",
        floor(extract(epoch from now() - o.pool_at) / 60)::int as "waitMin"
      ${from} order by ${order} limit ${q.size} offset ${(q.page - 1) * q.size}`.execute(trx);
    const total = await holdTotal(ctx, poolPage, q, async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(trx);
      return rows[0]?.n ?? 0;
    });
    return { list, total, page: q.page, size: q.size };
  });

/**
 * 移出: puts orders, or a part of one, into the pool. Before departure the trip is planned anew; on the road only goods that are not loaded can
 * leave.
 */
export function moveOut(ctx: Ctx, input: Out) {
  return ctx.db(async (trx) => {
    const task = await lockWaybill(trx, ctx, input.waybillCode, {
      version: input.version,
      kind: waybillKind.transportTask,
    });
    if (task.transportStatus === transportStatus.complete)
      throw new AppError(codes.illegalTransition, `运输任务${task.waybillCode}已完成，不能移出订单`);
    refuseStranded(task, '移出订单');
    const legs = await loadLegs(trx, ctx, task.id);
    const wishes = checkLeaving(legs, input.items, task);
    if (task.transportStatus === transportStatus.toDepart) refuseLoading(task);
    const orders = await lockOrders(
      trx,
      ctx,
      legs.map(({ orderCode }) => orderCode),
    );
    await sql`update waybill_leg set removed_at = now(), remove_reason = ${input.reason}
      where id = any(${wishes.map(({ leg }) => leg.id)}::bigint[])`.execute(trx);
    await refreshStatus(
      trx,
      ctx,
      wishes.map(({ leg }) => leg.orderId),
    );
    const { stays, pooled } = await divideParts(trx, ctx, wishes);
    const version =
      task.transportStatus === transportStatus.toDepart
        ? await planRest(trx, ctx, task, legs, stays, input.reason)
        : await shrinkTask(trx, ctx, task);
    for (const [orderCode, reason] of pooled)
      await sql`update customer_order set pool_reason = ${reason}, pool_at = now(), pool_from = ${task.waybillCode}, pool_remark = ${input.reason}
        where client_id = ${ctx.clientId} and order_code = ${orderCode}`.execute(trx);
    const gone = [...pooled.keys()];
    await logSteps(trx, ctx, [
      {
        objType: 'waybill',
        objCode: task.waybillCode,
        action: '移出到拆分池',
        from: task.transportStatus,
        to: task.transportStatus,
        remark: `${gone.join('、')}：${input.reason}`.slice(0, 200),
      },
      ...gone.map((objCode) => ({
        objType: 'customerOrder' as const,
        objCode,
        action: '移出运单',
        from: orders.find((order) => order.orderCode === objCode)?.orderStatus ?? orderStatus.toDispatch,
        to: orderStatus.toDispatch,
        remark: `${task.waybillCode}：${input.reason}`,
      })),
    ]);
    return { waybillCode: task.waybillCode, version, orderCodes: gone };
  });
}

interface Wish {
  leg: OpenLeg;
  /** null: the whole order */
  pieces: number | null;
}

function checkLeaving(legs: readonly OpenLeg[], items: Out['items'], task: LockedWaybill): Wish[] {
  const onTheRoad = task.transportStatus !== transportStatus.toDepart;
  if (new Set(items.map(({ orderCode }) => orderCode)).size < items.length) throw invalidField('items', '订单重复');
  const wishes = items.map(({ orderCode, pieces }) => {
    const leg = legs.find((one) => one.orderCode === orderCode);
    if (!leg) throw invalidField('items', `订单${orderCode}不在此任务上`);
    if (leg.loadPieces > 0)
      throw new AppError(
        codes.illegalTransition,
        onTheRoad
          ? `订单${orderCode}已在车上${leg.loadPieces}件，不能移出，请用换装`
          : `订单${orderCode}已装车${leg.loadPieces}件，请先撤销装车再移出`,
      );
    if (leg.transportationStatus !== transportationStatus.notStarted)
      throw new AppError(codes.illegalTransition, `订单${orderCode}已在运输，不能移出，请用换装`);
    if (pieces !== undefined && pieces > leg.planPieces)
      throw invalidField('items', `订单${orderCode}共${leg.planPieces}件，不能移出${pieces}件`);
    const part = pieces === undefined || pieces === leg.planPieces ? null : pieces;
    if (part !== null && onTheRoad)
      throw new AppError(codes.illegalTransition, `任务已发车，订单${orderCode}只能整单移出`);
    return { leg, pieces: part };
  });
  return wishes;
}

/** Splits orders that leave in part: the first child takes the order's place on the task, the other goes into the pool. */
async function divideParts(trx: Trx, ctx: Ctx, wishes: readonly Wish[]) {
  const stays = new Map<string, string>();
  const pooled = new Map<string, string>();
  for (const { leg, pieces } of wishes) {
    if (pieces === null) {
      pooled.set(leg.orderCode, poolReasons.takenOut);
      continue;
    }
    const [one, two] = await divideInTwo(trx, ctx, leg.orderCode, pieces);
    stays.set(leg.orderCode, one);
    pooled.set(two, poolReasons.remainder);
  }
  return { stays, pooled };
}

/** Plans a task anew from what stays on it; without any order it is released. Answers its version. */
async function planRest(
  trx: Trx,
  ctx: Ctx,
  task: LockedWaybill,
  before: readonly OpenLeg[],
  stays: ReadonlyMap<string, string>,
  reason: string,
): Promise<number> {
  const live = await loadLegs(trx, ctx, task.id);
  if (live.length > 0 || stays.size > 0) return regroupTask(trx, ctx, task, before, stays);
  const version = await writeWaybill(trx, ctx, task, {});
  await updateTotals(trx, [task.id]);
  await releaseEmptyTrips(trx, ctx, [task.id], reason);
  return version;
}

/** Plans a task anew from its remaining orders. Answers its version. */
async function regroupTask(
  trx: Trx,
  ctx: Ctx,
  task: LockedWaybill,
  before: readonly OpenLeg[],
  stays: ReadonlyMap<string, string>,
  added: readonly string[] = [],
  lateReason?: string | null,
): Promise<number> {
  const live = await loadLegs(trx, ctx, task.id);
  const there = new Set(live.map(({ orderCode }) => orderCode));
  const orderCodes = [
    ...before.flatMap(({ orderCode }) => stays.get(orderCode) ?? (there.has(orderCode) ? [orderCode] : [])),
    ...added,
  ];
  const wanted = { ...(await loadHeader(trx, ctx, task)), orderCodes, confirm: true, lateReason };
  const load = await readAndJudge(trx, ctx, wanted, task, await lockOrders(trx, ctx, orderCodes));
  // taking orders out is never refused, whatever else is wrong with the trip
  if (added.length > 0) refuseBlocked(load);
  const { version } = await writeLoad(trx, ctx, { ...wanted, stowStatus: task.stowStatus }, load, task, live);
  await refreshStatus(
    trx,
    ctx,
    load.orders.map(({ id }) => id),
  );
  return version;
}

async function loadHeader(trx: Trx, ctx: Ctx, { id }: LockedWaybill) {
  const { rows } = await sql<{
    vehicleId: string;
    driverId: string | null;
    coDriverId: string | null;
    planDepartTime: string;
    setTemp: number | null;
    sealNo: string | null;
    remark: string;
    fromPlaceId: string | null;
    toPlaceId: string | null;
  }>`select vehicle_id::text as "vehicleId", driver_id::text as "driverId", co_driver_id::text as "coDriverId", set_temp_c::float8 as "setTemp",
      to_char(plan_depart_at at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS') as "planDepartTime", seal_no as "sealNo", remark,
      from_place_id::text as "fromPlaceId", to_place_id::text as "toPlaceId" from waybill where id = ${id}`.execute(
    trx,
  );
  const [row] = rows;
  if (!row?.vehicleId) throw invalidField('waybillCode', '运单还没有车辆');
  return { ...row, waybillKind: waybillKind.transportTask };
}

/** Skips the stops of what was taken out of a task on the road. Answers its version. */
async function shrinkTask(trx: Trx, ctx: Ctx, task: LockedWaybill): Promise<number> {
  await updateTotals(trx, [task.id]);
  await passIdleStops(trx, task.id, new Date());
  await settleWaybill(trx, ctx, task, new Date());
  return task.version + 1;
}

/** 移入: puts orders of the pool onto a task that has not left, after all checks of stowage. */
export function moveIn(ctx: Ctx, input: Parsed<typeof taskMoveIn>) {
  return ctx.db(async (trx) => {
    const task = await lockWaybill(trx, ctx, input.waybillCode, {
      version: input.version,
      kind: waybillKind.transportTask,
    });
    refuseWaybill('stowage', task);
    refuseLoading(task);
    refuseStow('save', task);
    const before = await loadLegs(trx, ctx, task.id);
    const added = [...new Set(input.orderCodes)].filter((code) => !before.some((leg) => leg.orderCode === code));
    await refuseNotPooled(trx, ctx, added);
    const orders = await lockOrders(trx, ctx, added);
    const version =
      added.length === 0 ? task.version : await regroupTask(trx, ctx, task, before, new Map(), added, input.lateReason);
    await leavePool(trx, ctx, added);
    await logSteps(trx, ctx, [
      {
        objType: 'waybill',
        objCode: task.waybillCode,
        action: '由拆分池移入',
        from: task.transportStatus,
        to: task.transportStatus,
        remark: added.join('、').slice(0, 200),
      },
      ...orders.map((order) => ({
        objType: 'customerOrder' as const,
        objCode: order.orderCode,
        action: '配载',
        from: order.orderStatus,
        to: orderStatus.toLoad,
        remark: task.waybillCode,
      })),
    ]);
    return { waybillCode: task.waybillCode, version };
  });
}

/** 4000 unless the caller may see the orders and all of them wait in the pool. */
async function refuseNotPooled(trx: Trx, ctx: Ctx, orderCodes: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    code: string;
    pooled: boolean;
  }>`select o.order_code as code, ${inPool} as pooled from customer_order o
    where o.client_id = ${ctx.clientId} and o.order_code = any(${orderCodes}::text[]) and ${orderScope(ctx, 'o')}`.execute(
    trx,
  );
  for (const code of orderCodes) {
    const row = rows.find((one) => one.code === code);
    if (!row) throw notFound(`订单${code}`);
    if (!row.pooled) throw new AppError(codes.illegalTransition, `订单${code}不在拆分池，请刷新后重试`);
  }
}

const leavePool = (trx: Trx, ctx: Ctx, orderCodes: readonly string[]) =>
  sql`update customer_order set pool_reason = null, pool_at = null, pool_from = null, pool_remark = null
    where client_id = ${ctx.clientId} and order_code = any(${orderCodes}::text[])`.execute(trx);

/** Makes a new task for orders of the pool. */
export async function createTask(ctx: Ctx, input: Parsed<typeof poolCreateTask>) {
  const orderCodes = [...new Set(input.orderCodes)];
  await ctx.db((trx) => refuseNotPooled(trx, ctx, orderCodes));
  const { waybillCode, version } = await stowLoad(ctx, {
    ...input,
    orderCodes,
    waybillKind: waybillKind.transportTask,
    coDriverId: null,
    setTemp: null,
    sealNo: null,
    remark: '',
    fromPlaceId: null,
    toPlaceId: null,
    confirm: true,
  });
  return { waybillCode, version };
}

/** 退回订单池. */
export const returnToOrders = (ctx: Ctx, { orderCodes }: Parsed<typeof poolReturn>) =>
  ctx.db(async (trx) => {
    const wanted = [...new Set(orderCodes)];
    await refuseNotPooled(trx, ctx, wanted);
    await lockOrders(trx, ctx, wanted);
    await leavePool(trx, ctx, wanted);
    await logSteps(
      trx,
      ctx,
      wanted.map((objCode) => ({
        objType: 'customerOrder' as const,
        objCode,
        action: '退回订单池',
        from: orderStatus.toDispatch,
        to: orderStatus.toDispatch,
      })),
    );
    return { count: wanted.length };
  });
