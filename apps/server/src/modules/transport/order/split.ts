import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { orderStatus } from '@tongda/contract/transport/enums';
import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import {
  type orderCancelMerge,
  type orderCancelSplit,
  type orderMerge,
  type orderSplit,
  orderSplitAddress,
} from '@tongda/contract/transport/order/family';
import type { OrderFields } from '@tongda/contract/transport/order/fields';
import { intersectRanges, mergeProblems } from '@tongda/contract/transport/order/merge';
import { type Child, type Goods, splitGoods, splitProblems, totalOf } from '@tongda/contract/transport/order/split';
import { customerOrderMachine, type OrderStatus } from '@tongda/contract/transport/order/status';
import { splitFlag } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, blockedByRule, invalid, invalidField } from '../../../core/http/errors';
import { nextCodes } from '../../../core/record/codes';
import type { LockedOrder } from './locked';
import { conflictOf, logSteps } from './log';
import { formOf, loadOrder, refuseStep } from './service';
import { lockOrders, refreshStatus, touchOrder } from './state';
import { insertOrder } from './write';

/** Locks one order that the caller may see and that still has the version it was read at. */
async function lockOrderAtVersion(
  trx: Trx,
  ctx: Ctx,
  { orderCode, version }: { orderCode: string; version: number },
): Promise<{ order: LockedOrder; detail: OrderDetail }> {
  const detail = await loadOrder(trx, ctx, orderCode);
  const order = requireRow((await lockOrders(trx, ctx, [orderCode]))[0], '订单');
  if (order.version !== version) throw await conflictOf(trx, ctx, 'customerOrder', orderCode);
  return { order, detail };
}

/** Splits an order: children `-01`, `-02` … take over its goods, the parent stays as what the customer sees (transport.md 4.2). */
export function splitOrder(ctx: Ctx, input: Parsed<typeof orderSplit>): Promise<{ childCodes: string[] }> {
  return ctx.db(async (trx) => {
    const { order, detail } = await lockOrderAtVersion(trx, ctx, input);
    refuseStep('splitOrder', order.orderStatus);
    if (order.splitFlag !== splitFlag.whole)
      throw new AppError(codes.illegalTransition, `订单${order.orderCode}已经拆分过，不能再拆`);
    const ends = input.children.map(ownEndOf(detail));
    if (input.children.some(({ receive }) => receive) && !ctx.can(orderSplitAddress))
      throw new AppError(codes.forbidden, '没有拆单改收货点的权限，请保留原单的收货点');
    for (const [i, { arriveTo }] of input.children.entries())
      if (arriveTo && detail.pickFrom && arriveTo < detail.pickFrom)
        throw invalidField('children', `第${i + 1}个子单的要求到达时间不能早于要求提货时间`);
    return { childCodes: await writeChildren(trx, ctx, order, detail, childrenOf(detail, input), ends) };
  });
}

/** Receiving point and arrival window of a child, where they differ from the parent's. A window start after the new end is dropped. */
const ownEndOf =
  (detail: OrderDetail) =>
  ({ receive, arriveTo }: Parsed<typeof orderSplit>['children'][number]): Partial<OrderFields> => ({
    // without a 到站 it gets the site nearest to the new receiving point
    ...(receive ? { ...receive, destSiteId: null } : {}),
    ...(arriveTo
      ? { arriveTo, arriveFrom: detail.arriveFrom && detail.arriveFrom <= arriveTo ? detail.arriveFrom : null }
      : {}),
  });

/** Writes the children of a locked order and makes it their parent. Answers their numbers. */
async function writeChildren(
  trx: Trx,
  ctx: Ctx,
  order: LockedOrder,
  detail: OrderDetail,
  children: readonly Child[],
  ends: ReadonlyArray<Partial<OrderFields>> = [],
): Promise<string[]> {
  const fields = formOf(detail);
  const orgId = await findOrgOf(trx, order.id);
  // numbers of an earlier split that was cancelled are not used again
  const childCodes = children.map(
    (_, i) => `${order.orderCode}-${String(detail.children.length + i + 1).padStart(2, '0')}`,
  );
  for (const [i, child] of children.entries()) {
    const own: OrderFields = {
      ...fields,
      ...ends[i],
      // how the pallets divide is unknown
      pallets: null,
      codAmount: child.codAmount,
      goodsValue: child.goodsValue,
      insuredAmount: child.insuredAmount,
      items: child.items.flatMap((share) => {
        const item = fields.items.find((one) => one.itemId === share.itemId);
        return item ? [{ ...item, ...share }] : [];
      }),
    };
    const temperature = own.items[0]?.temperatureType;
    if (temperature !== undefined && own.items.every((item) => item.temperatureType === temperature))
      own.temperatureType = temperature;
    await insertOrder(trx, ctx, own, { orderCode: childCodes[i] ?? '', orgId, parentId: order.id });
  }
  await touchOrder(trx, ctx, order, { split_flag: splitFlag.parent });
  await refreshStatus(trx, ctx, [order.id]);
  await logSteps(trx, ctx, [
    { objType: 'customerOrder', objCode: order.orderCode, action: '拆单', remark: `拆为${childCodes.join('、')}` },
    ...childCodes.map((objCode) => ({
      objType: 'customerOrder' as const,
      objCode,
      action: '下单',
      to: orderStatus.toDispatch,
      remark: `由${order.orderCode}拆分`,
    })),
  ]);
  return childCodes;
}

