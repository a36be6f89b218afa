import type { Parsed } from '@tongda/contract/core/endpoint';
import { roundTo } from '@tongda/contract/core/round';
import { wallMs, wallText } from '@tongda/contract/core/wall-time';
import { orderStatus } from '@tongda/contract/transport/enums';
import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import { stowDriverOf, stowVehicleOf, waitingOrderOf } from '@tongda/contract/transport/waybill/facts';
import { judgeLoad } from '@tongda/contract/transport/waybill/judge';
import { ordersAt, type StopPlan, stopPlanOf } from '@tongda/contract/transport/waybill/stop-plan';
import type { GoodsPlace, Site } from '@tongda/contract/transport/waybill/stow/assemble';
import {
  type BoardOrder,
  lateOverride,
  type stowageCheck,
  type stowageConfirm,
} from '@tongda/contract/transport/waybill/stow/board';
import { distanceM } from '@tongda/geo/distance';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, forbiddenError, invalid, invalidField, notFound } from '../../../../core/http/errors';
import { type LockedOrder, lockOrders } from '../../order/door';
import {
  type LockedWaybill,
  loadLegs,
  lockWaybill,
  type OpenLeg,
  refuseLoading,
  refuseStow,
  refuseStranded,
  refuseWaybill,
} from '../state';
import { type KnownLoad, type LoadToWrite, logStowage, writeHead } from './head';
import { loadOrdersByCode } from './pool';
import { findDriver, listSites, loadBoardVehicles } from './vehicles';
import { removeLegs, writeLegs, writeStops } from './write';

type LoadInput = Parsed<typeof stowageCheck>;

async function findSite(trx: Trx, ctx: Ctx, field: string, id: string | null): Promise<Site | null> {
  if (!id) return null;
  const [site] = await listSites(trx, ctx, [id]);
  if (!site) throw invalidField(field, '所选站点不存在或无权使用');
  return site;
}

/** Loads the entered plans of a waybill's stops, and its 返程点. */
export async function loadPlans(
  trx: Trx,
  own: Pick<LockedWaybill, 'id'> | null,
): Promise<{ stopPlans: StopPlan[]; returnPlaceId: string | null }> {
  if (!own) return { stopPlans: [], returnPlaceId: null };
  const { rows } = await sql<{ stopPlans: StopPlan[]; returnPlaceId: string | null }>`select stop_plans as "stopPlans",
      (select p.id::text from place p where p.id = return_place_id and p.deleted_at is null) as "returnPlaceId"
    from waybill where id = ${own.id}`.execute(trx);
  return rows[0] ?? { stopPlans: [], returnPlaceId: null };
}

/** The same order with another count: weight and volume follow the pieces. */
function ofPieces(order: BoardOrder, pieces: number): BoardOrder {
  const share = order.pieces > 0 ? pieces / order.pieces : 1;
  return {
    ...order,
    pieces,
    weightKg: roundTo(order.weightKg * share, 2),
    volumeM3: roundTo(order.volumeM3 * share, 3),
  };
}

/** Goods that change vehicles: where they lie, and the count of each order. */
interface MovedGoods {
  at: GoodsPlace;
  pieces: ReadonlyMap<string, number>;
}

