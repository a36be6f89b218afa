import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { orderStatus, transportationStatus, transportStatus } from '@tongda/contract/enums/transport';
import { temperatureType } from '@tongda/contract/enums/vehicle';
import {
  abnormalType,
  eventSource,
  onHandStatus,
  reloadReason,
  reportSource,
  stopStatus,
  stopType,
  stowStatus,
  waybillKind,
} from '@tongda/contract/enums/waybill';
import type { GoodsPlace } from '@tongda/contract/waybill/assemble';
import { type Difference, transferDifferences } from '@tongda/contract/waybill/counting';
import type { reloadTargets, stowageReload } from '@tongda/contract/waybill/reload';
import { sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { AppError, invalidField } from '../../core/errors';
import { found } from '../../core/rows';
import { instantOf, wireTime } from '../../core/wire-time';
import { createAbnormalDraft } from '../abnormal/abnormal.service';
import { logSteps } from '../order/order.log.service';
import { waybillScope } from '../order/order.scope';
import { type LockedOrder, lockOrders, refreshStatus } from '../order/order.state.service';
import {
  type LockedWaybill,
  legsOf,
  type OpenLeg,
  refuseLoading,
  refuseStow,
  refuseWaybill,
  settleWaybill,
  takeWaybill,
} from './waybill.state';
import { lookAt, refuseBlocked, writeLoad } from './waybill.stow';
import { sitesFor } from './waybill.vehicles';

type Trx = Transaction<DB>;
type Input = Parsed<typeof stowageReload>;
const poolReason = '拆出';

/** One order that changes vehicles: its leg so far and what was counted. */
interface Moved {
  leg: OpenLeg;
  pieces: number;
  productTemp: number | null;
}

/**
 * 换装 in transit (transport.md 4.10): the legs end at the place of reloading, the old waybill keeps what it still carries or is over, a new one
 * (or one that is being filled there) takes the goods on. One transaction: whoever comes second is told, and nothing is half-written.
 */
export function reload(ctx: Ctx, input: Input) {
  return ctx.db(async (trx) => {
    const into = 'waybillCode' in input.target ? input.target.waybillCode : null;
    await lockBoth(trx, ctx, [input.waybillCode, ...(into === null ? [] : [into])]);
    const old = await takeWaybill(trx, ctx, input.waybillCode, { version: input.version });
    refuseWaybill('reloading', old);
    if (old.kind === waybillKind.billOfLading)
      throw new AppError(codes.illegalTransition, '提单不能换装：请在站点收货后再配载，或改派其他车辆提货');
    const at = await reloadTime(trx, ctx, old, input.reloadTime);
    const place = await placeOf(trx, ctx, input.place);
    const all = await legsOf(trx, ctx, old.id);
    const orders = await lockOrders(
      trx,
      ctx,
      all.map(({ orderCode }) => orderCode),
    );
    const moved = await movedOf(trx, all, input.legs);
    await endLegs(trx, ctx, old, moved, place, at);
    const rest = input.releaseRest ? await releaseRest(trx, ctx, old, all, moved) : [];
    const state = await closeOld(trx, ctx, old, at);
    await putDown(trx, ctx, moved, place);
    const next = await takeOn(trx, ctx, input, old, moved, place);
    await refreshStatus(
      trx,
      ctx,
      orders.map(({ id }) => id),
    );
    const differences = transferDifferences(
      moved.map(({ leg, pieces }) => ({ orderCode: leg.orderCode, unloaded: leg.loadPieces, loaded: pieces })),
    );
    await record(trx, ctx, input, { old, next, place, at, moved, differences });
    await tell(trx, ctx, input, { old, state, next: next.waybillCode, place, moved, rest, orders });
    const abnormalCodes = await report(trx, ctx, { old, next, place, at, moved, differences });
    return { newWaybillCode: next.waybillCode, transportStatus: state as number, abnormalCodes, differences };
  });
}

/** Locks waybills in the order of their ids, so that two reloadings never wait for each other. */
async function lockBoth(trx: Trx, ctx: Ctx, waybillCodes: readonly string[]): Promise<void> {
  await sql`select id from waybill where client_id = ${ctx.clientId} and waybill_code = any(${waybillCodes}::text[]) order by id for update`.execute(
    trx,
  );
}

async function reloadTime(trx: Trx, ctx: Ctx, { actualDepartAt }: LockedWaybill, wanted: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${instantOf(wanted, ctx.timeZone)} as at`.execute(trx);
  const at = new Date(rows[0]?.at ?? Date.now());
  if (at.getTime() > Date.now() + 5 * 60_000) throw invalidField('reloadTime', '换装时间不能晚于当前时间');
  if (actualDepartAt && at.getTime() < actualDepartAt.getTime() - 60_000)
    throw invalidField('reloadTime', `换装时间不能早于发车时间${wireTime(actualDepartAt, ctx.timeZone).slice(5, 16)}`);
  return at;
}

async function placeOf(trx: Trx, ctx: Ctx, { placeId, placeName, lng, lat }: Input['place']): Promise<GoodsPlace> {
  if (placeId === null) return { placeId: null, name: placeName, lng, lat };
  const [site] = await sitesFor(trx, ctx, [placeId]);
  if (!site) throw invalidField('place.placeId', '所选站点不存在或无权使用');
  return site;
}

/** The legs that go on: only what is on board and was not counted at its stop yet; cold goods with their temperature. */
async function movedOf(trx: Trx, all: readonly OpenLeg[], lines: Input['legs']): Promise<Moved[]> {
  const { rows } = await sql<{ id: string; type: number }>`select id::text, temperature_type as type from customer_order
    where id = any(${all.map(({ orderId }) => orderId)}::bigint[])`.execute(trx);
  const cold = new Set(
    rows.filter(({ type }) => type === temperatureType.chilled || type === temperatureType.frozen).map(({ id }) => id),
  );
  if (new Set(lines.map(({ orderCode }) => orderCode)).size < lines.length) throw invalidField('legs', '订单重复');
  return lines.map(({ orderCode, pieces, productTemp }) => {
    const leg = all.find((one) => one.orderCode === orderCode);
    if (!leg) throw invalidField('legs', `订单${orderCode}不在此运单上`);
    if (leg.transportationStatus === transportationStatus.notStarted)
      throw new AppError(codes.illegalTransition, `订单${orderCode}还没有装车，不需要换装`);
    if (leg.transportationStatus === transportationStatus.completed || leg.unloadPieces !== null)
      throw new AppError(codes.illegalTransition, `订单${orderCode}已到站或签收，不能换装`);
    if (cold.has(leg.orderId) && productTemp === null) throw invalidField('legs', `请填写订单${orderCode}的货温`);
    return { leg, pieces, productTemp };
  });
}

/** Ends the legs at a stop of their own, right behind what the truck has reached so far. */
async function endLegs(
  trx: Trx,
  ctx: Ctx,
  old: LockedWaybill,
  moved: readonly Moved[],
  place: GoodsPlace,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{
    seq: number;
  }>`select coalesce(max(seq) filter (where stop_status <> ${stopStatus.toCome}), 1)::int as seq
    from waybill_stop where waybill_id = ${old.id}`.execute(trx);
  const behind = rows[0]?.seq ?? 1;
  // two steps: a number is never there twice, not even for a moment
  await sql`update waybill_stop set seq = -(seq + 1) where waybill_id = ${old.id} and seq > ${behind}`.execute(trx);
  await sql`update waybill_stop set seq = -seq where waybill_id = ${old.id} and seq < 0`.execute(trx);
  await sql`update waybill_leg set from_seq = case when from_seq > ${behind} then from_seq + 1 else from_seq end,
      to_seq = case when to_seq > ${behind} then to_seq + 1 else to_seq end where waybill_id = ${old.id}`.execute(trx);
  await trx
    .insertInto('waybill_stop')
    .values({
      client_id: ctx.clientId,
      waybill_id: old.id,
      seq: behind + 1,
      stop_type: stopType.pass,
      place_id: place.placeId,
      name: place.name,
      lng: place.lng,
      lat: place.lat,
      service_min: 30,
      arrive_at: at,
      leave_at: at,
      arrive_source: eventSource.manual,
      leave_source: eventSource.manual,
      stop_status: stopStatus.left,
      checked_at: at,
    })
    .execute();
  for (const { leg, pieces } of moved)
    await trx
      .updateTable('waybill_leg')
      .set({
        transportation_status: transportationStatus.completed,
        unload_pieces: pieces,
        transfer_flag: true,
        final: false,
        to_seq: behind + 1,
      })
      .where('id', '=', leg.id)
      .execute();
}

/** Orders that wait to be loaded later leave a truck that carries nothing any more; they wait in the split pool. Answers their numbers. */
async function releaseRest(
  trx: Trx,
  ctx: Ctx,
  old: LockedWaybill,
  all: readonly OpenLeg[],
  moved: readonly Moved[],
): Promise<string[]> {
  const gone = new Set(moved.map(({ leg }) => leg.id));
  const runs = all.some((leg) => leg.transportationStatus === transportationStatus.inTransit && !gone.has(leg.id));
  const waiting = all.filter((leg) => leg.transportationStatus === transportationStatus.notStarted);
  if (runs || waiting.length === 0) return [];
  await sql`update waybill_leg set removed_at = now(), remove_reason = '换装' where id = any(${waiting.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  );
  await sql`update customer_order set pool_reason = ${poolReason}, pool_at = now(), pool_from = ${old.waybillCode}, pool_remark = '换装'
    where client_id = ${ctx.clientId} and id = any(${waiting.map(({ orderId }) => orderId)}::bigint[])`.execute(trx);
  await retotal(trx, old.id);
  return waiting.map(({ orderCode }) => orderCode);
}

/** Totals of a waybill from the legs that are on it. */
export const retotal = (trx: Trx, waybillId: string) =>
  sql`update waybill w set total_pieces = t.pieces, total_weight_kg = t.kg, total_volume_m3 = t.m3
    from (select coalesce(sum(plan_pieces), 0)::int as pieces, coalesce(sum(weight_kg), 0) as kg, coalesce(sum(volume_m3), 0) as m3
      from waybill_leg where waybill_id = ${waybillId} and removed_at is null) t where w.id = ${waybillId}`.execute(
    trx,
  );

/** Stops where nothing is left to do are passed by; a trip without anything left is over, and says why. */
export async function passIdleStops(trx: Trx, waybillId: string, at: Date): Promise<void> {
  const open = sql`exists (select from waybill_leg l where l.waybill_id = ${waybillId} and l.removed_at is null
    and l.transportation_status < ${transportationStatus.completed}`;
  await sql`update waybill_stop p set stop_status = case when stop_status = ${stopStatus.toCome} then ${stopStatus.skipped}::smallint else ${stopStatus.left}::smallint end,
      leave_at = case when stop_status = ${stopStatus.toCome} then null else coalesce(leave_at, ${at}) end,
      leave_source = case when stop_status = ${stopStatus.toCome} then null else coalesce(leave_source, ${eventSource.manual}) end
    where waybill_id = ${waybillId} and stop_status < ${stopStatus.left} and case when stop_type = ${stopType.pass} then not ${open})
      else not ${open} and (l.to_seq = p.seq or l.from_seq = p.seq and l.transportation_status = ${transportationStatus.notStarted})) end`.execute(
    trx,
  );
}

async function closeOld(trx: Trx, ctx: Ctx, old: LockedWaybill, at: Date) {
  await passIdleStops(trx, old.id, at);
  const state = await settleWaybill(trx, ctx, old, at);
  if (state === transportStatus.complete)
    await sql`update waybill set close_reason = '换装' where id = ${old.id}`.execute(trx);
  return state;
}

/** Where the goods are between the two vehicles. */
async function putDown(trx: Trx, ctx: Ctx, moved: readonly Moved[], place: GoodsPlace): Promise<void> {
  await sql`update customer_order set on_hand_status = ${place.placeId === null ? onHandStatus.onTheWay : onHandStatus.atSite},
      current_place_id = ${place.placeId} where client_id = ${ctx.clientId} and id = any(${moved.map(({ leg }) => leg.orderId)}::bigint[])`.execute(
    trx,
  );
}

type Taken = Pick<LockedWaybill, 'id' | 'waybillCode'>;

/** Puts the goods onto the other vehicle: every check of stowage runs for it. */
async function takeOn(
  trx: Trx,
  ctx: Ctx,
  input: Input,
  old: LockedWaybill,
  moved: readonly Moved[],
  place: GoodsPlace,
): Promise<Taken> {
  const own = 'waybillCode' in input.target ? await fillable(trx, ctx, input.target.waybillCode, old, place) : null;
  const before = own ? await legsOf(trx, ctx, own.id) : [];
  const orderCodes = [...before.map(({ orderCode }) => orderCode), ...moved.map(({ leg }) => leg.orderCode)];
  const head = await headOf(trx, ctx, (own ?? old).id);
  const kind = own?.kind ?? old.kind;
  if ('vehicleId' in input.target && input.target.vehicleId === old.vehicleId)
    throw invalidField('target.vehicleId', '换入的车辆不能是原车辆');
  const wanted = {
    ...('vehicleId' in input.target
      ? { ...input.target, coDriverId: null, setTemp: null, sealNo: null, remark: '' }
      : {
          vehicleId: found(own?.vehicleId ?? undefined, '换入运单的车辆'),
          driverId: head.driverId,
          planDepartTime: head.planDepartTime,
          coDriverId: head.coDriverId,
          setTemp: head.setTemp,
          sealNo: own?.sealNo ?? null,
          remark: head.remark,
        }),
    waybillKind: (kind === waybillKind.stowage ? waybillKind.stowage : waybillKind.transportTask) as 2 | 3,
    fromPlaceId: place.placeId,
    toPlaceId: head.toPlaceId,
    orderCodes,
    confirm: true,
  };
  const locked = await lockOrders(trx, ctx, orderCodes);
  const goods = { at: place, pieces: new Map(moved.map(({ leg, pieces }) => [leg.orderCode, pieces])) };
  const load = await lookAt(trx, ctx, wanted, own, locked, goods);
  refuseBlocked(load);
  const written = await writeLoad(
    trx,
    ctx,
    { ...wanted, ...(own ? { stowStatus: own.stowStatus } : {}) },
    load,
    own,
    before,
  );
  await sql`update waybill set reload_from_id = coalesce(reload_from_id, ${old.id}) where id = ${written.id}`.execute(
    trx,
  );
  return written;
}

/** The waybill at this site that takes the goods too: it has not left, it is not loaded, it begins here. */
async function fillable(
  trx: Trx,
  ctx: Ctx,
  waybillCode: string,
  old: LockedWaybill,
  place: GoodsPlace,
): Promise<LockedWaybill> {
  const own = await takeWaybill(trx, ctx, waybillCode);
  if (own.id === old.id) throw invalidField('target.waybillCode', '换入的运单不能是原运单');
  refuseWaybill('stowage', own);
  refuseLoading(own);
  refuseStow('save', own);
  if (own.stowStatus === stowStatus.toStow && !own.vehicleId)
    throw invalidField('target.waybillCode', '换入的运单还没有车辆');
  const { fromPlaceId } = await headOf(trx, ctx, own.id);
  if (place.placeId === null || fromPlaceId !== place.placeId)
    throw invalidField('target.waybillCode', `运单${waybillCode}不从${place.name}出发，不能换入`);
  return own;
}

async function headOf(trx: Trx, ctx: Ctx, id: string) {
  const { rows } = await sql<{
    fromPlaceId: string | null;
    toPlaceId: string | null;
    driverId: string | null;
    coDriverId: string | null;
    planDepartTime: string;
    setTemp: number | null;
    remark: string;
  }>`select from_place_id::text as "fromPlaceId", to_place_id::text as "toPlaceId", driver_id::text as "driverId", co_driver_id::text as "coDriverId",
      to_char(plan_depart_at at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS') as "planDepartTime", set_temp_c::float8 as "setTemp", remark
    from waybill where id = ${id}`.execute(trx);
  return found(rows[0], '运单');
}

interface Done {
  old: LockedWaybill;
  next: Taken;
  place: GoodsPlace;
  at: Date;
  moved: readonly Moved[];
  differences: readonly Difference[];
}

async function record(trx: Trx, ctx: Ctx, input: Input, it: Done): Promise<void> {
  await trx
    .insertInto('reload_record')
    .values({
      client_id: ctx.clientId,
      waybill_id: it.old.id,
      new_waybill_id: it.next.id,
      reason: input.reason,
      remark: input.remark,
      place_id: it.place.placeId,
      place_name: it.place.name,
      lng: it.place.lng,
      lat: it.place.lat,
      reload_at: it.at,
      lines: JSON.stringify(
        it.moved.map(({ leg, pieces, productTemp }) => {
          const difference = it.differences.find(({ orderCode }) => orderCode === leg.orderCode);
          return {
            orderCode: leg.orderCode,
            loaded: leg.loadPieces,
            moved: pieces,
            short: difference?.short ?? 0,
            over: difference?.over ?? 0,
            productTemp,
          };
        }),
      ),
      operator: ctx.userName,
      created_by: ctx.userId,
    })
    .execute();
}

interface Told {
  old: LockedWaybill;
  state: number;
  next: string;
  place: GoodsPlace;
  moved: readonly Moved[];
  rest: readonly string[];
  orders: readonly LockedOrder[];
}

async function tell(trx: Trx, ctx: Ctx, { reason, remark }: Input, it: Told): Promise<void> {
  const why = `${reloadReason.label(reason)}${remark ? `：${remark}` : ''}`;
  await logSteps(trx, ctx, [
    {
      objType: 'waybill',
      objCode: it.old.waybillCode,
      action: '换装',
      from: transportStatus.inTransit,
      to: it.state,
      remark: `${it.place.name}换装${it.moved.length}个订单至${it.next}，${why}`.slice(0, 200),
    },
    {
      objType: 'waybill',
      objCode: it.next,
      action: '换入',
      to: transportStatus.toDepart,
      remark: `${it.place.name}由${it.old.waybillCode}换入${it.moved.length}个订单`,
    },
    ...it.moved.map(({ leg, pieces }) => ({
      objType: 'customerOrder' as const,
      objCode: leg.orderCode,
      action: '换装',
      from: orderStatus.inTransit,
      to: orderStatus.inTransit,
      remark: `${it.place.name}换装${pieces}件至${it.next}`,
    })),
    ...it.rest.map((objCode) => ({
      objType: 'customerOrder' as const,
      objCode,
      action: '移出运单',
      from: it.orders.find((order) => order.orderCode === objCode)?.orderStatus ?? null,
      to: null,
      remark: `运单${it.old.waybillCode}换装，退回拆分池`,
    })),
  ]);
}

/** Pieces that differ are an abnormal event of their own, drafted by the system. Answers the numbers. */
async function report(trx: Trx, ctx: Ctx, it: Done): Promise<string[]> {
  const made: string[] = [];
  for (const { orderCode, short, over } of it.differences) {
    const leg = it.moved.find((one) => one.leg.orderCode === orderCode)?.leg;
    if (!leg) continue;
    const code = await createAbnormalDraft(trx, ctx, {
      waybillId: it.old.id,
      orderIds: [leg.orderId],
      type: short > 0 ? abnormalType.shortage : abnormalType.surplus,
      occurredAt: it.at,
      description: `${it.place.name}换装至${it.next.waybillCode}：订单${orderCode}应换${leg.loadPieces}件，${short > 0 ? `短少${short}` : `多出${over}`}件`,
      address: it.place.name,
      lng: it.place.lng,
      lat: it.place.lat,
      affectPieces: short + over,
      source: reportSource.system,
    });
    if (code) made.push(code);
  }
  return made;
}

/** Waybills that are being filled at a site. */
export const targetsAt = (ctx: Ctx, { placeId, except }: Parsed<typeof reloadTargets>) =>
  ctx.db(async (trx) => {
    const { rows } = await sql<{
      waybillCode: string;
      plateNo: string;
      driverName: string;
      planDepartTime: string;
      toName: string;
      orderCount: number;
    }>`select w.waybill_code as "waybillCode", coalesce(v.plate_no, '') as "plateNo", coalesce(d.name, '') as "driverName",
        to_char(w.plan_depart_at at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS') as "planDepartTime", w.to_name as "toName",
        (select count(*)::int from waybill_leg l where l.waybill_id = w.id and l.removed_at is null) as "orderCount"
      from waybill w left join vehicle v on v.id = w.vehicle_id left join driver d on d.id = w.driver_id
      where w.client_id = ${ctx.clientId} and w.voided_at is null and w.transport_status = ${transportStatus.toDepart}
        and w.stow_status < ${stowStatus.loaded} and w.from_place_id = ${placeId} and w.waybill_code <> ${except} and ${waybillScope(ctx, 'w')}
      order by w.plan_depart_at limit 50`.execute(trx);
    return rows;
  });