const goodsOf = (detail: OrderDetail): Goods[] =>
  formOf(detail).items.map((item, i) => ({ ...item, itemId: detail.items[i]?.itemId ?? '', name: item.cargoName }));

/**
 * Splits an order in two: what stays (`-01`) and `leaving` pieces (`-02`), which are taken from the last line backwards. Answers both numbers.
 */
export async function divideInTwo(
  trx: Trx,
  ctx: Ctx,
  orderCode: string,
  leaving: number,
): Promise<[staying: string, leaving: string]> {
  const detail = await loadOrder(trx, ctx, orderCode);
  const order = requireRow((await lockOrders(trx, ctx, [orderCode]))[0], '订单');
  refuseStep('splitOrder', order.orderStatus);
  if (order.splitFlag !== splitFlag.whole)
    throw new AppError(codes.illegalTransition, `订单${orderCode}已经拆分过，不能再拆，请整单移出`);
  const goods = goodsOf(detail);
  let left = leaving;
  const pieces = goods
    .toReversed()
    .map((item) => {
      const taken = Math.min(left, item.pieces);
      left -= taken;
      return [item.pieces - taken, taken];
    })
    .reverse();
  if (left > 0 || splitProblems(goods, pieces).length > 0)
    throw invalidField('items', `订单${orderCode}共${order.pieces}件，不能移出${leaving}件`);
  const [one = '', two = ''] = await writeChildren(trx, ctx, order, detail, splitGoods(goods, pieces, detail));
  return [one, two];
}

const findOrgOf = async (trx: Trx, id: string): Promise<string | null> =>
  (await trx.selectFrom('customer_order').select('org_id').where('id', '=', id).executeTakeFirst())?.org_id ?? null;

/** The children as wished, 4000 when their pieces do not add up. Weight and volume are the typed ones, or calculated by pieces. */
function childrenOf(detail: OrderDetail, { children, codTo }: Parsed<typeof orderSplit>): Child[] {
  const goods = goodsOf(detail);
  const wish = (itemId: string, child: (typeof children)[number]) => child.items.find((one) => one.itemId === itemId);
  const pieces = goods.map(({ itemId }) => children.map((child) => wish(itemId, child)?.pieces ?? 0));
  const [problem] = splitProblems(goods, pieces);
  if (problem?.kind === 'sum')
    throw invalidField(
      'children',
      `${problem.item.name}拆分件数之和为${problem.given}件，必须等于原件数${problem.item.pieces}件`,
    );
  if (problem?.kind === 'empty') throw invalidField('children', `第${problem.child + 1}个子单没有货物`);
  if (problem) throw invalidField('children', '子单数量不对');
  const made = splitGoods(goods, pieces, detail, codTo);
  for (const item of goods) applyTypedQuantities(item, children, made);
  return made.map((child) => ({ ...child, ...totalOf(child.items) }));
}

/** Replaces calculated weights and volumes of an item by those that the clerk typed, which must add up to the item's (4000). */
function applyTypedQuantities(item: Goods, wishes: Parsed<typeof orderSplit>['children'], made: Child[]): void {
  for (const [key, unit, decimals] of [
    ['weightKg', 'kg', 2],
    ['volumeM3', 'm³', 3],
  ] as const) {
    const typed = wishes.map((child) => child.items.find((one) => one.itemId === item.itemId)?.[key]);
    if (typed.every((value) => value === undefined)) continue;
    const shares = made.map((child) => child.items.find((share) => share.itemId === item.itemId));
    const values = shares.map((share, i) => (share ? (typed[i] ?? share[key]) : 0));
    const units = (value: number) => Math.round(value * 10 ** decimals);
    const sum = values.reduce((total, value) => total + units(value), 0);
    if (sum !== units(item[key]))
      throw invalidField(
        'children',
        `${item.name}各子单${key === 'weightKg' ? '重量' : '体积'}之和为${sum / 10 ** decimals} ${unit}，必须等于原${key === 'weightKg' ? '重量' : '体积'}${item[key]} ${unit}`,
      );
    if (values.some((value, i) => shares[i] && value <= 0))
      throw invalidField('children', `${item.name}的每个子单都要有${key === 'weightKg' ? '重量' : '体积'}`);
    for (const [i, share] of shares.entries()) if (share) share[key] = values[i] ?? 0;
  }
}