/** Reads everything that a load names and judges it. `locked`: its orders; `own`: the waybill that it is written to, if there is one. */
export async function readAndJudge(
  trx: Trx,
  ctx: Ctx,
  input: LoadInput,
  own: LockedWaybill | null,
  locked: readonly LockedOrder[] | null,
  moved?: MovedGoods,
): Promise<KnownLoad> {
  if (input.lateReason && !ctx.can(lateOverride)) throw forbiddenError('没有晚到放行的权限，请联系主管放行');
  const [vehicle] = await loadBoardVehicles(trx, ctx, [input.vehicleId]);
  if (!vehicle) throw invalidField('vehicleId', '所选车辆不存在或无权使用');
  const wantedDriver = input.driverId ?? vehicle.driverId;
  const driver = wantedDriver ? await findDriver(trx, ctx, wantedDriver) : undefined;
  if (input.driverId && !driver) throw invalidField('driverId', '所选司机不存在或不在职');
  if (input.coDriverId && !(await findDriver(trx, ctx, input.coDriverId)))
    throw invalidField('coDriverId', '所选副司机不存在或不在职');
  if (input.coDriverId && input.coDriverId === wantedDriver) throw invalidField('coDriverId', '副司机不能与司机相同');
  const from = await findSite(trx, ctx, 'fromPlaceId', input.fromPlaceId);
  const to = await findSite(trx, ctx, 'toPlaceId', input.toPlaceId);
  const picking = input.waybillKind === waybillKind.billOfLading;
  if (input.waybillKind === waybillKind.stowage && !to) throw invalidField('toPlaceId', '干线配载请选择到站');
  if (picking && !to) throw invalidField('toPlaceId', '提货配载请选择入库站点');
  if (input.orderCodes.some((code) => isPickUpCode(code) !== picking))
    throw invalidField('orderCodes', picking ? '提单只能装提货单' : '提货单只能装到提单上');
  if (!picking && to && from?.placeId === to.placeId) throw invalidField('toPlaceId', '到站不能与发站相同');
  const codesWanted = [...new Set(input.orderCodes)];
  const read = new Map((await loadOrdersByCode(trx, ctx, codesWanted)).map((order) => [order.orderCode, order]));
  const orders = codesWanted.map((code) => {
    const order = read.get(code);
    if (!order) throw notFound(`订单${code}`);
    const pieces = moved?.pieces.get(code);
    return moved && pieces !== undefined ? { ...ofPieces(order, pieces), site: moved.at } : order;
  });
  const plans = await loadPlans(trx, own);
  const stopPlans = input.stopPlans ?? plans.stopPlans;
  const returnTo = await findSite(
    trx,
    ctx,
    'returnPlaceId',
    input.returnPlaceId === undefined ? plans.returnPlaceId : input.returnPlaceId,
  );
  const state = new Map(locked?.map((order) => [order.orderCode, order]));
  const judged = judgeLoad(
    {
      kind: input.waybillKind,
      from,
      to,
      vehicle: stowVehicleOf(vehicle, own?.waybillCode ?? null),
      driver: driver ? stowDriverOf(driver.name, driver.certificates, driver.licenceClass) : null,
      departAt: wallMs(input.planDepartTime),
      arriveAt: input.planArriveTime ? wallMs(input.planArriveTime) : null,
      stopPlans,
      returnTo,
      // goods that change vehicles on the road must go on, however late they are
      lateAccepted: Boolean(input.lateReason ?? own?.lateReason) || moved !== undefined,
      orders: orders.map((order) => {
        const trip = state.get(order.orderCode)?.onTrip ?? null;
        const mine = own !== null && trip === own.waybillCode;
        const seen = mine ? { ...order, orderStatus: orderStatus.toDispatch } : order;
        return waitingOrderOf(seen, mine ? null : trip);
      }),
    },
    distanceM,
  );
  const kept = stopPlans.filter((plan) =>
    judged.stops.some((stop) => stopPlanOf([plan], stop.stopType, ordersAt(judged, stop)) !== undefined),
  );
  return { vehicle, driverId: driver?.id ?? null, from, to, orders, judged, stopPlans: kept, returnTo };
}

const answerOf = ({ judged, vehicle, orders, returnTo }: KnownLoad) => ({
  returnName: returnTo?.name ?? '',
  possible: judged.possible,
  onlyLate: judged.onlyLate,
  checks: judged.checks,
  loadRateWeight: judged.loadRateWeight,
  loadRateVolume: judged.loadRateVolume,
  setTemp: judged.setTemp,
  distanceKm: Math.round(judged.distanceM / 10) / 100,
  arriveTime: wallText(judged.arriveAt),
  returnTime: judged.returnAt === null ? null : wallText(judged.returnAt),
  stops: judged.stops.map(({ seq, stopType, name, windowStart, windowEnd, serviceMin }, i) => ({
    seq,
    stopType,
    name,
    arriveTime: wallText(judged.times[i]?.arrive ?? 0),
    windowStart: windowStart === null ? null : wallText(windowStart),
    windowEnd: windowEnd === null ? null : wallText(windowEnd),
    serviceMin,
    orderCodes: judged.legs.flatMap((leg) => (leg.fromSeq === seq || leg.toSeq === seq ? leg.orderCode : [])),
  })),
  compartments: vehicle.compartments.map(({ no, name, tempMin, tempMax }) => {
    const inside = orders.filter((order) => judged.box?.byOrder.get(order.orderCode) === no);
    return {
      no,
      name,
      tempMin,
      tempMax,
      setTemp: judged.box?.setpoints.get(no) ?? null,
      orders: inside.length,
      volumeM3: Math.round(inside.reduce((sum, order) => sum + order.volumeM3, 0) * 1000) / 1000,
    };
  }),
});

