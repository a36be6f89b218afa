import type { Parsed } from '@tongda/contract/core/endpoint';
import { codes } from '@tongda/contract/core/endpoint';
import { orderStatus } from '@tongda/contract/transport/enums';
import type {
  OrderDetail,
  OrderLine,
  orderAdd,
  orderDuplicateCheck,
  orderUpdate,
  orderVoid,
} from '@tongda/contract/transport/order/calls';
import { type OrderFields, orderLabels, temperatureHint } from '@tongda/contract/transport/order/fields';
import { customerOrderMachine, type OrderStatus } from '@tongda/contract/transport/order/status';
import { splitFlag } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, invalid, invalidField, notFound } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { nextCodes } from '../../../core/record/codes';
import { fieldsInWords } from '../../../core/record/words';
import { resolveReferences } from '../../base/reference/door';
import { loadItemsOf } from './goods';
import { lockTrips, takeOffTrips } from './legs';
import type { LockedOrder } from './locked';
import { logSteps } from './log';
import { syncPickUpWithOrder } from './pick-up';
import { assignNearestSites, loadSiteNames } from './places';
import { findOrder, selectRelatives } from './repo';
import { lockOrders, refreshStatus, touchOrder } from './state';
import { orderWording } from './words';
import { insertOrder, orderRowOf, replaceItems } from './write';

/** 4010: the state of an order does not allow a step. */
export function refuseStep(verb: (typeof customerOrderMachine.verbs)[number], status: OrderStatus): void {
  if (customerOrderMachine.can(verb, status)) return;
  throw new AppError(codes.illegalTransition, customerOrderMachine.refusal(verb, status, '订单'), {
    from: status,
    to: customerOrderMachine.to(verb),
  });
}

/** One order with its goods, parent, children and merged orders; 4004 when the caller may not see it. */
export async function loadOrder(trx: Trx, ctx: Ctx, orderCode: string): Promise<OrderDetail> {
  const order = requireRow(await findOrder(trx, ctx, orderCode), '订单');
  const items = await loadItemsOf(trx, ctx, [order.id]);
  const { parentId, ...rest } = order;
  const children = await selectRelatives(trx, ctx).where('o.parent_id', '=', order.id).execute();
  const parent = parentId ? await selectRelatives(trx, ctx).where('o.id', '=', parentId).executeTakeFirst() : undefined;
  const joined = await selectRelatives(trx, ctx).where('o.merged_into_id', '=', order.id).execute();
  return {
    ...rest,
    items: items.map(({ orderId: _, ...item }) => item),
    children,
    parent: parent ?? null,
    mergedFrom: joined.map((one) => one.orderCode),
  };
}

/** The form of an order that exists, so that another order can start from it. */
export const formOf = (order: OrderDetail): OrderFields =>
  // the detail has every field of the form; where the wire says a number, the column holds codes of the enumeration only
  ({ ...order, items: order.items.map((item) => ({ ...item })) }) as OrderFields;

/** Sentences about fields that are allowed but unusual, for the clerk to look at again. */
async function findWarnings(trx: Trx, ctx: Ctx, fields: OrderFields, except: string | null): Promise<string[]> {
  const warnings: string[] = [];
  const hint = temperatureHint(fields);
  if (hint) warnings.push(hint);
  if (new Set(fields.items.map((item) => item.temperatureType)).size > 1) warnings.push('货物含多个温层，可按温层拆单');
  if (fields.customerOrderNo) {
    const same = await trx
      .selectFrom('customer_order')
      .select('order_code')
      .where('client_id', '=', ctx.clientId)
      .where('customer_id', '=', fields.customerId)
      .where('customer_order_no', '=', fields.customerOrderNo)
      .where('order_status', '!=', orderStatus.voided)
      .where('order_code', '!=', except ?? '')
      .executeTakeFirst();
    if (same) warnings.push(`客户单号${fields.customerOrderNo}已用于订单${same.order_code}`);
  }
  return warnings;
}

/** Enters an order and gives it its number. */
export function addOrder(ctx: Ctx, fields: Parsed<typeof orderAdd>) {
  return ctx.db(async (trx) => {
    await refuseForeignReferences(trx, ctx, fields);
    await refusePastDue(trx, ctx, fields.arriveTo);
    const warnings = await findWarnings(trx, ctx, fields, null);
    const [orderCode = ''] = await nextCodes(trx, ctx, 'DD');
    // the order comes first in its log, and then the pick-up that it asks for
    await logSteps(trx, ctx, [
      { objType: 'customerOrder', objCode: orderCode, action: '下单', to: orderStatus.toDispatch },
    ]);
    await insertOrder(trx, ctx, fields, { orderCode, orgId: ctx.orgId });
    return { orderCode, version: 1, warnings };
  });
}

