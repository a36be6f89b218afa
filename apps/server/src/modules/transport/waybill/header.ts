import { hourMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { degreesText, figureText } from '@tongda/contract/core/figure';
import { wallMs, wallText } from '@tongda/contract/core/wall-time';
import { transportStatus } from '@tongda/contract/transport/enums';
import type { WaybillCalls } from '@tongda/contract/transport/waybill/calls';
import { type departureUpdate, needsSeal } from '@tongda/contract/transport/waybill/dock/departure';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import type { Judgement } from '@tongda/contract/transport/waybill/judge';
import { type WaybillDetail, waybillLabels } from '@tongda/contract/transport/waybill/shapes';
import { ordersAt, type StopPlan, stopPlanOf } from '@tongda/contract/transport/waybill/stop-plan';
import type { BoardVehicle } from '@tongda/contract/transport/waybill/stow/board';
import { licenceFault } from '@tongda/contract/transport/waybill/stow/licence';
import { stowDefaults } from '@tongda/contract/transport/waybill/stow/rules';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { instantSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { refuseForeignFiles } from '../../base/file/door';
import { logSteps } from '../order/door';
import { findWaybill } from './repo';
import { type LockedWaybill, loadLegs, lockWaybill, refuseLoading, refuseWaybill, writeWaybill } from './state';
import { endsOf, type KnownLoad, lateColumnsOf, planColumnsOf } from './stow/head';
import { checkLoadOf, refuseBlocked } from './stow/plan';
import { findRoute } from './stow/routes-of-orders';
import { findDriver } from './stow/vehicles';
import { writeLegs, writeStops, zoneTempsOf } from './stow/write';

type HeaderChange = Omit<Parsed<WaybillCalls['update']>, 'version'>;

const writtenOf = (waybill: LockedWaybill, version: number) => ({ waybillCode: waybill.waybillCode, version });

/** Changes vehicle, crew, times or sequence of a waybill. All checks run again; a replaced vehicle is free at once. */
export function updateWaybill(ctx: Ctx, kind: number, input: Parsed<WaybillCalls['update']>) {
  return ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, input.waybillCode, { version: input.version, kind });
    return writtenOf(waybill, await changeHeader(trx, ctx, waybill, input));
  });
}

/** 发车编辑: the dock changes driver, times, sequence, set-point, seal and pictures; only a dispatcher changes the vehicle. */
export function updateDeparture(ctx: Ctx, input: Parsed<typeof departureUpdate>) {
  return ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, input.waybillCode, { version: input.version });
    if (!waybill.vehicleId) throw invalidField('waybillCode', '运单还没有车辆');
    const { fileIds } = input;
    if (fileIds) await refuseForeignFiles(trx, ctx, fileIds, 'fileIds');
    const version = await changeHeader(trx, ctx, waybill, { ...input, vehicleId: waybill.vehicleId }, true);
    if (fileIds)
      await trx.updateTable('waybill').set({ depart_file_ids: fileIds }).where('id', '=', waybill.id).execute();
    return writtenOf(waybill, version);
  });
}

/** Numbers of a waybill's orders in the present sequence of its stops. */
const sequenceOf = ({ legs }: WaybillDetail): string[] =>
  legs.toSorted((a, b) => a.toSeq - b.toSeq || a.fromSeq - b.fromSeq).map(({ orderCode }) => orderCode);

/** The wished sequence of orders; null when it is the present one. */
function newSequenceOf(before: WaybillDetail, wished: readonly string[] | undefined): string[] | null {
  const now = sequenceOf(before);
  if (!wished || wished.join() === now.join()) return null;
  if (wished.length !== now.length || new Set(wished).size !== now.length || wished.some((code) => !now.includes(code)))
    throw invalidField('orderCodes', '运单的订单已变化，请刷新后重新调整顺序');
  return [...wished];
}

/** Facts of a lorry with a trailer, for the check of the licence. */
const articulated = { vehicleType: '牵引车', totalWeightKg: null, lengthM: null };

