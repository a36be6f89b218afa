import { minuteMs } from '@tongda/contract/core/durations';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { staysBehind } from '@tongda/contract/transport/waybill/dock/counting';
import {
  type DepartureCheck,
  type departureConfirm,
  type departureRevoke,
  departWindow,
  manualChecks,
  needsSeal,
} from '@tongda/contract/transport/waybill/dock/departure';
import { eventSource, onHandStatus, stopStatus, stowStatus } from '@tongda/contract/transport/waybill/enums';
import { revokeDepartLimits } from '@tongda/contract/transport/waybill/status';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { instantSql, wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError, blockedByRule, invalidField } from '../../../../core/http/errors';
import { refuseForeignFiles } from '../../../base/file/door';
import { drivenKm, odometerAt } from '../../figures/door';
import { lockOrders, logSteps, refreshStatus, updateTotals } from '../../order/door';
import {
  type LockedWaybill,
  loadFirstStop,
  loadLegs,
  lockWaybill,
  type OpenLeg,
  refuseWaybill,
  startLegs,
  unloadFirstStop,
  writeWaybill,
} from '../state';
import { leaveBehind, refuseLeavingBehind, takeBehindBack } from './behind';
import { type Check, departVerdictOf, runDepartureChecks, skipsLoading } from './depart-checks';

/** Items that a person checks; one that is not in order needs a picture (transport.md C14). */
const manual: ReadonlySet<string> = new Set(manualChecks);

/** Data of the check page. */
export const checkDeparture = (ctx: Ctx, waybillCode: string): Promise<DepartureCheck> =>
  ctx.db(async (trx) => {
    const { detail, checks } = await runDepartureChecks(trx, ctx, waybillCode);
    const ready = detail.transportStatus === transportStatus.toDepart && detail.stowStatus >= stowStatus.stowed;
    return { ...detail, checks: ready ? checks : [], canDepart: ready ? departVerdictOf(checks) : 'no' };
  });

async function parseDepartTime(trx: Trx, ctx: Ctx, wanted: string | undefined, late: boolean): Promise<Date> {
  if (!wanted) return new Date();
  const { rows } = await sql<{ at: Date }>`select ${instantSql(wanted, ctx.timeZone)} as at`.execute(trx);
  const at = new Date(rows[0]?.at ?? Date.now());
  const minutes = (Date.now() - at.getTime()) / minuteMs;
  if (minutes < -departWindow.aheadMin) throw invalidField('departTime', '发车时间不能晚于当前时间');
  if (minutes > departWindow.backMin && !late) throw invalidField('departTime', '发车时间最多补登2小时以内');
  return at;
}

/**
 * 4010 when the goods were counted in part only. A truck whose goods nobody counted leaves with everything that is planned; an order of which nothing was
 * there stays behind.
 */
function refuseHalfLoaded(waybill: LockedWaybill, legs: readonly OpenLeg[]): void {
  if (!waybill.loadStarted || waybill.stowStatus === stowStatus.loaded) return;
  const short = legs.find((leg) => leg.fromSeq === 1 && leg.loadPieces < leg.planPieces && !staysBehind(leg));
  if (short)
    throw new AppError(
      codes.illegalTransition,
      `订单${short.orderCode}已装${short.loadPieces}件，应装${short.planPieces}件，请完成装车再发车`,
    );
}

interface DepartOptions {
  /** may be entered long after it happened, as a driver's phone may have been without a network */
  late?: boolean;
  /** it happened, whatever the rules say of it: the checks are recorded and refuse nothing */
  fact?: boolean;
  /** the dock insists on a seal for cold goods; a driver's report comes when the truck is on its way already */
  atDock?: boolean;
}

/**
 * 发车: orders that nobody counted count as loaded, a counted one as it was counted, and all legs of the first stop begin. Orders of which nothing was there
 * leave the trip.
 */