/** 撤销拆单: voids the children, as long as none has been dispatched, and makes the parent whole again. */
export function cancelSplit(ctx: Ctx, input: Parsed<typeof orderCancelSplit>): Promise<{ orderCode: string }> {
  return ctx.db(async (trx) => {
    const { order, detail } = await lockOrderAtVersion(trx, ctx, input);
    if (order.splitFlag !== splitFlag.parent)
      throw new AppError(codes.illegalTransition, `订单${order.orderCode}没有拆分`);
    const children = await lockOrders(
      trx,
      ctx,
      detail.children.map((child) => child.orderCode),
    );
    const moved = children.find(
      ({ orderStatus: status }) => status !== orderStatus.toDispatch && status !== orderStatus.voided,
    );
    if (moved)
      throw new AppError(
        codes.illegalTransition,
        `子单${moved.orderCode}${orderStatus.label(moved.orderStatus)}，不能撤销拆单`,
        { from: moved.orderStatus, to: null },
      );
    refuseStep('cancelSplit', order.orderStatus);
    const live = children.filter(({ orderStatus: status }) => status !== orderStatus.voided);
    for (const child of live)
      await touchOrder(trx, ctx, child, { voided_at: sql<Date>`now()`, void_reason: '撤销拆单' });
    await touchOrder(trx, ctx, order, { split_flag: splitFlag.whole });
    await refreshStatus(trx, ctx, [...live.map(({ id }) => id), order.id]);
    await logSteps(trx, ctx, [
      { objType: 'customerOrder', objCode: order.orderCode, action: '撤销拆单' },
      ...live.map((child) => ({
        objType: 'customerOrder' as const,
        objCode: child.orderCode,
        action: '作废',
        from: child.orderStatus,
        to: orderStatus.voided,
        remark: '撤销拆单',
      })),
    ]);
    return { orderCode: order.orderCode };
  });
}

/** Merges orders of one customer to one receiver into a new one (transport.md 4.2). Answers its number. */
export function mergeOrders(ctx: Ctx, { orderCodes }: Parsed<typeof orderMerge>): Promise<{ orderCode: string }> {
  return ctx.db(async (trx) => {
    const wanted = [...new Set(orderCodes)];
    const details: OrderDetail[] = [];
    for (const code of wanted) details.push(await loadOrder(trx, ctx, code));
    const locked = await lockOrders(trx, ctx, wanted);
    for (const one of locked)
      if (!customerOrderMachine.can('merge', one.orderStatus))
        throw new AppError(
          codes.illegalTransition,
          `订单${one.orderCode}：${customerOrderMachine.refusal('merge', one.orderStatus, '订单')}`,
          { from: one.orderStatus, to: orderStatus.voided },
        );
    const problems = mergeProblems(details.map(mergeFacts(locked)));
    if (problems[0])
      throw blockedByRule(
        `订单${problems[0].orderCode}：${problems[0].msg}`,
        problems.map(({ orderCode, msg }) => `${orderCode} ${msg}`),
      );
    const [first] = details;
    if (!first) throw invalid({ field: 'orderCodes', msg: '请选择订单' });
    const [orderCode = ''] = await nextCodes(trx, ctx, 'DD');
    const id = await insertOrder(trx, ctx, mergedFieldsOf(first, details), {
      orderCode,
      orgId: await findOrgOf(trx, first.id),
    });
    for (const order of locked)
      await touchOrder(trx, ctx, order, {
        voided_at: sql<Date>`now()`,
        void_reason: `合并至${orderCode}`,
        merged_into_id: id,
      });
    await refreshStatus(
      trx,
      ctx,
      locked.map((order) => order.id),
    );
    await logSteps(trx, ctx, [
      {
        objType: 'customerOrder',
        objCode: orderCode,
        action: '合单',
        to: orderStatus.toDispatch,
        remark: `由${wanted.join('、')}合并`,
      },
      ...locked.map((order) => ({
        objType: 'customerOrder' as const,
        objCode: order.orderCode,
        action: '作废',
        from: order.orderStatus,
        to: orderStatus.voided,
        remark: `合并至${orderCode}`,
      })),
    ]);
    return { orderCode };
  });
}