/** Demands of a trunk trip on its crew (transport.md C6): a second driver for a long way, the right licence for a trailer. */
function refuseCrew(kind: number, input: HeaderChange, load: KnownLoad, driver: Driver | undefined): void {
  if (input.planArriveTime && input.planArriveTime <= input.planDepartTime)
    throw invalidField('planArriveTime', '计划到站须晚于计划发车');
  const fault = input.trailerPlate && driver ? licenceFault(driver.licenceClass, articulated) : null;
  if (fault) throw invalidField('driverId', `${driver?.name}${fault}`);
  const hours = (load.judged.arriveAt - wallMs(input.planDepartTime)) / hourMs;
  const most = stowDefaults.shiftMaxMin / 60;
  if (kind === waybillKind.stowage && input.routeId !== undefined && hours > most && !input.coDriverId)
    throw invalidField('coDriverId', `计划运输${Math.round(hours * 10) / 10}小时，超过${most}小时，请安排副司机`);
}

/** 4000 for set-points that the cooling of their compartment does not reach. */
function refuseZones(vehicle: BoardVehicle, zones: HeaderChange['zoneTemps']): void {
  for (const { no, tempC } of zones ?? []) {
    const part = vehicle.compartments.find((one) => one.no === no);
    if (!part) throw invalidField('zoneTemps', `${vehicle.plateNo}没有${no}号温区`);
    if (part.tempMin !== null && part.tempMax !== null && (tempC < part.tempMin || tempC > part.tempMax))
      throw invalidField(
        'zoneTemps',
        `${part.name}的设定温度应在${figureText(part.tempMin)}~${degreesText(part.tempMax)}之间`,
      );
  }
}

type Driver = NonNullable<Awaited<ReturnType<typeof findDriver>>>;

async function changeHeader(
  trx: Trx,
  ctx: Ctx,
  waybill: LockedWaybill,
  input: HeaderChange,
  underSeal = false,
): Promise<number> {
  refuseWaybill('edit', waybill);
  const before = requireRow(await findWaybill(trx, ctx, waybill.waybillCode), '运单');
  if (underSeal && !input.sealNo && needsSeal(before)) throw invalidField('sealNo', '冷藏、冷冻货物须填写铅封号');
  const sequence = newSequenceOf(before, input.orderCodes);
  const fromPlaceId = input.fromPlaceId === undefined ? before.fromPlaceId : input.fromPlaceId;
  const toPlaceId = input.toPlaceId === undefined ? before.toPlaceId : input.toPlaceId;
  const moved = sequence !== null || fromPlaceId !== before.fromPlaceId || toPlaceId !== before.toPlaceId;
  if (moved) refuseLoading(waybill);
  const checked = await checkLoadOf(
    trx,
    ctx,
    {
      ...input,
      waybillKind: waybill.kind,
      fromPlaceId,
      toPlaceId,
      orderCodes: sequence ?? sequenceOf(before),
    },
    waybill,
  );
  refuseBlocked(checked);
  const driver = checked.driverId ? await findDriver(trx, ctx, checked.driverId) : undefined;
  const coDriver = input.coDriverId ? await findDriver(trx, ctx, input.coDriverId) : undefined;
  refuseCrew(waybill.kind, input, checked, driver);
  refuseZones(checked.vehicle, input.zoneTemps);
  const routeId = input.routeId === undefined ? before.routeId : input.routeId;
  const route = await findRoute(trx, ctx, routeId, before.routeId);
  const at = (ms: number) => instantSql(wallText(ms), ctx.timeZone);
  const depart = wallMs(input.planDepartTime);
  const otherVehicle = input.vehicleId !== before.vehicleId;
  const zoneTemps = input.zoneTemps ?? (otherVehicle ? zoneTempsOf(checked.judged) : before.zoneTemps);
  const trailer = input.trailerPlate === undefined ? before.trailerPlate : input.trailerPlate;
  const version = await writeWaybill(trx, ctx, waybill, {
    ...lateColumnsOf(ctx, input, checked.judged),
    vehicle_id: input.vehicleId,
    driver_id: checked.driverId,
    // another driver has not accepted the trip yet
    driver_confirm: sql<number>`case when driver_id is distinct from ${checked.driverId}::bigint then 0 else driver_confirm end`,
    co_driver_id: input.coDriverId,
    carrier_id: sql<string | null>`(select carrier_id from vehicle where id = ${input.vehicleId})`,
    ...(moved ? endsOf(checked) : {}),
    route_id: routeId,
    trailer_plate: trailer,
    zone_temps: JSON.stringify(zoneTemps),
    plan_depart_at: at(depart),
    plan_arrive_at: at(checked.judged.arriveAt),
    busy_from: at(depart),
    busy_until: at(checked.judged.returnAt ?? checked.judged.arriveAt),
    ...planColumnsOf(ctx, checked),
    plan_distance_m: route && route.distanceKm > 0 ? Math.round(route.distanceKm * 1000) : checked.judged.distanceM,
    set_temp_c: input.setTemp,
    seal_no: input.sealNo,
    remark: input.remark,
    load_rate_weight: checked.judged.loadRateWeight,
    load_rate_volume: checked.judged.loadRateVolume,
  });
  if (moved) await writeSequence(trx, ctx, waybill.id, checked);
  else await writeTimes(trx, ctx, waybill.id, checked, depart);
  const names = { driver: driver?.name ?? '', coDriver: coDriver?.name ?? '', route: route?.name ?? '' };
  await logChanges(trx, ctx, waybill, wordsBefore(before, otherVehicle ? null : checked.vehicle), {
    ...wordsOf({ ...input, zoneTemps, trailerPlate: trailer }, checked.vehicle),
    lateReason: input.lateReason ?? '',
    vehicleId: checked.vehicle.plateNo,
    driverId: names.driver,
    coDriverId: names.coDriver,
    routeId: routeId === before.routeId ? (before.routeName ?? '') : names.route,
    planArriveTime: input.planArriveTime ? wallText(checked.judged.arriveAt) : before.planArriveTime,
    fromPlaceId: fromPlaceId === before.fromPlaceId ? before.fromName : (checked.from?.name ?? ''),
    toPlaceId: toPlaceId === before.toPlaceId ? before.toName : (checked.to?.name ?? ''),
    orderCodes: moved ? stopWords(checked.judged.stops) : stopWords(before.stops),
    returnPlaceId: checked.returnTo?.name ?? '',
    stopPlans: planWords(checked.judged, checked.stopPlans),
  });
  return version;
}

