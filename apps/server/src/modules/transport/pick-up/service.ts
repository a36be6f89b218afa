import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { orderStatus } from '@tongda/contract/transport/enums';
import { type OrderFields, orderFields } from '@tongda/contract/transport/order/fields';
import { type Goods, splitGoods, splitProblems, totalOf } from '@tongda/contract/transport/order/split';
import { type OrderStatus, pickUpOrderMachine } from '@tongda/contract/transport/order/status';
import type {
  PickUpDetail,
  PickUpSource,
  pickUpAdd,
  pickUpOrders,
  pickUpSplit,
  pickUpUpdate,
  pickUpVoid,
} from '@tongda/contract/transport/pick-up/calls';
import { type PickUpFields, pickUpLabels } from '@tongda/contract/transport/pick-up/fields';
import {
  deliveryMode,
  freightPayMode,
  handlingNeed,
  pickUpFlag,
  serviceMode,
  splitFlag,
} from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { instantSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, invalidField } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { nextCodes } from '../../../core/record/codes';
import { likePattern } from '../../../core/record/options';
import { orderScope, visiblePlaces } from '../../base/org/door';
import { addOrder, conflictOf, type LockedOrder, lockOrders, logSteps, refreshStatus } from '../order/door';
import { findPickUp } from './repo';

type Verb = (typeof pickUpOrderMachine.verbs)[number];

function refusePickUpStep(verb: Verb, status: OrderStatus): void {
  if (pickUpOrderMachine.can(verb, status)) return;
  throw new AppError(codes.illegalTransition, pickUpOrderMachine.refusal(verb, status, '提货单'), {
    from: status,
    to: pickUpOrderMachine.to(verb),
  });
}

/** Locks one pick-up order; 4004 when the caller may not see it, 4009 when it changed since `version`, 4010 when its state forbids the step. */
async function lockPickUpAtVersion(
  trx: Trx,
  ctx: Ctx,
  verb: Verb,
  { pickUpCode, version }: { pickUpCode: string; version: number },
): Promise<{ locked: LockedOrder; detail: PickUpDetail }> {
  requireRow(await findPickUp(trx, ctx, pickUpCode), '提货单');
  const locked = requireRow((await lockOrders(trx, ctx, [pickUpCode]))[0], '提货单');
  refusePickUpStep(verb, locked.orderStatus);
  if (locked.version !== version) throw await conflictOf(trx, ctx, 'pickUpOrder', pickUpCode);
  return { locked, detail: requireRow(await findPickUp(trx, ctx, pickUpCode), '提货单') };
}

/** Name of a site that the caller may see; 4000 for any other. */
async function findSiteName(trx: Trx, ctx: Ctx, placeId: string | null): Promise<string> {
  if (placeId === null) return '';
  const { rows } = await sql<{
    name: string;
  }>`select p.name from place p where p.client_id = ${ctx.clientId} and p.id = ${placeId}
    and p.kind = 'site' and p.deleted_at is null and ${visiblePlaces(ctx, 'p')}`.execute(trx);
  const [site] = rows;
  if (!site) throw invalidField('placeId', '所选站点不存在或无权使用');
  return site.name;
}

const pickUpRowOf = (ctx: Ctx, v: PickUpFields) => ({
  shipper: v.shipper,
  ship_phone: v.shipPhone,
  ship_area: v.shipArea,
  ship_address: v.shipAddress,
  ship_lng: v.shipLng,
  ship_lat: v.shipLat,
  plan_from: instantSql(v.planFrom, ctx.timeZone),
  plan_to: instantSql(v.planTo, ctx.timeZone),
  place_id: v.direct ? null : v.placeId,
  direct: v.direct,
  vehicle_type: v.vehicleType,
  handling: [...new Set(v.handling)].sort(),
  remark: v.remark,
});

