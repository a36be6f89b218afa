import { minuteMs } from '@tongda/contract/core/durations';
import { codes, type Output, type Parsed } from '@tongda/contract/core/endpoint';
import { degreesText } from '@tongda/contract/core/figure';
import { wallMs, wallText } from '@tongda/contract/core/wall-time';
import { dispatchSource, orderStatus, transportationStatus } from '@tongda/contract/transport/enums';
import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import { legType, stopStatus, stopType, waybillKind } from '@tongda/contract/transport/waybill/enums';
import { stowDriverOf, stowVehicleOf, waitingOrderOf } from '@tongda/contract/transport/waybill/facts';
import type { WaitingOrder } from '@tongda/contract/transport/waybill/judge';
import type {
  EnrouteAnswer,
  enrouteAdd,
  enrouteCheck,
  enroutePool,
} from '@tongda/contract/transport/waybill/road/enroute';
import { type EnroutePlan, planEnroute, type RunningTrip } from '@tongda/contract/transport/waybill/road/enroute-plan';
import type { WaybillDetail } from '@tongda/contract/transport/waybill/shapes';
import type { TripStop } from '@tongda/contract/transport/waybill/stow/assemble';
import type { BoardOrder } from '@tongda/contract/transport/waybill/stow/board';
import { rangeOf } from '@tongda/contract/transport/waybill/stow/compartments';
import { distanceM } from '@tongda/geo/distance';
import { type RawBuilder, sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { instantSql, wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, blockedByRule, invalidField } from '../../../../core/http/errors';
import { type LockedOrder, lockOrders, logSteps, refreshStatus, totalledPieces } from '../../order/door';
import { findWaybill } from '../repo';
import { busyAsRule, type LockedWaybill, lockWaybill, refuseWaybill, writeWaybill } from '../state';
import { loadBoardPickUps, loadPickUpPool } from '../stow/pick-up-pool';
import { loadOrdersByCode } from '../stow/pool';
import { findDriver, loadBoardVehicles } from '../stow/vehicles';
import { loadCrew, tellCrew } from './crew';

/** A running 提单 with the plan for new pick-ups, before anything is written. */
interface Looked {
  waybill: LockedWaybill;
  detail: WaybillDetail;
  orders: BoardOrder[];
  locked: LockedOrder[];
  plan: EnroutePlan;
  setTemp: number | null;
}

/** 4010 unless the waybill is a 提单 on the road that has not come back to its site. */
function refuseEnroute(waybill: LockedWaybill, { stops }: WaybillDetail): void {
  refuseWaybill('stowageEnroute', waybill);
  if (waybill.kind !== waybillKind.billOfLading)
    throw new AppError(codes.illegalTransition, '只有提单可以途中加单，其他运单请使用换装或拆分池');
  const last = stops.at(-1);
  if (last && last.stopStatus !== stopStatus.toCome)
    throw new AppError(codes.illegalTransition, `运单${waybill.waybillCode}已到${last.name}，不能途中加单`);
}

async function planPickUps(
  trx: Trx,
  ctx: Ctx,
  waybill: LockedWaybill,
  pickUpCodes: readonly string[],
): Promise<Looked> {
  const detail = requireRow(await findWaybill(trx, ctx, waybill.waybillCode), '运单');
  refuseEnroute(waybill, detail);
  const wanted = [...new Set(pickUpCodes)];
  const wrong = wanted.find((code) => !isPickUpCode(code));
  if (wrong) throw invalidField('pickUpCodes', `${wrong}不是提货单，途中只能加提货单`);
  const locked = await lockOrders(trx, ctx, wanted);
  const here = locked.find(({ onTrip }) => onTrip === waybill.waybillCode);
  if (here) throw invalidField('pickUpCodes', `提货单${here.orderCode}已在此提单上`);
  const orders = await loadBoardPickUps(trx, ctx, {
    where: sql`p.pick_up_code = any(${wanted}::text[]) and not p.direct and p.split_flag <> 1`,
  });
  const missing = wanted.find((code) => !orders.some(({ orderCode }) => orderCode === code));
  if (missing) throw invalidField('pickUpCodes', `提货单${missing}不存在、已拆分或由运输任务直接装货`);
  const [vehicle] = waybill.vehicleId ? await loadBoardVehicles(trx, ctx, [waybill.vehicleId]) : [];
  if (!vehicle) throw new AppError(codes.illegalTransition, `运单${waybill.waybillCode}没有可用的车辆`);
  const driver = detail.driverId ? await findDriver(trx, ctx, detail.driverId) : undefined;
  const onTrip = new Map(locked.map((order) => [order.orderCode, order.onTrip]));
  const trip: RunningTrip = {
    vehicle: stowVehicleOf(vehicle, waybill.waybillCode),
    driver: driver ? stowDriverOf(driver.name, driver.certificates, driver.licenceClass) : null,
    now: wallMs(wireTime(Date.now(), ctx.timeZone)),
    departedAt: wallMs(detail.actualDepartTime ?? detail.planDepartTime),
    here: detail.live,
    stops: detail.stops.map((stop) => ({ ...runningStopOf(stop), reached: stop.stopStatus !== stopStatus.toCome })),
    legs: await loadRunningLegs(trx, ctx, detail),
  };
  const plan = planEnroute(
    trip,
    orders.map((order) => waitingOrderOf(order, onTrip.get(order.orderCode) ?? null)),
    distanceM,
  );
  const cold = [...trip.legs.map(({ order }) => order), ...orders.map((order) => waitingOrderOf(order))];
  return { waybill, detail, orders, locked, plan, setTemp: setTempOf(detail.setTemp, cold, plan) };
}

const runningStopOf = (stop: WaybillDetail['stops'][number]): TripStop => ({
  ...stop,
  // the wire says a number; the column is written with codes of the enumeration only
  stopType: stop.stopType as TripStop['stopType'],
  windowStart: stop.windowStart === null ? null : wallMs(stop.windowStart),
  windowEnd: stop.windowEnd === null ? null : wallMs(stop.windowEnd),
});

/** Loads the goods of the trip as they were fetched, or are planned to be, without unloaded ones. */
async function loadRunningLegs(trx: Trx, ctx: Ctx, { legs }: WaybillDetail): Promise<RunningTrip['legs']> {
  const open = legs.filter((leg) => leg.transportationStatus !== transportationStatus.completed);
  const known = new Map(
    (
      await loadOrdersByCode(
        trx,
        ctx,
        open.map(({ orderCode }) => orderCode),
      )
    ).map((order) => [order.orderCode, order]),
  );
  return open.flatMap((leg) => {
    const order = known.get(leg.orderCode);
    if (!order) return [];
    const onBoard = leg.transportationStatus === transportationStatus.inTransit;
    const carried: WaitingOrder = {
      ...waitingOrderOf({ ...order, orderStatus: orderStatus.toDispatch }),
      pieces: onBoard ? leg.loadPieces : leg.planPieces,
      weightKg: leg.weightKg,
      volumeM3: leg.volumeM3,
      fixedNo: onBoard ? leg.compartmentNo : null,
    };
    return [{ order: carried, fromSeq: leg.fromSeq, toSeq: leg.toSeq }];
  });
}

/** Set-point of the box: the present one as long as it is right for all goods. */
function setTempOf(now: number | null, orders: readonly WaitingOrder[], { box }: EnroutePlan): number | null {
  const fits = (order: WaitingOrder): boolean => {
    const { low, high } = rangeOf(order);
    return now !== null && (low === null || low <= now) && (high === null || now <= high);
  };
  if (now !== null && orders.every(fits)) return now;
  const wanted = [...new Set([...(box?.setpoints.values() ?? [])].filter((c) => c !== null))];
  return wanted.length === 1 ? (wanted[0] ?? now) : now;
}

const answerOf = ({ plan, detail, setTemp }: Looked): EnrouteAnswer => ({
  possible: plan.possible,
  checks: plan.checks,
  loadRateWeight: plan.loadRateWeight,
  loadRateVolume: plan.loadRateVolume,
  setTemp,
  setTempChanged: setTemp !== detail.setTemp,
  addedKm: plan.stops.some(({ was, lng }) => was === null && lng === null) ? null : Math.round(plan.addedM / 100) / 10,
  addedMin: Math.round(plan.addedMs / minuteMs),
  stops: plan.stops.map((stop) => ({
    seq: stop.seq,
    stopType: stop.stopType,
    name: stop.name,
    address: stop.address,
    arriveTime: stop.arrive === null ? null : wallText(stop.arrive),
    added: stop.was === null,
    laterMin: Math.round(stop.laterMs / minuteMs),
  })),
});

/** Waiting pick-ups, nearest to the truck first. */
export const listEnroutePool = (
  ctx: Ctx,
  { waybillCode }: Parsed<typeof enroutePool>,
): Promise<Output<typeof enroutePool>> =>
  ctx.db(async (trx) => {
    const detail = requireRow(await findWaybill(trx, ctx, waybillCode, waybillKind.billOfLading), '提单');
    const { list } = await loadPickUpPool(trx, ctx);
    const away = ({ shipLng, shipLat }: BoardOrder): number | null =>
      detail.live && shipLng !== null && shipLat !== null
        ? Math.round(distanceM(detail.live.lng, detail.live.lat, shipLng, shipLat) / 100) / 10
        : null;
    return {
      list: list
        .map((order) => ({ ...order, awayKm: away(order) }))
        .sort((a, b) => (a.awayKm ?? Number.POSITIVE_INFINITY) - (b.awayKm ?? Number.POSITIVE_INFINITY)),
    };
  });

/** Plans and checks new pick-ups without writing anything. */
export const checkEnroute = (ctx: Ctx, { waybillCode, pickUpCodes }: Parsed<typeof enrouteCheck>) =>
  ctx.db(async (trx) => answerOf(await planPickUps(trx, ctx, await lockWaybill(trx, ctx, waybillCode), pickUpCodes)));

/** Adds pick-ups to a 提单 on the road and tells the driver, in one transaction. */
export function addEnroute(ctx: Ctx, input: Parsed<typeof enrouteAdd>): Promise<Output<typeof enrouteAdd>> {
  return ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, input.waybillCode, { version: input.version });
    const looked = await planPickUps(trx, ctx, waybill, input.pickUpCodes);
    const stops = looked.plan.checks.filter(({ level }) => level === 'block');
    if (stops[0])
      throw blockedByRule(
        stops[0].msg,
        stops.map(({ code, msg }) => `${code} ${msg}`),
      );
    await writeStops(trx, ctx, looked);
    await writeLegs(trx, ctx, looked);
    const version = await writeHead(trx, ctx, looked);
    await sql`update customer_order set dispatch_source = ${dispatchSource.manual}, pool_reason = null, pool_at = null
      where client_id = ${ctx.clientId} and id = any(${looked.orders.map(({ orderId }) => orderId)}::bigint[])`.execute(
      trx,
    );
    await refreshStatus(
      trx,
      ctx,
      looked.locked.map(({ id }) => id),
    );
    await logEnroute(trx, ctx, looked);
    const ways = [await tellDriver(trx, ctx, looked, version)];
    return { ...answerOf(looked), waybillCode: waybill.waybillCode, version, ways };
  });
}