/** Writes another sequence: the stops are made anew, the legs keep their rows. */
async function writeSequence(trx: Trx, ctx: Ctx, waybillId: string, load: KnownLoad): Promise<void> {
  const legs = await loadLegs(trx, ctx, waybillId);
  await writeStops(trx, ctx, waybillId, load.judged);
  await writeLegs(trx, ctx, waybillId, load, new Map(legs.map((leg) => [leg.orderCode, leg.id])));
}

async function writeTimes(trx: Trx, ctx: Ctx, waybillId: string, { judged }: KnownLoad, depart: number): Promise<void> {
  const at = (ms: number) => instantSql(wallText(ms), ctx.timeZone);
  for (const [i, stop] of judged.stops.entries())
    await sql`update waybill_stop set plan_arrive_at = ${at(judged.times[i]?.arrive ?? depart)}, service_min = ${stop.serviceMin},
      window_start = ${stop.windowStart === null ? null : at(stop.windowStart)}, window_end = ${stop.windowEnd === null ? null : at(stop.windowEnd)},
      plan_leave_at = ${at(judged.times[i]?.leave ?? depart)} where waybill_id = ${waybillId} and seq = ${stop.seq}`.execute(
      trx,
    );
}

const stopWords = (stops: ReadonlyArray<{ name: string }>): string => stops.map(({ name }) => name).join(' → ');