/** Condition for orders that wait, are not split and have no pick-up order. */
const withoutPickUp = sql`o.order_status = ${orderStatus.toDispatch} and o.split_flag <> ${splitFlag.parent} and o.on_hand_status = 0
  and not exists (select from pick_up_order x where x.order_id = o.id and x.order_status <> ${orderStatus.voided})
  and not exists (select from receipt_order r where r.order_id = o.id and r.receipt_status < 6)`;

export const listSources = (ctx: Ctx, { keyword }: Parsed<typeof pickUpOrders>): Promise<PickUpSource[]> =>
  ctx.db(async (trx) => {
    const like = keyword ? likePattern(keyword) : null;
    const at = (column: string) =>
      sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
    const { rows } =
      await sql<PickUpSource>`select o.order_code as "orderCode", k.name as "customerName", o.shipper, o.ship_phone as "shipPhone",
        o.ship_area as "shipArea", o.ship_address as "shipAddress", o.ship_lng as "shipLng", o.ship_lat as "shipLat", o.total_pieces as "totalPieces",
        ${at('o.pick_from')} as "planFrom", ${at('o.pick_to')} as "planTo"
      from customer_order o join customer k on k.id = o.customer_id
      where o.client_id = ${ctx.clientId} and ${orderScope(ctx, 'o')} and ${withoutPickUp}
        and (${like}::text is null or o.order_code ilike ${like} or k.name ilike ${like}) order by o.id desc limit 50`.execute(
        trx,
      );
    return rows;
  });