export function departWaybill(
  ctx: Ctx,
  input: Parsed<typeof departureConfirm>,
  { late = false, atDock = false, fact = false }: DepartOptions = {},
) {
  return ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, input.waybillCode, { version: input.version });
    refuseWaybill('depart', waybill);
    if (waybill.stowStatus < stowStatus.stowed)
      throw new AppError(codes.illegalTransition, `运单${waybill.waybillCode}还没有确认配载，不能发车`);
    const legs = await loadLegs(trx, ctx, waybill.id);
    if (legs.length === 0) throw new AppError(codes.illegalTransition, `运单${waybill.waybillCode}没有订单，不能发车`);
    refuseLeavingBehind(waybill, legs);
    if (!fact && !(await skipsLoading(trx, ctx))) refuseHalfLoaded(waybill, legs);
    const { checks, detail } = await runDepartureChecks(trx, ctx, input.waybillCode);
    if (!fact) await refuseFailedChecks(trx, ctx, input, checks);
    if (atDock && !(input.sealNo ?? waybill.sealNo) && needsSeal(detail))
      throw invalidField('sealNo', '冷藏、冷冻货物须填写铅封号');
    const at = await parseDepartTime(trx, ctx, input.departTime, late);
    const locked = await lockOrders(
      trx,
      ctx,
      legs.map(({ orderCode }) => orderCode),
    );
    const version = await writeDeparture(trx, ctx, waybill, input, at);
    await leaveBehind(trx, ctx, waybill, legs, locked, { at, source: eventSource.manual });
    const aboard = locked.filter(
      ({ orderCode }) => !legs.some((leg) => leg.orderCode === orderCode && staysBehind(leg)),
    );
    const behind = await loadFirstStop(trx, waybill.id, legs);
    await startLegs(trx, waybill.id, 1);
    if (behind > 0) await updateTotals(trx, [waybill.id]);
    await recordDeparture(trx, ctx, waybill, input, { checks, detail, behind }, at);
    await sql`update customer_order set on_hand_status = ${onHandStatus.onTheWay}, current_place_id = null
      where id in (select order_id from waybill_leg where waybill_id = ${waybill.id} and removed_at is null and from_seq = 1)`.execute(
      trx,
    );
    await refreshStatus(
      trx,
      ctx,
      locked.map(({ id }) => id),
    );
    await logSteps(trx, ctx, [
      {
        objType: 'waybill',
        objCode: waybill.waybillCode,
        action: '发车',
        from: transportStatus.toDepart,
        to: transportStatus.inTransit,
        remark: input.overrideReason ? `带条件放行：${input.overrideReason}` : '',
        happenedAt: at,
      },
      ...aboard.map((order) => ({
        objType: 'customerOrder' as const,
        objCode: order.orderCode,
        action: '发车',
        from: order.orderStatus,
        to: 4,
        remark: waybill.waybillCode,
        happenedAt: at,
      })),
    ]);
    return {
      waybillCode: waybill.waybillCode,
      version,
      transportStatus: transportStatus.inTransit,
      departTime: wireTime(at, ctx.timeZone),
    };
  });
}

/** 4011 for a check that blocks, or for one that failed without a reason to leave all the same; 4000 for a failed item without a picture. */
async function refuseFailedChecks(
  trx: Trx,
  ctx: Ctx,
  input: Parsed<typeof departureConfirm>,
  checks: readonly Check[],
): Promise<void> {
  const allowed = departVerdictOf(checks);
  const reasons = checks.filter(({ level }) => level !== 'ok').map(({ code, msg }) => `${code} ${msg}`);
  if (allowed === 'no') throw blockedByRule(checks.find(({ level }) => level === 'block')?.msg ?? '不能发车', reasons);
  const files = [...input.fileIds, ...input.checkItems.flatMap(({ fileIds }) => fileIds)];
  await refuseForeignFiles(trx, ctx, files, 'fileIds');
  const bad = input.checkItems.find(({ ok }) => !ok);
  const unseen = input.checkItems.find((one) => !one.ok && manual.has(one.item) && one.fileIds.length === 0);
  if (unseen) throw invalidField('checkItems', `${unseen.item}异常，请上传照片`);
  if ((allowed === 'override' || bad) && !input.overrideReason)
    throw blockedByRule(bad ? `${bad.item}异常，放行请填写原因` : '有未通过的检查，带条件放行请填写原因', reasons);
}

/** Writes the record of a departure: what was checked, by whom, and with which result. */
async function recordDeparture(
  trx: Trx,
  ctx: Ctx,
  waybill: LockedWaybill,
  input: Parsed<typeof departureConfirm>,
  { checks, detail, behind }: Awaited<ReturnType<typeof runDepartureChecks>> & { behind: number },
  at: Date,
): Promise<void> {
  await trx
    .insertInto('departure_record')
    .values({
      client_id: ctx.clientId,
      waybill_id: waybill.id,
      depart_at: at,
      source: eventSource.manual,
      check_items: JSON.stringify(input.checkItems),
      auto_checks: JSON.stringify(checks),
      plan_pieces: detail.totalPieces,
      load_pieces: detail.totalPieces - behind,
      seal_no: input.sealNo ?? waybill.sealNo,
      // together with the pictures that the dock took before
      file_ids: [...new Set([...input.fileIds, ...detail.departFileIds])],
      mileage_m: input.mileageKm === null ? null : String(Math.round(input.mileageKm * 1000)),
      box_temp_c: input.boxTemp ?? detail.boxTemp,
      override_reason: input.overrideReason,
      remark: input.remark,
      check_user: ctx.userName,
      created_by: ctx.userId,
    })
    .execute();
}