/** Words for every stop that was planned by hand: `苏州观前店 06:00~08:00 停20分钟`. */
const planWords = (
  trip: {
    stops: ReadonlyArray<{ seq: number; stopType: number; name: string }>;
    legs: WaybillDetail['legs'] | Judgement['legs'];
  },
  plans: readonly StopPlan[],
): string =>
  trip.stops
    .flatMap((stop) => {
      const plan = stopPlanOf(plans, stop.stopType, ordersAt(trip, stop));
      const window = plan && [plan.windowStart, plan.windowEnd].map((time) => time?.slice(5, 16) ?? '').join('~');
      return plan ? [`${stop.name}${window === '~' ? '' : ` ${window}`} 停${plan.serviceMin}分钟`] : [];
    })
    .join('、');

type Words = Record<keyof typeof waybillLabels, string>;
interface Told {
  planDepartTime: string;
  setTemp: number | null;
  sealNo: string | null;
  remark: string;
  trailerPlate: string | null;
  zoneTemps: WaybillDetail['zoneTemps'];
}

/** Words of the fields that need no look-up of names. */
const wordsOf = (of: Told, vehicle: BoardVehicle | null) => ({
  planDepartTime: of.planDepartTime,
  setTemp: of.setTemp === null ? '' : `${degreesText(of.setTemp)}`,
  sealNo: of.sealNo ?? '',
  remark: of.remark,
  trailerPlate: of.trailerPlate ?? '',
  zoneTemps: of.zoneTemps
    .map(
      ({ no, tempC }) =>
        `${vehicle?.compartments.find((one) => one.no === no)?.name ?? `${no}区`}${degreesText(tempC)}`,
    )
    .join('、'),
});

const wordsBefore = (before: WaybillDetail, vehicle: BoardVehicle | null): Words => ({
  ...wordsOf(before, vehicle),
  lateReason: '',
  vehicleId: before.plateNo,
  driverId: before.driverName,
  coDriverId: before.coDriverName,
  routeId: before.routeName ?? '',
  planArriveTime: before.planArriveTime,
  fromPlaceId: before.fromName,
  toPlaceId: before.toName,
  orderCodes: stopWords(before.stops),
  returnPlaceId: before.returnName,
  stopPlans: planWords(before, before.stopPlans),
});

async function logChanges(trx: Trx, ctx: Ctx, waybill: LockedWaybill, old: Words, after: Words): Promise<void> {
  const changes = changesBetween(old, after, waybillLabels);
  if (changes.length === 0) return;
  await recordChanges(trx, ctx, [{ entity: 'waybill', entityId: waybill.id, action: '编辑', changes }]);
  const remark = changes.map(({ label, after: now }) => `${label} ${now || '清空'}`).join('、');
  await logSteps(trx, ctx, [
    { objType: 'waybill', objCode: waybill.waybillCode, action: '编辑', remark: remark.slice(0, 200) },
  ]);
}

/** 改派 of a task, 换车 of other trips: another vehicle or driver for what has not left. All checks run again, and the driver has to accept again. */
export function changeVehicle(ctx: Ctx, kind: number, input: Parsed<WaybillCalls['changeVehicle']>) {
  return ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, input.waybillCode, { version: input.version, kind });
    refuseWaybill('reassign', waybill);
    const before = requireRow(await findWaybill(trx, ctx, waybill.waybillCode), '运单');
    if (before.vehicleId === input.vehicleId && (input.driverId ?? before.driverId) === before.driverId)
      throw invalidField('vehicleId', '请选择其他车辆或司机');
    const { planDepartTime, setTemp, sealNo, remark, waybillCode } = before;
    const version = await changeHeader(trx, ctx, waybill, {
      waybillCode,
      planDepartTime,
      setTemp,
      sealNo,
      remark,
      vehicleId: input.vehicleId,
      driverId: input.driverId,
      coDriverId: before.coDriverId === input.driverId ? null : before.coDriverId,
      lateReason: input.lateReason,
    });
    await sql`update waybill set driver_confirm = 0 where id = ${waybill.id}`.execute(trx);
    await logSteps(trx, ctx, [
      {
        objType: 'waybill',
        objCode: waybill.waybillCode,
        action: kind === waybillKind.transportTask ? '改派' : '换车',
        from: transportStatus.toDepart,
        to: transportStatus.toDepart,
        remark: input.reason,
      },
    ]);
    return writtenOf(waybill, version);
  });
}