/** Renumbers stops and the rows that refer to them. It takes two steps, because a number must not exist twice even for a moment. */
async function writeStops(trx: Trx, ctx: Ctx, { waybill, plan }: Looked): Promise<void> {
  const moved = plan.stops.flatMap(({ was, seq }) => (was === null || was === seq ? [] : [{ was, seq }]));
  const [from, to] = [moved.map(({ was }) => was), moved.map(({ seq }) => seq)];
  const pairs = sql`unnest(${from}::int[], ${to}::int[]) as m(was, seq)`;
  await sql`update waybill_stop p set seq = -m.seq from ${pairs} where p.waybill_id = ${waybill.id} and p.seq = m.was`.execute(
    trx,
  );
  await sql`update waybill_stop set seq = -seq where waybill_id = ${waybill.id} and seq < 0`.execute(trx);
  await sql`update waybill_leg l set from_seq = coalesce((select m.seq from ${pairs} where m.was = l.from_seq), l.from_seq),
      to_seq = coalesce((select m.seq from ${pairs} where m.was = l.to_seq), l.to_seq) where l.waybill_id = ${waybill.id}`.execute(
    trx,
  );
  const at = (ms: number | null) => (ms === null ? null : instantSql(wallText(ms), ctx.timeZone));
  for (const stop of plan.stops) {
    if (stop.reached) continue;
    if (stop.was !== null) {
      await sql`update waybill_stop set plan_arrive_at = plan_arrive_at + ${stop.laterMs} * interval '1 millisecond',
          plan_leave_at = plan_leave_at + ${stop.laterMs} * interval '1 millisecond', service_min = ${stop.serviceMin},
          window_start = ${at(stop.windowStart)}, window_end = ${at(stop.windowEnd)}
        where waybill_id = ${waybill.id} and seq = ${stop.seq}`.execute(trx);
      continue;
    }
    await trx
      .insertInto('waybill_stop')
      .values({
        client_id: ctx.clientId,
        waybill_id: waybill.id,
        seq: stop.seq,
        stop_type: stopType.load,
        name: stop.name,
        address: stop.address,
        contact: stop.contact,
        phone: stop.phone,
        lng: stop.lng,
        lat: stop.lat,
        window_start: at(stop.windowStart),
        window_end: at(stop.windowEnd),
        service_min: stop.serviceMin,
        plan_arrive_at: at(stop.arrive),
        plan_leave_at: at(stop.leave),
      })
      .execute();
  }
}