/** Adds a pick-up order, for a whole order that has none, or for goods without an order. */
export function addPickUp(ctx: Ctx, { orderCode, customerId, items, ...fields }: Parsed<typeof pickUpAdd>) {
  if (!orderCode) return addPickUpAlone(ctx, { ...fields, customerId: customerId ?? '', items });
  return ctx.db(async (trx) => {
    await findSiteName(trx, ctx, fields.placeId);
    const [locked] = await lockOrders(trx, ctx, [orderCode]);
    const { rows } = await sql<{
      id: string;
      orgId: string | null;
      free: boolean;
    }>`select o.id::text, o.org_id::text as "orgId", ${withoutPickUp} as free
      from customer_order o where o.client_id = ${ctx.clientId} and o.order_code = ${orderCode} and ${orderScope(ctx, 'o')}`.execute(
      trx,
    );
    const order = requireRow(rows[0] && locked ? rows[0] : undefined, '订单');
    if (!order.free)
      throw invalidField('orderCode', `订单${orderCode}已有提货单或收货单，或者不是待调度，不能新增提货单`);
    const [pickUpCode = ''] = await nextCodes(trx, ctx, 'TH');
    const { id } = await trx
      .insertInto('pick_up_order')
      .values({
        ...pickUpRowOf(ctx, fields),
        client_id: ctx.clientId,
        org_id: order.orgId,
        order_id: order.id,
        pick_up_code: pickUpCode,
        temperature_type: 1,
        total_pieces: 0,
        total_weight_kg: 0,
        total_volume_m3: 0,
        created_by: ctx.userId,
        updated_by: ctx.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`update pick_up_order p set (temperature_type, temp_min_c, temp_max_c, total_pieces, total_weight_kg, total_volume_m3) =
      (select temperature_type, temp_min_c, temp_max_c, total_pieces, total_weight_kg, total_volume_m3 from customer_order where id = ${order.id})
      where p.id = ${id}`.execute(trx);
    await sql`insert into pick_up_item (client_id, pick_up_id, line_no, cargo_name, spec, pack_unit, temperature_type, pieces, weight_kg, volume_m3)
      select client_id, ${id}, line_no, cargo_name, spec, pack_unit, temperature_type, pieces, weight_kg, volume_m3 from order_item where order_id = ${order.id}`.execute(
      trx,
    );
    await logSteps(trx, ctx, [
      { objType: 'pickUpOrder', objCode: pickUpCode, action: '新增', to: orderStatus.toDispatch, remark: orderCode },
      { objType: 'customerOrder', objCode: orderCode, action: '新增提货单', remark: pickUpCode },
    ]);
    return { pickUpCode, version: 1 };
  });
}

/** Hours after the pick-up when an order that was opened with it is due at its site. */
const dueHours = 24;

/**
 * Adds a pick-up order for goods without an order (transport.md A6). An order is opened for them that ends at the site; its receiver is entered later
 * by editing the order.
 */
function addPickUpAlone(ctx: Ctx, input: PickUpFields & { customerId: string; items: OrderFields['items'] }) {
  const { customerId, items, ...fields } = input;
  return ctx.db(async (trx) => {
    const site = await findSiteName(trx, ctx, fields.placeId);
    const [first] = items;
    const { rows } = await sql<{ lng: number | null; lat: number | null; dueAt: string }>`select g.lng, g.lat,
        to_char(${fields.planTo}::timestamp + ${dueHours} * interval '1 hour', 'YYYY-MM-DD HH24:MI:SS') as "dueAt"
      from (select ${fields.placeId}::bigint as id) x left join place_shape g on g.place_id = x.id and g.client_id = ${ctx.clientId} and upper(g.during) is null`.execute(
      trx,
    );
    const [at] = rows;
    const order = orderFields.parse({
      customerId,
      businessType: serviceMode.lessThanTruck,
      freightPayMode: freightPayMode.monthly,
      pickUpFlag: pickUpFlag.pickedUp,
      deliveryMode: deliveryMode.collected,
      shipper: fields.shipper,
      shipPhone: fields.shipPhone,
      shipArea: fields.shipArea,
      shipAddress: fields.shipAddress,
      shipLng: fields.shipLng,
      shipLat: fields.shipLat,
      receiver: site.slice(0, 20).padEnd(2, '站'),
      receivePhone: fields.shipPhone,
      receiveArea: site.slice(0, 40),
      receiveAddress: '站内待定',
      receiveLng: at?.lng ?? null,
      receiveLat: at?.lat ?? null,
      pickFrom: fields.planFrom,
      pickTo: fields.planTo,
      arriveTo: at?.dueAt ?? fields.planTo,
      temperatureType: first?.temperatureType,
      items,
      remark: '由提货单新增，收货信息待补充',
    });
    const { orderCode } = await addOrder({ ...ctx, db: (work) => work(trx) }, order);
    const made = requireRow(
      (
        await sql<{ id: string; code: string }>`select p.id::text, p.pick_up_code as code from pick_up_order p
          join customer_order o on o.id = p.order_id where o.client_id = ${ctx.clientId} and o.order_code = ${orderCode}`.execute(
          trx,
        )
      ).rows[0],
      '提货单',
    );
    await trx
      .updateTable('pick_up_order')
      .set({ ...pickUpRowOf(ctx, fields), follows_order: false })
      .where('id', '=', made.id)
      .execute();
    await logSteps(trx, ctx, [
      {
        objType: 'pickUpOrder',
        objCode: made.code,
        action: '新增',
        to: orderStatus.toDispatch,
        remark: `自动建单${orderCode}`,
      },
    ]);
    return { pickUpCode: made.code, version: 1 };
  });
}

/** A pick-up's fields in the words of its change history; of an existing one the wire says times and codes less narrowly than the form. */
const pickUpWordsOf = (
  v: Omit<PickUpFields, 'placeId' | 'planFrom' | 'planTo' | 'handling'> & {
    planFrom: string | null;
    planTo: string | null;
    handling: readonly number[];
  },
  site: string,
): Record<string, string> => ({
  shipper: v.shipper,
  shipPhone: v.shipPhone,
  shipArea: v.shipArea,
  shipAddress: v.shipAddress,
  shipLng: v.shipLng === null ? '' : String(v.shipLng),
  shipLat: v.shipLat === null ? '' : String(v.shipLat),
  planFrom: v.planFrom ?? '',
  planTo: v.planTo ?? '',
  placeId: site,
  direct: v.direct ? '是' : '否',
  vehicleType: v.vehicleType ?? '',
  handling: [...v.handling]
    .sort()
    .map((code) => handlingNeed.label(code))
    .join('、'),
  remark: v.remark,
});

/** Fields that may still be changed once it is on a 提单 (transport.md A7). */
const openWhenStowed: ReadonlySet<string> = new Set(['planFrom', 'planTo', 'shipper', 'shipPhone', 'remark']);

/** Changes a pick-up order, which from then on no longer follows its order. */
export function updatePickUp(ctx: Ctx, input: Parsed<typeof pickUpUpdate>) {
  const { pickUpCode, version, ...fields } = input;
  return ctx.db(async (trx) => {
    const { locked, detail } = await lockPickUpAtVersion(trx, ctx, 'edit', { pickUpCode, version });
    const site = fields.placeId === detail.placeId ? detail.placeName : await findSiteName(trx, ctx, fields.placeId);
    const before = pickUpWordsOf(detail, detail.placeName);
    const changes = changesBetween(before, pickUpWordsOf(fields, fields.direct ? '' : site), pickUpLabels);
    const closed = changes.find(({ field }) => !openWhenStowed.has(field));
    if (locked.orderStatus !== orderStatus.toDispatch && closed)
      throw invalidField(closed.field, `${orderStatus.label(locked.orderStatus)}的提货单不能修改${closed.label}`);
    if (changes.length === 0) return { pickUpCode, version };
    await trx
      .updateTable('pick_up_order')
      .set({
        ...pickUpRowOf(ctx, fields),
        follows_order: false,
        version: version + 1,
        updated_by: ctx.userId,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', detail.id)
      .execute();
    await recordChanges(trx, ctx, [{ entity: 'pick_up_order', entityId: detail.id, action: '编辑', changes }]);
    const remark = changes.map(({ label, after }) => `${label} ${after || '清空'}`).join('、');
    await logSteps(trx, ctx, [
      { objType: 'pickUpOrder', objCode: pickUpCode, action: '编辑', remark: remark.slice(0, 200) },
    ]);
    return { pickUpCode, version: version + 1 };
  });
}

/** 作废 of a pick-up order that no trip carries; its order stays and can get another one. Answers null for one that waits on a trip. */
export function voidPickUp(ctx: Ctx, { pickUpCode, version, reason }: Parsed<typeof pickUpVoid>) {
  return ctx.db(async (trx) => {
    // locked like that the trip would come after its pick-up, and all steps lock the trip first
    if ((await findPickUp(trx, ctx, pickUpCode))?.orderStatus === orderStatus.toLoad) return null;
    const { locked, detail } = await lockPickUpAtVersion(trx, ctx, 'void', { pickUpCode, version });
    if (locked.orderStatus !== orderStatus.toDispatch) throw await conflictOf(trx, ctx, 'pickUpOrder', pickUpCode);
    await sql`update pick_up_order set voided_at = now(), void_reason = ${reason}, version = version + 1, updated_at = now(),
      updated_by = ${ctx.userId} where id = ${detail.id}`.execute(trx);
    await refreshStatus(trx, ctx, [locked.id]);
    await logSteps(trx, ctx, [
      {
        objType: 'pickUpOrder',
        objCode: pickUpCode,
        action: '作废',
        from: locked.orderStatus,
        to: orderStatus.voided,
        remark: reason,
      },
      { objType: 'customerOrder', objCode: detail.orderCode, action: '作废提货单', remark: `${pickUpCode} ${reason}` },
    ]);
    return { pickUpCode, version: version + 1 };
  });
}

/** Splits a pick-up order into children, which different vehicles may bring to different sites (transport.md A8). */
export function splitPickUp(ctx: Ctx, input: Parsed<typeof pickUpSplit>): Promise<{ childCodes: string[] }> {
  return ctx.db(async (trx) => {
    const { locked, detail } = await lockPickUpAtVersion(trx, ctx, 'splitOrder', input);
    if (detail.splitFlag !== splitFlag.whole)
      throw new AppError(codes.illegalTransition, `提货单${input.pickUpCode}已经拆分过，不能再拆`);
    const goods: Goods[] = detail.items.map((item) => ({
      ...item,
      name: item.cargoName,
      // the wire says a number; it was copied from an order, whose form takes codes only
      temperatureType: item.temperatureType as Goods['temperatureType'],
    }));
    const pieces = goods.map(({ itemId }) =>
      input.children.map(({ items }) => items.find((one) => one.itemId === itemId)?.pieces ?? 0),
    );
    const [problem] = splitProblems(goods, pieces);
    if (problem?.kind === 'sum')
      throw invalidField(
        'children',
        `${problem.item.name}拆分件数之和为${problem.given}件，必须等于原件数${problem.item.pieces}件`,
      );
    if (problem?.kind === 'empty') throw invalidField('children', `第${problem.child + 1}个子单没有货物`);
    if (problem) throw invalidField('children', '子单数量不对');
    const parts = splitGoods(goods, pieces, { codAmount: 0, goodsValue: 0, insuredAmount: 0 });
    const childCodes = parts.map((_, i) => `${detail.pickUpCode}-${String(i + 1).padStart(2, '0')}`);
    for (const [i, part] of parts.entries()) await insertChild(trx, ctx, detail, childCodes[i] ?? '', part.items);
    await sql`update pick_up_order set split_flag = ${splitFlag.parent}, follows_order = false, version = version + 1, updated_at = now(),
      updated_by = ${ctx.userId} where id = ${detail.id}`.execute(trx);
    await refreshStatus(trx, ctx, [locked.id]);
    await logSteps(trx, ctx, [
      { objType: 'pickUpOrder', objCode: detail.pickUpCode, action: '拆单', remark: `拆为${childCodes.join('、')}` },
      ...childCodes.map((objCode) => ({
        objType: 'pickUpOrder' as const,
        objCode,
        action: '生成提货单',
        to: orderStatus.toDispatch,
        remark: `由${detail.pickUpCode}拆分`,
      })),
    ]);
    return { childCodes };
  });
}

async function insertChild(
  trx: Trx,
  ctx: Ctx,
  parent: PickUpDetail,
  code: string,
  shares: ReturnType<typeof splitGoods>[number]['items'],
): Promise<void> {
  const totals = totalOf(shares);
  const { rows } = await sql<{
    id: string;
  }>`insert into pick_up_order (client_id, org_id, pick_up_code, order_id, parent_id, split_flag, shipper, ship_phone,
      ship_area, ship_address, ship_lng, ship_lat, place_id, direct, plan_from, plan_to, temperature_type, temp_min_c, temp_max_c, vehicle_type, handling,
      total_pieces, total_weight_kg, total_volume_m3, remark, created_by, updated_by)
    select client_id, org_id, ${code}, order_id, id, ${splitFlag.child}, shipper, ship_phone, ship_area, ship_address, ship_lng, ship_lat, place_id, direct,
      plan_from, plan_to, temperature_type, temp_min_c, temp_max_c, vehicle_type, handling, ${totals.pieces}, ${totals.weightKg}, ${totals.volumeM3},
      remark, ${ctx.userId}, ${ctx.userId} from pick_up_order where id = ${parent.id} returning id::text`.execute(trx);
  const id = rows[0]?.id ?? '';
  for (const share of shares)
    await sql`insert into pick_up_item (client_id, pick_up_id, line_no, cargo_name, spec, pack_unit, temperature_type, pieces, weight_kg, volume_m3)
      select client_id, ${id}, line_no, cargo_name, spec, pack_unit, temperature_type, ${share.pieces}, ${share.weightKg}, ${share.volumeM3}
      from pick_up_item where id = ${share.itemId}`.execute(trx);
}