/** The same for a locked waybill with the orders that it has. */
export async function checkLoadOf(trx: Trx, ctx: Ctx, input: LoadInput, own: LockedWaybill): Promise<KnownLoad> {
  return readAndJudge(trx, ctx, input, own, await lockOrders(trx, ctx, input.orderCodes));
}

/** Judges a load without writing anything. */
export const checkLoad = (ctx: Ctx, input: LoadInput) =>
  ctx.db(async (trx) => {
    const own = input.waybillCode ? await lockWaybill(trx, ctx, input.waybillCode) : null;
    const locked = await lockOrders(trx, ctx, input.orderCodes);
    return answerOf(await readAndJudge(trx, ctx, input, own, locked));
  });

/** Writes a load to a new waybill, or to the one that it was opened from; orders that are no longer on it go back to the pool. */
export function stowLoad(ctx: Ctx, input: Parsed<typeof stowageConfirm>) {
  return ctx.db(async (trx) => {
    const own = input.waybillCode ? await lockWaybill(trx, ctx, input.waybillCode, { version: input.version }) : null;
    if (own) {
      refuseWaybill('stowage', own);
      refuseLoading(own);
      refuseStow(input.confirm ? 'confirm' : 'save', own);
      if (own.kind !== input.waybillKind) throw invalid({ field: 'waybillKind', msg: '运单的类型不能修改' });
    }
    const before = own ? await loadLegs(trx, ctx, own.id) : [];
    const locked = await lockOrders(trx, ctx, [
      ...new Set([...input.orderCodes, ...before.map(({ orderCode }) => orderCode)]),
    ]);
    const load = await readAndJudge(trx, ctx, input, own, locked);
    if (input.confirm || !load.judged.onlyLate) refuseBlocked(load);
    const gone = before.filter(({ orderCode }) => !input.orderCodes.includes(orderCode));
    if (own && gone[0]) refuseStranded(own, '移出订单');
    const { waybillCode, version } = await writeLoad(trx, ctx, input, load, own, before);
    await logStowage(
      trx,
      ctx,
      waybillCode,
      input,
      locked,
      gone.map(({ orderCode }) => orderCode),
      own,
    );
    return { ...answerOf(load), waybillCode, version };
  });
}

/** 4011 with all checks that block a load. */
export function refuseBlocked({ judged }: KnownLoad): void {
  const stops = judged.checks.filter(({ level }) => level === 'block');
  if (stops[0])
    throw blockedByRule(
      stops[0].msg,
      stops.map(({ code, msg }) => `${code} ${msg}`),
    );
}

/** Writes head, stops and legs of a load, and takes off the legs of `before` that are no longer on it (移出运单). */
export async function writeLoad(
  trx: Trx,
  ctx: Ctx,
  input: LoadToWrite,
  load: KnownLoad,
  own: LockedWaybill | null,
  before: readonly OpenLeg[],
): Promise<{ id: string; waybillCode: string; version: number }> {
  const head = await writeHead(trx, ctx, input, load, own);
  await writeStops(trx, ctx, head.id, load.judged);
  const gone = before.filter(({ orderCode }) => !input.orderCodes.includes(orderCode));
  await removeLegs(trx, ctx, gone, '移出运单');
  await writeLegs(trx, ctx, head.id, load, new Map(before.map((leg) => [leg.orderCode, leg.id])));
  return head;
}