async function refuseForeignReferences(
  trx: Trx,
  ctx: Ctx,
  fields: OrderFields,
  before: Partial<Pick<OrderDetail, 'customerId' | 'originSiteId' | 'destSiteId'>> = {},
): Promise<Map<string, string>> {
  const { names, errors } = await resolveReferences(trx, ctx, { customerId: ['customer', fields.customerId] }, before);
  if (errors.length > 0) throw invalid(errors);
  const { originSiteId, destSiteId } = fields;
  for (const [key, name] of await loadSiteNames(trx, ctx, { originSiteId, destSiteId }, before)) names.set(key, name);
  return names;
}

/** 4000: a new order must not be due in the past. */
async function refusePastDue(trx: Trx, ctx: Ctx, arriveTo: string): Promise<void> {
  const { rows } = await sql<{
    past: boolean;
  }>`select (${arriveTo}::timestamp at time zone ${ctx.timeZone}) < now() as past`.execute(trx);
  if (rows[0]?.past) throw invalidField('arriveTo', '要求到达时间不能早于当前时间');
}

/** Fields that may still be changed once the order is stowed (transport.md A2). */
const openWhenStowed: ReadonlySet<string> = new Set(['receivePhone', 'arriveFrom', 'arriveTo', 'remark']);

/** Changes an order that was read at `version`; 4009 when somebody changed it since, 4010 when its state forbids it. */
export function updateOrder(ctx: Ctx, input: Parsed<typeof orderUpdate>) {
  const { orderCode, version, ...fields } = input;
  return ctx.db(async (trx) => {
    const before = await loadOrder(trx, ctx, orderCode);
    const [locked] = await lockOrders(trx, ctx, [orderCode]);
    const order = requireRow(locked, '订单');
    refuseStep('edit', order.orderStatus);
    if (order.splitFlag === splitFlag.parent)
      throw new AppError(codes.illegalTransition, `订单${orderCode}已拆单，请编辑子单`);
    const names = await refuseForeignReferences(trx, ctx, fields, before);
    names.set(`customer ${before.customerId}`, before.customerName);
    if (before.originSiteId) names.set(`site ${before.originSiteId}`, before.originSite ?? '');
    if (before.destSiteId) names.set(`site ${before.destSiteId}`, before.destSite ?? '');
    const changes = changesBetween(
      fieldsInWords({ ...before }, orderWording, names),
      fieldsInWords(fields, orderWording, names),
      orderLabels,
    );
    const closed = changes.find(({ field }) => !openWhenStowed.has(field));
    if (order.orderStatus !== orderStatus.toDispatch && closed)
      throw invalidField(closed.field, `${orderStatus.label(order.orderStatus)}的订单不能修改${closed.label}`);
    const next = await touchOrder(trx, ctx, { id: order.id, version, orderCode }, orderRowOf(ctx, fields));
    if (changes.some(({ field }) => field === 'items')) await replaceItems(trx, ctx, order.id, fields.items);
    if (changes.length > 0) {
      await assignNearestSites(trx, ctx, [order.id]);
      await syncPickUpWithOrder(trx, ctx, order.id);
    }
    if (changes.length > 0) {
      await recordChanges(trx, ctx, [{ entity: 'customer_order', entityId: order.id, action: '编辑', changes }]);
      const remark = changes.map(({ label }) => label).join('、');
      await logSteps(trx, ctx, [{ objType: 'customerOrder', objCode: orderCode, action: '编辑', remark }]);
    }
    return { orderCode, version: next, warnings: await findWarnings(trx, ctx, fields, orderCode) };
  });
}