/** 撤销合单: voids an order that came about by merging, and restores the orders that it was merged from. */
export function cancelMerge(ctx: Ctx, input: Parsed<typeof orderCancelMerge>): Promise<{ orderCodes: string[] }> {
  return ctx.db(async (trx) => {
    const { order, detail } = await lockOrderAtVersion(trx, ctx, input);
    refuseStep('cancelMerge', order.orderStatus);
    if (detail.mergedFrom.length === 0)
      throw new AppError(codes.illegalTransition, `订单${order.orderCode}不是合单，不能撤销合单`);
    if (order.splitFlag !== splitFlag.whole)
      throw new AppError(codes.illegalTransition, `订单${order.orderCode}已拆单，请先撤销拆单`);
    const sources = await lockOrders(trx, ctx, detail.mergedFrom);
    await touchOrder(trx, ctx, order, { voided_at: sql<Date>`now()`, void_reason: '撤销合单' });
    for (const source of sources)
      await touchOrder(trx, ctx, source, { voided_at: null, void_reason: null, merged_into_id: null });
    await refreshStatus(trx, ctx, [order.id, ...sources.map(({ id }) => id)]);
    const step = { objType: 'customerOrder' as const, action: '撤销合单' };
    await logSteps(trx, ctx, [
      { ...step, objCode: order.orderCode, from: order.orderStatus, to: orderStatus.voided },
      ...sources.map((source) => ({
        ...step,
        objCode: source.orderCode,
        from: source.orderStatus,
        to: orderStatus.toDispatch,
        remark: `原合并至${order.orderCode}`,
      })),
    ]);
    return { orderCodes: sources.map(({ orderCode }) => orderCode) };
  });
}

const comparableMs = (text: string | null): number | null =>
  text === null ? null : Date.parse(`${text.replace(' ', 'T')}Z`);

const mergeFacts = (locked: readonly LockedOrder[]) => (detail: OrderDetail) => ({
  orderCode: detail.orderCode,
  // the wire says a number; the column holds the machine's states only
  orderStatus: (locked.find(({ id }) => id === detail.id)?.orderStatus ?? detail.orderStatus) as OrderStatus,
  split: detail.splitFlag !== splitFlag.whole,
  customerId: detail.customerId,
  receiveStoreId: null,
  receiver: `${detail.receiver} ${detail.receivePhone} ${detail.receiveArea}${detail.receiveAddress}`,
  originSiteId: detail.originSiteId,
  freightPayMode: detail.freightPayMode,
  tempMin: detail.tempMin,
  tempMax: detail.tempMax,
  // these are only compared with each other, so that the zone does not matter
  arriveFrom: comparableMs(detail.arriveFrom),
  arriveTo: comparableMs(detail.arriveTo),
});

/** Fields of a merged order: those of the first one with the goods and amounts of all, the narrowest temperatures and the narrowest window. */
function mergedFieldsOf(first: OrderDetail, all: readonly OrderDetail[]): OrderFields {
  const sum = (of: (order: OrderDetail) => number): number =>
    all.reduce((total, order) => total + Math.round(of(order) * 100), 0) / 100;
  const temperature = intersectRanges(all.map(({ tempMin, tempMax }) => ({ low: tempMin, high: tempMax })));
  const latest = (texts: Array<string | null>) =>
    texts
      .filter((text) => text !== null)
      .sort()
      .at(-1) ?? null;
  return {
    ...formOf(first),
    customerOrderNo: null,
    tempMin: temperature?.low ?? null,
    tempMax: temperature?.high ?? null,
    arriveFrom: latest(all.map((order) => order.arriveFrom)),
    arriveTo: all.map((order) => order.arriveTo).sort()[0] ?? first.arriveTo,
    pickFrom: latest(all.map((order) => order.pickFrom)),
    pickTo: all.flatMap((order) => order.pickTo ?? []).sort()[0] ?? null,
    goodsValue: sum((order) => order.goodsValue),
    insuredAmount: sum((order) => order.insuredAmount),
    codAmount: sum((order) => order.codAmount),
    pallets: all.some((order) => order.pallets === null) ? null : sum((order) => order.pallets ?? 0),
    items: all.flatMap((order) => formOf(order).items),
  };
}