async function writeLegs(trx: Trx, ctx: Ctx, { waybill, orders, plan }: Looked): Promise<void> {
  const last = plan.stops.length;
  await busyAsRule(() =>
    trx
      .insertInto('waybill_leg')
      .values(
        orders.map((order) => ({
          client_id: ctx.clientId,
          waybill_id: waybill.id,
          order_id: order.orderId,
          pick_up_id: order.id,
          leg_no: 1,
          leg_type: legType.pickUp,
          from_seq: plan.fetchAt.get(order.orderCode) ?? last,
          to_seq: last,
          final: false,
          plan_pieces: order.pieces,
          weight_kg: order.weightKg,
          volume_m3: order.volumeM3,
          compartment_no: plan.box?.byOrder.get(order.orderCode) ?? null,
        })),
      )
      .execute(),
  );
  // goods that are not fetched yet keep their leg, but may have got another compartment
  for (const [code, no] of plan.box?.byOrder ?? [])
    await sql`update waybill_leg l set compartment_no = ${no} from pick_up_order p
      where p.id = l.pick_up_id and p.pick_up_code = ${code} and l.waybill_id = ${waybill.id} and l.removed_at is null
        and l.transportation_status = ${transportationStatus.notStarted}`.execute(trx);
}

function writeHead(trx: Trx, ctx: Ctx, { waybill, plan, setTemp }: Looked): Promise<number> {
  const later = sql`${plan.addedMs} * interval '1 millisecond'`;
  const ofLegs = (what: RawBuilder<unknown>) =>
    sql`(select coalesce(sum(${what}), 0) from waybill_leg l where l.waybill_id = ${waybill.id} and l.removed_at is null)`;
  return writeWaybill(trx, ctx, waybill, {
    set_temp_c: setTemp,
    plan_arrive_at: sql`plan_arrive_at + ${later}`,
    plan_return_at: sql`plan_return_at + ${later}`,
    busy_until: sql`greatest(busy_until + ${later}, ${instantSql(wallText(plan.arriveAt), ctx.timeZone)})`,
    plan_distance_m: sql`plan_distance_m + ${Math.max(0, plan.addedM)}::int`,
    total_pieces: ofLegs(totalledPieces),
    total_weight_kg: ofLegs(sql`l.weight_kg`),
    total_volume_m3: ofLegs(sql`l.volume_m3`),
    load_rate_weight: plan.loadRateWeight,
    load_rate_volume: plan.loadRateVolume,
    temperature_types: sql`(select array_agg(distinct p.temperature_type order by p.temperature_type) from waybill_leg l
      join pick_up_order p on p.id = l.pick_up_id where l.waybill_id = ${waybill.id} and l.removed_at is null)`,
  });
}

