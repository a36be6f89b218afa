import { codes } from '@tongda/contract/core/endpoint';
import type { EnumCode } from '@tongda/contract/core/enum';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { isCountedShort, staysBehind } from '@tongda/contract/transport/waybill/dock/counting';
import {
  eventSource,
  type stopStatus,
  type stowStatus,
  type waybillKind,
} from '@tongda/contract/transport/waybill/enums';
import { deriveTransportStatus, stowMachine, waybillMachine } from '@tongda/contract/transport/waybill/status';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { brokenExclusion, brokenIndex } from '../../../core/db/unique';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, blockedByRule } from '../../../core/http/errors';
import { waybillScope } from '../../base/org/door';
import { odometerAt } from '../figures/door';
import { conflictOf, loadPiecesOf, logSteps } from '../order/door';

export type TransportStatus = EnumCode<typeof transportStatus>;

/** A locked waybill with the facts that its steps need. */
export interface LockedWaybill {
  id: string;
  waybillCode: string;
  kind: EnumCode<typeof waybillKind>;
  transportStatus: TransportStatus;
  stowStatus: EnumCode<typeof stowStatus>;
  vehicleId: string | null;
  version: number;
  planDepartAt: Date;
  planArriveAt: Date;
  /** planned arrival at its 返程点, or without one the planned end */
  planFreeAt: Date;
  actualDepartAt: Date | null;
  /** who told the departure: a person, the fence, ... */
  departSource: number | null;
  departMileageM: number | null;
  sealNo: string | null;
  loadStarted: boolean;
  /** why it goes although it comes late (晚到放行) */
  lateReason: string | null;
  /** its goods changed vehicles on the road and lie at no site, so that no other trip can be given them */
  stranded: boolean;
}

/** Locks a waybill; 4004 when the caller may not see it, 4009 when it changed since `version`. */
export async function lockWaybill(
  trx: Trx,
  ctx: Ctx,
  waybillCode: string,
  { version, kind }: { version?: number; kind?: number } = {},
): Promise<LockedWaybill> {
  const { rows } =
    await sql<LockedWaybill>`select w.id::text, w.waybill_code as "waybillCode", w.waybill_kind as kind, w.transport_status as "transportStatus",
      w.stow_status as "stowStatus", w.vehicle_id::text as "vehicleId", w.version, w.plan_depart_at as "planDepartAt",
      w.plan_arrive_at as "planArriveAt", coalesce(w.plan_return_at, w.plan_arrive_at) as "planFreeAt", w.actual_depart_at as "actualDepartAt", w.depart_source as "departSource", w.depart_mileage_m::float8 as "departMileageM", w.seal_no as "sealNo",
      w.load_started_at is not null as "loadStarted", w.late_reason as "lateReason",
      w.reload_from_id is not null and w.from_place_id is null as stranded
    from waybill w where w.client_id = ${ctx.clientId} and w.waybill_code = ${waybillCode} and w.voided_at is null
      and ${kind === undefined ? sql`true` : sql`w.waybill_kind = ${kind}`} and ${waybillScope(ctx, 'w')} for update of w`.execute(
      trx,
    );
  const waybill = requireRow(rows[0], '运单');
  if (version !== undefined && waybill.version !== version) throw await conflictOf(trx, ctx, 'waybill', waybillCode);
  return waybill;
}

/** 4010 when the state of a waybill does not allow a step. */
export function refuseWaybill(
  verb: (typeof waybillMachine.verbs)[number],
  { transportStatus: state }: LockedWaybill,
): void {
  if (waybillMachine.can(verb, state)) return;
  throw new AppError(codes.illegalTransition, waybillMachine.refusal(verb, state, '运单'), {
    from: state,
    to: waybillMachine.to(verb),
  });
}

/** 4010 when the loading of a waybill does not allow a step. */
export function refuseStow(verb: (typeof stowMachine.verbs)[number], { stowStatus: state }: LockedWaybill): void {
  if (stowMachine.can(verb, state)) return;
  throw new AppError(codes.illegalTransition, stowMachine.refusal(verb, state, '运单'), {
    from: state,
    to: stowMachine.to(verb),
  });
}

