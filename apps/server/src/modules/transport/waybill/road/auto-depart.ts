import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { transportStatus } from '@tongda/contract/transport/enums';
import { autoArrive, type TripSettings } from '@tongda/contract/transport/trip/settings';
import { staysBehind } from '@tongda/contract/transport/waybill/dock/counting';
import {
  eventSource,
  onHandStatus,
  stopStatus,
  stowStatus,
  waybillKind,
} from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { odometerAt } from '../../figures/door';
import { lockOrders, logSteps, refreshStatus, updateTotals } from '../../order/door';
import { leaveBehind } from '../dock/behind';
import { type LockedWaybill, loadFirstStop, loadLegs, startLegs, writeWaybill } from '../state';
import { authorOf, eventKind, findEvent, noteEvent, type Platform, type StopStay } from './stop-events';

/** A loading that is confirmed up to so many ms after the truck left still belongs to that departure. */
const lateConfirmMs = 30 * minuteMs;
/** A truck that leaves more than so many ms before its plan leaves for something else. */
const earlyDepartMs = hourMs;

/** Whether a waybill may leave without a confirmed loading: a pick-up trip, which leaves empty, or any waybill of a company that skips it. */
const leavesUnconfirmed = ({ kind }: LockedWaybill, { skipLoading }: TripSettings): boolean =>
  skipLoading || kind === waybillKind.billOfLading;

/** Finds the first time when the truck left the loading place and may have left for this trip. */
export async function findDeparture(
  trx: Trx,
  waybill: LockedWaybill,
  stays: readonly StopStay[],
): Promise<{ at: Date; stay: StopStay } | null> {
  const { rows } = await sql<{
    stopId: string;
    since: Date;
    stow: number;
  }>`select p.id::text as "stopId", w.stow_status as stow,
      greatest(case when w.loaded_at is not null then w.loaded_at - ${lateConfirmMs} * interval '1 ms' else w.plan_depart_at - ${earlyDepartMs} * interval '1 ms' end,
        (select max(o.actual_arrive_at) from waybill o where o.vehicle_id = w.vehicle_id and o.id <> w.id and o.voided_at is null
          and o.plan_depart_at < w.plan_depart_at)) as since
    from waybill w join waybill_stop p on p.waybill_id = w.id and p.seq = 1
    where w.id = ${waybill.id} and not exists (select from waybill o where o.vehicle_id = w.vehicle_id and o.id <> w.id and o.voided_at is null
      and o.transport_status = ${transportStatus.inTransit})`.execute(trx);
  const [first] = rows;
  if (!first || first.stow < stowStatus.stowed) return null;
  // without a confirmed loading, leaving about the planned time counts as the departure
  const early = waybill.stowStatus === stowStatus.loaded ? 0 : waybill.planDepartAt.getTime() - earlyDepartMs;
  const since = Math.max(new Date(first.since).getTime(), early);
  const taken = await findEvent(trx, first.stopId, eventKind.leave);
  for (const stay of stays) {
    // a departure that a person revoked is not applied again
    if (taken?.applied && taken.episodeId === stay.episodeId) continue;
    if (stay.stopId === first.stopId && stay.end && stay.end.getTime() >= since) return { at: stay.end, stay };
  }
  return null;
}

/**
 * Whether a waybill may depart by itself: it has goods that were there, they are loaded (or need not be), and none would have to stay behind where no other
 * trip could be given them.
 */
export async function mayDepart(
  trx: Trx,
  platform: Platform,
  waybill: LockedWaybill,
  settings: TripSettings,
): Promise<boolean> {
  const ready = waybill.stowStatus === stowStatus.loaded || leavesUnconfirmed(waybill, settings);
  if (!ready) return false;
  const legs = await loadLegs(trx, platform, waybill.id);
  return waybill.stranded ? !legs.some(staysBehind) : !legs.every(staysBehind);
}