/** Writes the departure to the waybill, its first stop and its legs. A truck that leaves late is busy for longer. */
async function writeDeparture(
  trx: Trx,
  ctx: Ctx,
  waybill: LockedWaybill,
  input: Parsed<typeof departureConfirm>,
  at: Date,
): Promise<number> {
  const planned = waybill.planFreeAt.getTime() - waybill.planDepartAt.getTime();
  const until = new Date(at.getTime() + planned);
  const odometer = await odometerAt(trx, waybill.vehicleId, at);
  const version = await writeWaybill(trx, ctx, waybill, {
    transport_status: transportStatus.inTransit,
    stow_status: stowStatus.loaded,
    actual_depart_at: at,
    depart_source: eventSource.manual,
    depart_mileage_m: odometer,
    seal_no: input.sealNo ?? waybill.sealNo,
    busy_from: at,
    busy_until: until,
  });
  // when the truck came to load nobody has said; its fence does, if it has one
  await sql`update waybill_stop set stop_status = ${stopStatus.left}, leave_at = ${at}, leave_source = ${eventSource.manual}, checked_at = now()
    where waybill_id = ${waybill.id} and seq = 1`.execute(trx);
  return version;
}

/** 撤销发车: allowed shortly afterwards, before the truck has reached a stop or driven far (transport.md 3.3). */
export function revokeDeparture(ctx: Ctx, { waybillCode, reason }: Parsed<typeof departureRevoke>) {
  return ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, waybillCode);
    refuseWaybill('revokeDepart', waybill);
    await refuseLateRevoke(trx, waybill);
    const stayedOff = await takeBehindBack(trx, ctx, waybill);
    const legs = await loadLegs(trx, ctx, waybill.id);
    const locked = await lockOrders(
      trx,
      ctx,
      legs.map(({ orderCode }) => orderCode),
    );
    await unloadFirstStop(trx, legs);
    await sql`update waybill_leg set transportation_status = ${transportationStatus.notStarted}
      where waybill_id = ${waybill.id} and removed_at is null`.execute(trx);
    await updateTotals(trx, [waybill.id]);
    const { rows: firstStop } = await sql<{ placeId: string | null }>`update waybill_stop
      set stop_status = ${stopStatus.toCome}, leave_at = null, leave_source = null, arrive_at = null, arrive_source = null, checked_at = null
      where waybill_id = ${waybill.id} and seq = 1 returning place_id::text as "placeId"`.execute(trx);
    const place = firstStop[0]?.placeId ?? null;
    await sql`update customer_order set on_hand_status = ${place === null ? onHandStatus.atCustomer : onHandStatus.atSite}, current_place_id = ${place}
      where id in (select order_id from waybill_leg where waybill_id = ${waybill.id} and removed_at is null and from_seq = 1)`.execute(
      trx,
    );
    await sql`update departure_record set revoked_at = now(), revoke_reason = ${reason} where waybill_id = ${waybill.id} and revoked_at is null`.execute(
      trx,
    );
    await writeWaybill(trx, ctx, waybill, {
      transport_status: transportStatus.toDepart,
      actual_depart_at: null,
      depart_source: null,
      depart_mileage_m: null,
      busy_from: waybill.planDepartAt,
      busy_until: waybill.planFreeAt,
    });
    await refreshStatus(
      trx,
      ctx,
      locked.map(({ id }) => id),
    );
    const undone = { action: '撤销发车', remark: reason };
    await logSteps(trx, ctx, [
      {
        ...undone,
        objType: 'waybill',
        objCode: waybillCode,
        from: transportStatus.inTransit,
        to: transportStatus.toDepart,
      },
      ...locked.map((order) => ({
        ...undone,
        objType: 'customerOrder' as const,
        objCode: order.orderCode,
        from: order.orderStatus,
        to: null,
        remark: `${waybillCode}：${reason}`,
      })),
    ]);
    return { waybillCode, transportStatus: transportStatus.toDepart, stayedOff };
  });
}

async function refuseLateRevoke(trx: Trx, waybill: LockedWaybill): Promise<void> {
  const refuse = (why: string): AppError => new AppError(codes.illegalTransition, `${why}，不能撤销发车`);
  const { rows } = await sql<{
    minutes: number;
    reached: boolean;
    km: number | null;
  }>`select extract(epoch from now() - w.actual_depart_at)::float8 / 60 as minutes,
      exists (select from waybill_stop s where s.waybill_id = w.id and s.seq > 1 and s.stop_status in (${stopStatus.arrived}, ${stopStatus.left}))
        or exists (select from waybill_leg l where l.waybill_id = w.id and l.removed_at is null and l.transportation_status = ${transportationStatus.completed}) as reached,
      ${drivenKm} as km
    from waybill w left join device_state s on s.vehicle_id = w.vehicle_id where w.id = ${waybill.id}`.execute(trx);
  const facts = rows[0];
  if (!facts) return;
  if (facts.minutes > revokeDepartLimits.minutes) throw refuse(`发车已超过${revokeDepartLimits.minutes}分钟`);
  if (facts.reached) throw refuse('已到达或已签收途经点');
  if (facts.km !== null && facts.km > revokeDepartLimits.mileageKm) throw refuse(`车辆已行驶${facts.km} km`);
}