/** Orders of the last seven days with the same customer, receiver and pieces. */
export const findDuplicates = (ctx: Ctx, q: Parsed<typeof orderDuplicateCheck>) =>
  ctx.db((trx) =>
    trx
      .selectFrom('customer_order as o')
      .select(['o.order_code as orderCode'])
      .select((eb) => wireTimeSql(eb.ref('o.created_at'), ctx.timeZone).as('createTime'))
      .where('o.client_id', '=', ctx.clientId)
      .where('o.customer_id', '=', q.customerId)
      .where('o.receiver', '=', q.receiver)
      .where('o.receive_phone', '=', q.receivePhone)
      .where('o.total_pieces', '=', q.pieces)
      .where('o.order_status', '!=', orderStatus.voided)
      .where('o.created_at', '>', sql<Date>`now() - interval '7 days'`)
      .orderBy('o.created_at', 'desc')
      .limit(5)
      .execute(),
  );

/** A child of a split order that is being loaded or on the road. */
interface Sibling {
  orderCode: string;
  onTheRoad: boolean;
}

/** One such child of each split order, by the id of the parent; one on the road before one that is loaded. */
async function findRunningSiblings(trx: Trx, ctx: Ctx, orders: readonly LockedOrder[]): Promise<Map<string, Sibling>> {
  const parents = orders.flatMap(({ parentId }) => parentId ?? []);
  if (parents.length === 0) return new Map();
  const { rows } = await sql<
    Sibling & { parentId: string }
  >`select distinct on (parent_id) parent_id::text as "parentId", order_code as "orderCode", order_status = ${orderStatus.inTransit} as "onTheRoad"
    from customer_order where client_id = ${ctx.clientId} and parent_id = any(${parents}::bigint[])
      and order_status in (${orderStatus.loading}, ${orderStatus.inTransit}) order by parent_id, order_status desc, order_code`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.parentId, row]));
}

/**
 * Why an order cannot be voided; null when it can. A child of a split order stays while other children are under way (acceptance scenario 3), as the
 * delivered goods would otherwise no longer add up to the order.
 */
function voidRefusalOf(order: LockedOrder | undefined, running: ReadonlyMap<string, Sibling>): AppError | null {
  if (!order) return notFound('订单');
  const sibling = running.get(order.parentId ?? '');
  if (sibling && sibling.orderCode !== order.orderCode && customerOrderMachine.can('void', order.orderStatus))
    return new AppError(
      codes.illegalTransition,
      `同一母单的${sibling.orderCode}正在${sibling.onTheRoad ? '运输' : '装车'}，子单${order.orderCode}不能作废；请等其他子单完成后再作废`,
    );
  // first what its state forbids: a parent whose goods are under way cannot be joined again either
  if (!customerOrderMachine.can('void', order.orderStatus))
    return new AppError(codes.illegalTransition, customerOrderMachine.refusal('void', order.orderStatus, '订单'));
  return order.splitFlag === splitFlag.parent
    ? new AppError(codes.illegalTransition, `订单${order.orderCode}已拆单，请先撤销拆单`)
    : null;
}

/** Voids orders and answers a line of result for each. A single order that cannot be voided is an error instead. */
export function voidOrders(ctx: Ctx, { orderCodes, reason }: Parsed<typeof orderVoid>): Promise<OrderLine[]> {
  return ctx.db(async (trx) => {
    const wanted = [...new Set(orderCodes)];
    const visible = new Set<string>();
    for (const code of wanted) if (await findOrder(trx, ctx, code)) visible.add(code);
    await lockTrips(trx, ctx, [...visible]);
    const orders = new Map((await lockOrders(trx, ctx, [...visible])).map((order) => [order.orderCode, order]));
    const running = await findRunningSiblings(trx, ctx, [...orders.values()]);
    const done: LockedOrder[] = [];
    const lines = wanted.map((orderCode): OrderLine => {
      const order = orders.get(orderCode);
      const refusal = voidRefusalOf(order, running);
      if (refusal && wanted.length === 1) throw refusal;
      if (order && !refusal) done.push(order);
      return { orderCode, ok: !refusal, msg: refusal?.message ?? '' };
    });
    await takeOffTrips(
      trx,
      ctx,
      done.map(({ id }) => id),
      reason,
    );
    for (const order of done) await touchOrder(trx, ctx, order, { voided_at: sql<Date>`now()`, void_reason: reason });
    await refreshStatus(
      trx,
      ctx,
      done.map(({ id }) => id),
    );
    await logSteps(
      trx,
      ctx,
      done.map((order) => ({
        objType: 'customerOrder',
        objCode: order.orderCode,
        action: '作废',
        from: order.orderStatus,
        to: orderStatus.voided,
        remark: reason,
      })),
    );
    return lines;
  });
}