/** 4010 when the goods changed vehicles on the road: they lie at no site that could give them to another trip. */
export function refuseStranded({ waybillCode, stranded }: LockedWaybill, verb: string): void {
  if (stranded)
    throw new AppError(
      codes.illegalTransition,
      `运单${waybillCode}的货物在途中换装，不能${verb}；可以编辑改用其他车辆`,
    );
}

/** 4010 while a waybill is being loaded, as its orders must not change then. */
export function refuseLoading({ waybillCode, loadStarted }: LockedWaybill): void {
  if (loadStarted) throw new AppError(codes.illegalTransition, `运单${waybillCode}正在装车，请先撤销装车`);
}

/** Writes columns of a locked waybill and answers its new version; 4011 when vehicle or driver are busy with another trip meanwhile. */
export async function writeWaybill(
  trx: Trx,
  ctx: Ctx,
  waybill: Pick<LockedWaybill, 'id' | 'version'>,
  set: Record<string, unknown>,
): Promise<number> {
  await busyAsRule(() =>
    trx
      .updateTable('waybill')
      .set({
        ...set,
        ...formerDriversOf(set),
        version: waybill.version + 1,
        updated_by: ctx.userId,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', waybill.id)
      .where('client_id', '=', ctx.clientId)
      .execute(),
  );
  return waybill.version + 1;
}

/** Keeps who had the trip when its crew is written: his phone may still hold steps of it. */
const formerDriversOf = (set: Record<string, unknown>) =>
  'driver_id' in set || 'co_driver_id' in set
    ? {
        former_driver_ids: sql<
          string[]
        >`array(select distinct driver from unnest(former_driver_ids || driver_id || co_driver_id) driver
          where driver is not null)`,
      }
    : {};

/** Runs a write; 4011 when a constraint of the database says that the vehicle, driver or order is taken already. */
export async function busyAsRule<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const overlap = brokenExclusion(error);
    if (overlap === 'waybill_vehicle_busy')
      throw blockedByRule('车辆该时段已安排其他运单，请改用其他车辆或时间', ['VEHICLE_STATUS']);
    if (overlap === 'waybill_driver_busy')
      throw blockedByRule('司机该时段已安排其他运单，请改派其他司机或时间', ['VEHICLE_STATUS']);
    const index = brokenIndex(error);
    if (index === 'waybill_leg_open' || index === 'waybill_leg_pick_open')
      throw blockedByRule('订单刚被他人配载，请刷新后重试', ['STATUS']);
    throw error;
  }
}

export interface OpenLeg {
  id: string;
  orderId: string;
  /** id of the pick-up order on a 提单, whose number then stands in `orderCode`; null on other waybills */
  pickUpId: string | null;
  orderCode: string;
  fromSeq: number;
  toSeq: number;
  final: boolean;
  planPieces: number;
  loadPieces: number;
  /** somebody counted `loadPieces` at the first stop */
  loadCounted: boolean;
  unloadPieces: number | null;
  transportationStatus: EnumCode<typeof transportationStatus>;
}

/** Loads the legs of a waybill, without those that were taken off it. */
export async function loadLegs(trx: Trx, ctx: Ctx, waybillId: string): Promise<OpenLeg[]> {
  const { rows } =
    await sql<OpenLeg>`select l.id::text, l.order_id::text as "orderId", l.pick_up_id::text as "pickUpId",
      coalesce(u.pick_up_code, o.order_code) as "orderCode", l.from_seq as "fromSeq",
      l.to_seq as "toSeq", l.final, l.plan_pieces as "planPieces", l.load_pieces as "loadPieces", l.load_counted as "loadCounted", l.unload_pieces as "unloadPieces",
      l.transportation_status as "transportationStatus"
    from waybill_leg l join customer_order o on o.id = l.order_id left join pick_up_order u on u.id = l.pick_up_id
    where l.waybill_id = ${waybillId} and l.client_id = ${ctx.clientId} and l.removed_at is null order by l.to_seq, l.id`.execute(
      trx,
    );
  return rows;
}

/**
 * Derives the state of a waybill from its stops and legs and writes it: it is over when every stop has been left, or when everything was handed over
 * at the last one. Called in the transaction of every change on the road. A trip ends at `at`, but not before it has been at every stop: what happened at an earlier
 * stop may be entered last. Answers the state.
 */
