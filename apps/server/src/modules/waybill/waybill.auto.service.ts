import { codes } from '@tongda/contract/core/endpoint';
import { transportationStatus, transportStatus } from '@tongda/contract/enums/transport';
import {
  eventSource,
  onHandStatus,
  stopStatus,
  stopType,
  stowStatus,
  waybillKind,
} from '@tongda/contract/enums/waybill';
import { autoArrive, type TripSettings } from '@tongda/contract/trip/settings';
import { sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { AppError } from '../../core/errors';
import { logSteps } from '../order/order.log.service';
import { lockOrders, refreshStatus } from '../order/order.state.service';
import { confirmArrival } from './waybill.arrive';
import { type LockedWaybill, legsOf, settleWaybill, startLegs, takeWaybill, writeWaybill } from './waybill.state';

type Trx = Transaction<DB>;
const minuteMs = 60_000;
/** Loading is often confirmed when the truck is rolling already. */
const lateConfirmMs = 30 * minuteMs;
/** A truck that leaves so long before its plan leaves for something else. */
const earlyDepartMs = 60 * minuteMs;

/** A stay at a stop, as the points have it (facts of kind `stopVisit`). */
interface StopStay {
  stopId: string;
  episodeId: string;
  start: Date;
  end: Date | null;
}
interface AutoStop {
  id: string;
  seq: number;
  name: string;
  status: number;
  placeId: string | null;
  arriveAt: Date | null;
  leaveAt: Date | null;
  arriveSource: number | null;
  leaveSource: number | null;
  checked: boolean;
  /** a leg that is unloaded here has not ended */
  open: boolean;
  outOfOrder: boolean;
}
/** A pick-up trip leaves empty and is never confirmed as loaded; other companies may do without it too. */
const leavesUnconfirmed = ({ kind }: LockedWaybill, { skipLoading }: TripSettings): boolean =>
  skipLoading || kind === waybillKind.billOfLading;

const eventKind = { arrive: 1, leave: 2 } as const;

/** Who acts when nobody does: the platform, in the name of the company. */
type Platform = Ctx;

/**
 * Brings a waybill up to date with what its vehicle really did: departure, arrivals, leaving, in the order and at the times of the points. Asked as
 * often as anybody likes: what is there already stays, what moved because late points came is moved, what a person entered is never touched.
 */
export async function followFences(platform: Platform, waybillCode: string, settings: TripSettings): Promise<void> {
  try {
    await follow(platform, waybillCode, settings);
  } catch (error) {
    // another trip of the vehicle or the driver holds that time: people decide, the departure stays a hint
    if (!(error instanceof AppError && error.code === codes.blockedByRule && settings.autoDepart)) throw error;
    await follow(platform, waybillCode, { ...settings, autoDepart: false });
  }
  if (settings.autoArrive === autoArrive.complete) await countAll(platform, waybillCode);
}

function follow(platform: Platform, waybillCode: string, settings: TripSettings): Promise<void> {
  return platform.db(async (trx) => {
    const waybill = await takeWaybill(trx, platform, waybillCode);
    if (waybill.vehicleId === null) return;
    const stays = await staysOf(trx, waybill);
    if (waybill.transportStatus === transportStatus.toDepart) {
      const left = await departureIn(trx, waybill, stays);
      if (!left) return;
      const may = settings.autoDepart && (await mayDepart(trx, platform, waybill, settings));
      await noteEvent(trx, platform, waybill, left.stay, eventKind.leave, left.at, may);
      if (!may) return;
      await departAt(trx, platform, waybill, left.at);
    } else await moveDeparture(trx, platform, waybill, stays, settings);
    const fresh = await takeWaybill(trx, platform, waybillCode);
    await followStops(trx, platform, fresh, stays, settings);
  });
}

async function staysOf(trx: Trx, waybill: LockedWaybill): Promise<StopStay[]> {
  const { rows } =
    await sql<StopStay>`select p.id::text as "stopId", e.id::text as "episodeId", e.start_time as start, e.end_time as end
    from waybill_stop p join episode e on e.vehicle_id = ${waybill.vehicleId} and e.kind = 'stopVisit' and e.subject = 'stop:' || p.id
    where p.waybill_id = ${waybill.id} and e.status <> 2 order by e.start_time`.execute(trx);
  return rows;
}

async function stopsOf(trx: Trx, waybill: LockedWaybill): Promise<AutoStop[]> {
  const { rows } =
    await sql<AutoStop>`select p.id::text, p.seq, p.name, p.stop_status as status, p.place_id::text as "placeId",
      p.arrive_at as "arriveAt", p.leave_at as "leaveAt", p.arrive_source as "arriveSource", p.leave_source as "leaveSource",
      p.checked_at is not null as checked, p.out_of_order as "outOfOrder",
      exists (select from waybill_leg l where l.waybill_id = p.waybill_id and l.removed_at is null and l.to_seq = p.seq and l.transportation_status < 2)
        or exists (select from waybill_leg l where l.waybill_id = p.waybill_id and l.removed_at is null and l.from_seq = p.seq and l.transportation_status = 0) as open
    from waybill_stop p where p.waybill_id = ${waybill.id} order by p.seq`.execute(trx);
  return rows;
}

/** The first time that the truck left the loading place and this trip could be why. */
async function departureIn(
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
  // a truck that was loaded without a word is on its way when it leaves about its planned time
  const early = waybill.stowStatus === stowStatus.loaded ? 0 : waybill.planDepartAt.getTime() - earlyDepartMs;
  const since = Math.max(new Date(first.since).getTime(), early);
  const taken = await eventOf(trx, first.stopId, eventKind.leave);
  for (const stay of stays) {
    // a departure that was taken back by a person does not come again
    if (taken?.applied && taken.episodeId === stay.episodeId) continue;
    if (stay.stopId === first.stopId && stay.end && stay.end.getTime() >= since) return { at: stay.end, stay };
  }
  return null;
}

interface StopEvent {
  applied: boolean;
  episodeId: string | null;
}
async function eventOf(trx: Trx, stopId: string, kind: number): Promise<StopEvent | undefined> {
  const { rows } = await sql<StopEvent>`select applied, episode_id::text as "episodeId" from waybill_stop_event
    where stop_id = ${stopId} and kind = ${kind}`.execute(trx);
  return rows[0];
}

/** Loaded (or the company does without), with goods on it, and the vehicle is free for it. */
async function mayDepart(
  trx: Trx,
  platform: Platform,
  waybill: LockedWaybill,
  settings: TripSettings,
): Promise<boolean> {
  const ready = waybill.stowStatus === stowStatus.loaded || leavesUnconfirmed(waybill, settings);
  return ready && (await legsOf(trx, platform, waybill.id)).length > 0;
}

/** Keeps what the fence said: once a stop and kind, whatever the number of times it is found. */
async function noteEvent(
  trx: Trx,
  { clientId }: Platform,
  waybill: LockedWaybill,
  stay: StopStay,
  kind: number,
  at: Date,
  applied: boolean,
): Promise<void> {
  await sql`insert into waybill_stop_event (client_id, waybill_id, stop_id, kind, at, applied, episode_id)
    values (${clientId}, ${waybill.id}, ${stay.stopId}, ${kind}, ${at}, ${applied}, ${stay.episodeId})
    on conflict (waybill_id, stop_id, kind) do update set at = excluded.at, applied = excluded.applied, episode_id = excluded.episode_id, updated_at = now()
    where (waybill_stop_event.at, waybill_stop_event.applied, waybill_stop_event.episode_id) is distinct from (excluded.at, excluded.applied, excluded.episode_id)`.execute(
    trx,
  );
}

/** 发车 by the fence: nobody looked at papers and seal, and the record says so. */
async function departAt(trx: Trx, platform: Platform, waybill: LockedWaybill, at: Date): Promise<void> {
  const legs = await legsOf(trx, platform, waybill.id);
  const orders = await lockOrders(
    trx,
    platform,
    legs.map(({ orderCode }) => orderCode),
  );
  const planned = waybill.planArriveAt.getTime() - waybill.planDepartAt.getTime();
  await writeWaybill(trx, platform, waybill, {
    transport_status: transportStatus.inTransit,
    stow_status: stowStatus.loaded,
    actual_depart_at: at,
    depart_source: eventSource.fence,
    busy_from: at,
    busy_until: new Date(at.getTime() + planned),
  });
  await sql`update waybill_leg set load_pieces = plan_pieces where waybill_id = ${waybill.id} and removed_at is null and from_seq = 1`.execute(
    trx,
  );
  await sql`update waybill_stop set stop_status = ${stopStatus.left}, leave_at = ${at}, leave_source = ${eventSource.fence},
      arrive_at = coalesce(arrive_at, ${at}), arrive_source = coalesce(arrive_source, ${eventSource.fence}), checked_at = now()
    where waybill_id = ${waybill.id} and seq = 1`.execute(trx);
  await startLegs(trx, waybill.id, 1);
  const pieces = legs.reduce((sum, leg) => sum + leg.planPieces, 0);
  await trx
    .insertInto('departure_record')
    .values({
      client_id: platform.clientId,
      waybill_id: waybill.id,
      depart_at: at,
      source: eventSource.fence,
      plan_pieces: pieces,
      load_pieces: pieces,
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
  await logSteps(trx, author(platform), [
    {
      objType: 'waybill',
      objCode: waybill.waybillCode,
      action: '自动发车',
      from: transportStatus.toDepart,
      to: transportStatus.inTransit,
      remark: '未核对',
      source: eventSource.fence,
    },
    ...orders.map((order) => ({
      objType: 'customerOrder' as const,
      objCode: order.orderCode,
      action: '发车',
      from: order.orderStatus,
      to: 4,
      remark: waybill.waybillCode,
      source: eventSource.fence,
    })),
  ]);
}

const author = (platform: Platform) => ({ ...platform, userId: null });

/** Late points may show that the truck left earlier than was thought; a departure that a person noted stays. */
async function moveDeparture(
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
  // without a confirmation of its own the loading is as old as the departure
  const since = leavesUnconfirmed(waybill, settings)
    ? waybill.planDepartAt.getTime() - earlyDepartMs
    : new Date(known.since).getTime();
  const stay = stays.find(({ stopId, end }) => stopId === known.stopId && end !== null && end.getTime() >= since);
  if (!stay?.end) return;
  const mine = known.source === eventSource.fence;
  await noteEvent(trx, platform, waybill, stay, eventKind.leave, stay.end, mine);
  const at = stay.end;
  if (!mine || at.getTime() === new Date(known.at).getTime()) return;
  await writeWaybill(trx, platform, waybill, { actual_depart_at: at });
  await sql`update waybill_stop set leave_at = ${at}, arrive_at = least(arrive_at, ${at}) where waybill_id = ${waybill.id} and seq = 1 and leave_source = ${eventSource.fence}`.execute(
    trx,
  );
  await sql`update departure_record set depart_at = ${at} where waybill_id = ${waybill.id} and source = ${eventSource.fence} and revoked_at is null`.execute(
    trx,
  );
  await logSteps(trx, author(platform), [
    {
      objType: 'waybill',
      objCode: waybill.waybillCode,
      action: '更正发车时间',
      from: waybill.transportStatus,
      to: waybill.transportStatus,
      remark: '补传数据',
      source: eventSource.fence,
    },
  ]);
}

/** The stops behind the first one. */
async function followStops(
  trx: Trx,
  platform: Platform,
  waybill: LockedWaybill,
  stays: readonly StopStay[],
  settings: TripSettings,
): Promise<void> {
  const departed = waybill.actualDepartAt;
  if (!departed) return;
  const stops = (await stopsOf(trx, waybill)).filter(({ seq }) => seq > 1);
  const running = waybill.transportStatus === transportStatus.inTransit;
  for (const stop of stops) {
    const mine = stays.filter(({ stopId, start }) => stopId === stop.id && start.getTime() >= departed.getTime());
    await arriveBy(trx, platform, waybill, stop, mine, settings, running);
    await leaveBy(trx, platform, waybill, stop, mine, running);
  }
  await noteOrder(trx, waybill);
  if (!running) return;
  const { rows } = await sql<{
    at: Date | null;
  }>`select max(coalesce(leave_at, arrive_at)) as at from waybill_stop where waybill_id = ${waybill.id}`.execute(trx);
  await settleIfOver(trx, platform, waybill, new Date(rows[0]?.at ?? Date.now()));
}

/** Only a change is written: settling touches the version of the waybill. */
async function settleIfOver(trx: Trx, platform: Platform, waybill: LockedWaybill, at: Date): Promise<void> {
  const { rows } = await sql<{
    over: boolean;
  }>`select not exists (select from waybill_stop where waybill_id = ${waybill.id} and stop_status < 2)
      or (exists (select from waybill_stop p where p.waybill_id = ${waybill.id} and p.stop_status > 0
            and p.seq = (select max(seq) from waybill_stop where waybill_id = ${waybill.id}))
        and not exists (select from waybill_leg where waybill_id = ${waybill.id} and removed_at is null and transportation_status < 2)) as over`.execute(
    trx,
  );
  if (rows[0]?.over && waybill.transportStatus === transportStatus.inTransit)
    await settleWaybill(trx, platform, waybill, at, eventSource.fence);
}

async function arriveBy(
  trx: Trx,
  platform: Platform,
  waybill: LockedWaybill,
  stop: AutoStop,
  stays: readonly StopStay[],
  settings: TripSettings,
  running: boolean,
): Promise<void> {
  const [stay] = stays;
  const auto = stop.arriveSource === eventSource.fence;
  if (!stay) {
    // late points took back what was thought: nobody has built on it yet
    if (auto && stop.status === stopStatus.arrived && !stop.checked) {
      await sql`update waybill_stop set stop_status = ${stopStatus.toCome}, arrive_at = null, arrive_source = null, leave_at = null, leave_source = null
        where id = ${stop.id}`.execute(trx);
      await sql`delete from waybill_stop_event where stop_id = ${stop.id}`.execute(trx);
    }
    return;
  }
  const known = await eventOf(trx, stop.id, eventKind.arrive);
  // an arrival that was taken back by a person does not come again
  if (known?.applied && stop.arriveSource === null && stop.status === stopStatus.toCome) return;
  const take = auto || (stop.status === stopStatus.toCome && running && settings.autoArrive !== autoArrive.off);
  await noteEvent(trx, platform, waybill, stay, eventKind.arrive, stay.start, take);
  if (!take || (auto && stop.arriveAt?.getTime() === stay.start.getTime())) return;
  await sql`update waybill_stop set arrive_at = ${stay.start}, arrive_source = ${eventSource.fence},
      stop_status = greatest(stop_status, ${stopStatus.arrived}) where id = ${stop.id}`.execute(trx);
  if (auto) return;
  await logSteps(trx, author(platform), [
    {
      objType: 'waybill',
      objCode: waybill.waybillCode,
      action: '自动到站',
      from: waybill.transportStatus,
      to: waybill.transportStatus,
      remark: stop.name,
      source: eventSource.fence,
    },
  ]);
}

/** When the truck went on. The stop is behind it only when nothing is left to hand over there. */
async function leaveBy(
  trx: Trx,
  platform: Platform,
  waybill: LockedWaybill,
  stop: AutoStop,
  stays: readonly StopStay[],
  running: boolean,
): Promise<void> {
  const stay = stays.at(-1);
  const { rows } = await sql<{
    status: number;
    arrivedAt: Date | null;
    leaveAt: Date | null;
    leaveSource: number | null;
  }>`select
      stop_status as status, arrive_at as "arrivedAt", leave_at as "leaveAt", leave_source as "leaveSource" from waybill_stop where id = ${stop.id}`.execute(
    trx,
  );
  const [now] = rows;
  if (!now || now.status === stopStatus.toCome || now.status === stopStatus.skipped) return;
  if (!stay?.end || now.leaveSource === eventSource.manual) return;
  if (now.arrivedAt && stay.end.getTime() < new Date(now.arrivedAt).getTime()) return;
  await noteEvent(trx, platform, waybill, stay, eventKind.leave, stay.end, true);
  const same = now.leaveAt !== null && new Date(now.leaveAt).getTime() === stay.end.getTime();
  const behind = running && !stop.open && now.status === stopStatus.arrived;
  if (same && !behind) return;
  await sql`update waybill_stop set leave_at = ${stay.end}, leave_source = ${eventSource.fence},
      stop_status = ${behind ? stopStatus.left : now.status} where id = ${stop.id}`.execute(trx);
}

/** 未按顺序: reached while a stop that is planned before it was still to come. */
async function noteOrder(trx: Trx, waybill: LockedWaybill): Promise<void> {
  await sql`update waybill_stop p set out_of_order = x.late from (
      select s.id, s.arrive_at is not null and exists (select from waybill_stop e where e.waybill_id = s.waybill_id and e.seq > 1 and e.seq < s.seq
        and e.stop_status <> ${stopStatus.skipped} and (e.arrive_at is null or e.arrive_at > s.arrive_at)) as late
      from waybill_stop s where s.waybill_id = ${waybill.id}) x
    where x.id = p.id and p.out_of_order <> x.late`.execute(trx);
}

/** 到达即完成: what was loaded counts as unloaded, for companies that do not count. Signatures are still people's. */
async function countAll(platform: Platform, waybillCode: string): Promise<void> {
  const { due, waybill, legs } = await platform.db(async (trx) => {
    const found = await takeWaybill(trx, platform, waybillCode);
    const { rows } = await sql<{
      seq: number;
    }>`select seq from waybill_stop where waybill_id = ${found.id} and stop_type = ${stopType.unload}
      and stop_status = ${stopStatus.arrived} and checked_at is null and arrive_source = ${eventSource.fence} order by seq`.execute(
      trx,
    );
    return { due: rows, waybill: found, legs: await legsOf(trx, platform, found.id) };
  });
  // what is picked up is counted point by point
  if (waybill.transportStatus !== transportStatus.inTransit || waybill.kind === waybillKind.billOfLading) return;
  let { version } = waybill;
  for (const { seq } of due) {
    const here = legs.filter((leg) => leg.toSeq === seq && leg.transportationStatus === transportationStatus.inTransit);
    const done = await confirmArrival(platform, {
      waybillCode,
      version,
      stopSeq: seq,
      sealNoSeen: null,
      boxTemp: null,
      remark: '到达即完成，按装车件数自动核对',
      lines: here.map(({ orderCode, loadPieces: pieces }) => ({
        orderCode,
        pieces,
        damaged: 0,
        short: 0,
        over: 0,
        productTemp: null,
      })),
    });
    version = done.version;
  }
}