/** 发车 by the fence, from a stay at the loading place that began at `start`. Nobody checked papers and seal, and the departure record says so. */
export async function departByFence(
  trx: Trx,
  platform: Platform,
  waybill: LockedWaybill,
  at: Date,
  { start }: Pick<StopStay, 'start'>,
): Promise<void> {
  const legs = await loadLegs(trx, platform, waybill.id);
  const orders = await lockOrders(
    trx,
    platform,
    legs.map(({ orderCode }) => orderCode),
  );
  const planned = waybill.planFreeAt.getTime() - waybill.planDepartAt.getTime();
  await writeWaybill(trx, platform, waybill, {
    transport_status: transportStatus.inTransit,
    stow_status: stowStatus.loaded,
    actual_depart_at: at,
    depart_source: eventSource.fence,
    depart_mileage_m: await odometerAt(trx, waybill.vehicleId, at),
    busy_from: at,
    busy_until: new Date(at.getTime() + planned),
  });
  await leaveBehind(trx, authorOf(platform), waybill, legs, orders, { at, source: eventSource.fence });
  const aboard = orders.filter(({ orderCode }) => !legs.some((leg) => leg.orderCode === orderCode && staysBehind(leg)));
  const behind = await loadFirstStop(trx, waybill.id, legs);
  await sql`update waybill_stop set stop_status = ${stopStatus.left}, leave_at = ${at}, leave_source = ${eventSource.fence},
      arrive_at = coalesce(arrive_at, ${start}), arrive_source = coalesce(arrive_source, ${eventSource.fence}), checked_at = now()
    where waybill_id = ${waybill.id} and seq = 1`.execute(trx);
  await startLegs(trx, waybill.id, 1);
  if (behind > 0) await updateTotals(trx, [waybill.id]);
  const pieces = legs.reduce((sum, leg) => sum + leg.planPieces, 0);
  await trx
    .insertInto('departure_record')
    .values({
      client_id: platform.clientId,
      waybill_id: waybill.id,
      depart_at: at,
      source: eventSource.fence,
      plan_pieces: pieces,
      load_pieces: pieces - behind,
      seal_no: waybill.sealNo,
      remark: '车辆驶离装货点自动发车，未核对',
      check_user: '',
    })
    .execute();
  await sql`update customer_order set on_hand_status = ${onHandStatus.onTheWay}, current_place_id = null
    where id in (select order_id from waybill_leg where waybill_id = ${waybill.id} and removed_at is null and from_seq = 1)`.execute(
    trx,
  );
  await refreshStatus(
    trx,
    platform,
    orders.map(({ id }) => id),
  );
  await logSteps(trx, authorOf(platform), [
    {
      objType: 'waybill',
      objCode: waybill.waybillCode,
      action: '自动发车',
      from: transportStatus.toDepart,
      to: transportStatus.inTransit,
      remark: '未核对',
      source: eventSource.fence,
      happenedAt: at,
    },
    ...aboard.map((order) => ({
      objType: 'customerOrder' as const,
      objCode: order.orderCode,
      action: '发车',
      from: order.orderStatus,
      to: 4,
      remark: waybill.waybillCode,
      source: eventSource.fence,
      happenedAt: at,
    })),
  ]);
}

/** Moves a departure by the fence, and the arrival before it, when late points show other times. What a person entered stays. */
export async function moveDeparture(
  trx: Trx,
  platform: Platform,
  waybill: LockedWaybill,
  stays: readonly StopStay[],
  settings: TripSettings,
): Promise<void> {
  const { rows } = await sql<{
    stopId: string;
    source: number | null;
    at: Date | null;
    since: Date;
  }>`select p.id::text as "stopId",
      w.depart_source as source, w.actual_depart_at as at,
      coalesce(w.loaded_at - ${lateConfirmMs} * interval '1 ms', w.plan_depart_at - ${earlyDepartMs} * interval '1 ms') as since
    from waybill w join waybill_stop p on p.waybill_id = w.id and p.seq = 1 where w.id = ${waybill.id}`.execute(trx);
  const [known] = rows;
  if (!known?.at) return;
  // a loading that needs no confirmation is as old as the departure
  const since = leavesUnconfirmed(waybill, settings)
    ? waybill.planDepartAt.getTime() - earlyDepartMs
    : new Date(known.since).getTime();
  const here = stays.filter(({ stopId }) => stopId === known.stopId);
  const stay = here.find(({ end }) => end !== null && end.getTime() >= since);
  const mine = known.source === eventSource.fence;
  // of a departure that a person entered, the fence knows only when the truck had come to load
  const left = new Date(known.at).getTime();
  const loading = mine
    ? stay
    : here.findLast(
        ({ start, end }) => start.getTime() <= left && (end === null || end.getTime() >= Math.min(since, left)),
      );
  if (loading && (mine || settings.autoArrive !== autoArrive.off))
    await sql`update waybill_stop set arrive_at = ${loading.start}, arrive_source = ${eventSource.fence} where waybill_id = ${waybill.id} and seq = 1
      and coalesce(arrive_source, ${eventSource.fence}) = ${eventSource.fence} and arrive_at is distinct from ${loading.start}`.execute(
      trx,
    );
  if (!stay?.end) return;
  await noteEvent(trx, platform, waybill, stay, eventKind.leave, stay.end, mine);
  const at = stay.end;
  if (!mine || at.getTime() === new Date(known.at).getTime()) return;
  await writeWaybill(trx, platform, waybill, {
    actual_depart_at: at,
    depart_mileage_m: await odometerAt(trx, waybill.vehicleId, at),
  });
  await sql`update waybill_stop set leave_at = ${at} where waybill_id = ${waybill.id} and seq = 1 and leave_source = ${eventSource.fence}`.execute(
    trx,
  );
  await sql`update departure_record set depart_at = ${at} where waybill_id = ${waybill.id} and source = ${eventSource.fence} and revoked_at is null`.execute(
    trx,
  );
  const legs = await loadLegs(trx, platform, waybill.id);
  const corrected = { action: '更正发车时间', source: eventSource.fence, happenedAt: at };
  await logSteps(trx, authorOf(platform), [
    {
      ...corrected,
      objType: 'waybill',
      objCode: waybill.waybillCode,
      from: waybill.transportStatus,
      to: waybill.transportStatus,
      remark: '补传数据',
    },
    ...legs
      .filter(({ fromSeq }) => fromSeq === 1)
      .map(({ orderCode }) => ({
        ...corrected,
        objType: 'customerOrder' as const,
        objCode: orderCode,
        remark: waybill.waybillCode,
      })),
  ]);
}