export async function settleWaybill(
  trx: Trx,
  ctx: Ctx,
  waybill: LockedWaybill,
  at: Date,
  source: number = eventSource.manual,
): Promise<TransportStatus> {
  const { rows: stops } = await sql<{
    status: EnumCode<typeof stopStatus>;
    seenAt: Date | null;
  }>`select stop_status as status, coalesce(leave_at, arrive_at) as "seenAt" from waybill_stop
    where waybill_id = ${waybill.id} order by seq`.execute(trx);
  const legs = await loadLegs(trx, ctx, waybill.id);
  const next = deriveTransportStatus({
    departed: waybill.actualDepartAt !== null,
    stops: stops.map(({ status }) => status),
    legs: legs.map((leg) => leg.transportationStatus),
  });
  if (next === waybill.transportStatus) {
    await writeWaybill(trx, ctx, waybill, {});
    return next;
  }
  const over = next === transportStatus.complete;
  const end = new Date(Math.max(at.getTime(), ...stops.map(({ seenAt }) => seenAt?.getTime() ?? 0)));
  await writeWaybill(trx, ctx, waybill, {
    transport_status: next,
    actual_arrive_at: over ? end : null,
    arrive_source: over ? source : null,
    arrive_mileage_m: over ? await odometerAt(trx, waybill.vehicleId, end) : null,
    // the vehicle is free from the moment when the trip is over
    ...(over ? { busy_until: sql`greatest(busy_from, least(busy_until, ${end}))` } : {}),
  });
  if (over)
    await logSteps(trx, ctx, [
      {
        objType: 'waybill',
        objCode: waybill.waybillCode,
        action: '运输完成',
        from: waybill.transportStatus,
        to: next,
        source,
        happenedAt: end,
      },
    ]);
  return next;
}

/**
 * Writes what leaves the first stop: an order that was counted short keeps its count, with the weight and volume of these pieces; one that nobody counted is
 * whole. Orders of which nothing was there have been taken off before. The totals follow once the legs are started. Answers the pieces that stay behind of
 * all of `legs`.
 */
export async function loadFirstStop(trx: Trx, waybillId: string, legs: readonly OpenLeg[]): Promise<number> {
  await sql`update waybill_leg set load_pieces = plan_pieces where waybill_id = ${waybillId} and removed_at is null and from_seq = 1
    and not load_counted`.execute(trx);
  const short = countedShort(legs);
  for (const leg of short.filter((one) => !staysBehind(one))) await loadPiecesOf(trx, leg.id, leg.loadPieces);
  return short.reduce((sum, { planPieces, loadPieces }) => sum + planPieces - loadPieces, 0);
}

/** Takes `loadFirstStop` back while the legs are on the road: the counts stay, weight and volume are the planned ones again. */
export async function unloadFirstStop(trx: Trx, legs: readonly OpenLeg[]): Promise<void> {
  for (const { id, planPieces, loadPieces } of countedShort(legs)) {
    await loadPiecesOf(trx, id, planPieces);
    await trx.updateTable('waybill_leg').set({ load_pieces: loadPieces }).where('id', '=', id).execute();
  }
}

/** Orders of which fewer pieces were counted at the first stop than planned; also none at all. */
export const countedShort = (legs: readonly OpenLeg[]): OpenLeg[] => legs.filter(isCountedShort);

/** Starts all legs that are loaded at a stop which the truck has just left. */
export const startLegs = (trx: Trx, waybillId: string, fromSeq: number) =>
  trx
    .updateTable('waybill_leg')
    .set({ transportation_status: transportationStatus.inTransit })
    .where('waybill_id', '=', waybillId)
    .where('from_seq', '=', fromSeq)
    .where('removed_at', 'is', null)
    .where('transportation_status', '=', transportationStatus.notStarted)
    .execute();

/** Ids of the orders among these with cold goods, whose temperature is measured whenever they change hands. */
export async function findColdOrders(trx: Trx, legs: ReadonlyArray<Pick<OpenLeg, 'orderId'>>): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string;
  }>`select id::text from customer_order where id = any(${legs.map(({ orderId }) => orderId)}::bigint[])
    and temperature_type in (${temperatureType.chilled}, ${temperatureType.frozen})`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