async function logEnroute(trx: Trx, ctx: Ctx, { waybill, orders, locked }: Looked): Promise<void> {
  const state = waybill.transportStatus;
  await logSteps(trx, ctx, [
    {
      objType: 'waybill',
      objCode: waybill.waybillCode,
      action: '途中加单',
      from: state,
      to: state,
      remark: orders.map(({ orderCode }) => orderCode).join('、'),
    },
    ...locked.map((order) => ({
      objType: 'pickUpOrder' as const,
      objCode: order.orderCode,
      action: '途中加单',
      from: order.orderStatus,
      to: orderStatus.toLoad,
      remark: waybill.waybillCode,
    })),
  ]);
}

async function tellDriver(trx: Trx, ctx: Ctx, { waybill, orders, plan, setTemp, detail }: Looked, version: number) {
  const stops = plan.stops.filter(({ was }) => was === null).map(({ seq, name }) => `第${seq}站${name}`);
  const cooler = setTemp !== null && setTemp !== detail.setTemp ? `，设定温度改为${degreesText(setTemp)}` : '';
  const where = stops.length > 0 ? `：${stops.join('、')}` : '，在原有站点装货';
  return tellCrew(trx, ctx, await loadCrew(trx, ctx, waybill.waybillCode), {
    type: 12_106,
    typeName: '途中加单',
    title: `途中加提${orders.length}单`,
    content: `提单${waybill.waybillCode}途中加提${orders.length}单${where}${cooler}，请刷新任务`,
    onceKey: `enroute:${waybill.id}:${version}`,
  });
}
