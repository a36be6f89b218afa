import { codes } from '@tongda/contract/core/endpoint';
import { transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { autoArrive, type TripSettings } from '@tongda/contract/transport/trip/settings';
import { eventSource, stopStatus, stopType, waybillKind } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { AppError } from '../../../../core/http/errors';
import { confirmArrival } from '../dock/arrive';
import { type LockedWaybill, loadLegs, lockWaybill, settleWaybill } from '../state';
import { departByFence, findDeparture, mayDepart, moveDeparture } from './auto-depart';
import { authorOf, eventKind, findEvent, loadStays, noteEvent, type Platform, type StopStay } from './stop-events';
import { logAtStop } from './stop-log';
import { loadSwipes } from './swipes';

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
  /** goods are loaded here */
  loads: boolean;
  /** a leg that is unloaded here is still running */
  open: boolean;
  outOfOrder: boolean;
}
/**
 * Brings a waybill in line with what its vehicle really did: departure, arrivals and leaving, in the sequence and at the times of the points. It may
 * be called any number of times: existing entries stay, those that late points have moved are corrected, and what a person entered is never changed.
 */
export async function followFences(platform: Platform, waybillCode: string, settings: TripSettings): Promise<void> {
  try {
    await followWaybill(platform, waybillCode, settings);
  } catch (error) {
    // vehicle or driver are busy with another trip at that time: the departure stays a hint, and people decide
    if (!(error instanceof AppError && error.code === codes.blockedByRule && settings.autoDepart)) throw error;
    await followWaybill(platform, waybillCode, { ...settings, autoDepart: false });
  }
  if (settings.autoArrive === autoArrive.complete) await countAll(platform, waybillCode);
}

function followWaybill(platform: Platform, waybillCode: string, settings: TripSettings): Promise<void> {
  return platform.db(async (trx) => {
    const waybill = await lockWaybill(trx, platform, waybillCode);
    if (waybill.vehicleId === null) return;
    const stays = await loadStays(trx, waybill);
    if (waybill.transportStatus === transportStatus.toDepart) {
      const left = await findDeparture(trx, waybill, stays);
      if (!left) return;
      const may = settings.autoDepart && (await mayDepart(trx, platform, waybill, settings));
      await noteEvent(trx, platform, waybill, left.stay, eventKind.leave, left.at, may);
      if (!may) return;
      await departByFence(trx, platform, waybill, left.at, left.stay);
    } else await moveDeparture(trx, platform, waybill, stays, settings);
    const fresh = await lockWaybill(trx, platform, waybillCode);
    await followStops(trx, platform, fresh, stays, settings);
  });
}

async function loadAutoStops(trx: Trx, waybill: LockedWaybill): Promise<AutoStop[]> {
  const { rows } =
    await sql<AutoStop>`select p.id::text, p.seq, p.name, p.stop_status as status, p.place_id::text as "placeId",
      p.arrive_at as "arriveAt", p.leave_at as "leaveAt", p.arrive_source as "arriveSource", p.leave_source as "leaveSource",
      p.checked_at is not null as checked, p.stop_type = ${stopType.load} as loads, p.out_of_order as "outOfOrder",
      exists (select from waybill_leg l where l.waybill_id = p.waybill_id and l.removed_at is null and l.to_seq = p.seq and l.transportation_status < 2)
        or exists (select from waybill_leg l where l.waybill_id = p.waybill_id and l.removed_at is null and l.from_seq = p.seq and l.transportation_status = 0) as open
    from waybill_stop p where p.waybill_id = ${waybill.id} order by p.seq`.execute(trx);
  return rows;
}

/** Applies arrivals and leaving at all stops but the first. */
async function followStops(
  trx: Trx,
  platform: Platform,
  waybill: LockedWaybill,
  stays: readonly StopStay[],
  settings: TripSettings,
): Promise<void> {
  const departed = waybill.actualDepartAt;
  if (!departed) return;
  const stops = (await loadAutoStops(trx, waybill)).filter(({ seq }) => seq > 1);
  const running = waybill.transportStatus === transportStatus.inTransit;
  const swipes = await loadSwipes(trx, waybill);
  for (const stop of stops) {
    if (await arriveByCard(trx, platform, waybill, stop, swipes.get(stop.id), running)) {
      stop.arriveSource = eventSource.card;
      stop.status = Math.max(stop.status, stopStatus.arrived);
    }
    const mine = stays.filter(({ stopId, start }) => stopId === stop.id && start.getTime() >= departed.getTime());
    await arriveByStay(trx, platform, waybill, stop, mine, settings, running);
    await leaveBy(trx, platform, waybill, stop, mine, running);
  }
  await noteOutOfOrder(trx, waybill);
  if (!running) return;
  // when it was at its last stop is read from the stops
  await settleIfOver(trx, platform, waybill, departed);
}

/** Settles the waybill only if its state changes, because settling raises the version that open pages were read at. */
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

/**
 * Takes the moment when the store's card was swiped as the arrival, unless a person entered one: a card is more exact than a fence. Answers whether
 * it was written.
 */
async function arriveByCard(
  trx: Trx,
  platform: Platform,
  waybill: LockedWaybill,
  stop: AutoStop,
  at: Date | undefined,
  running: boolean,
): Promise<boolean> {
  const byFence = stop.arriveSource === eventSource.fence && !stop.checked;
  if (!at || !(byFence || (stop.status === stopStatus.toCome && running))) return false;
  const known = await findEvent(trx, stop.id, eventKind.arrive);
  // an arrival that a person revoked is not applied again
  if (known?.applied && stop.arriveSource === null && stop.status === stopStatus.toCome) return false;
  // the truck had left by then, so that the fence tells the arrival
  if (stop.leaveAt && at > new Date(stop.leaveAt)) return false;
  await noteEvent(trx, platform, waybill, { stopId: stop.id, episodeId: null }, eventKind.arrive, at, true);
  await sql`update waybill_stop set arrive_at = ${at}, arrive_source = ${eventSource.card},
      stop_status = greatest(stop_status, ${stopStatus.arrived}) where id = ${stop.id}`.execute(trx);
  await tellArrival(trx, platform, waybill, stop, {
    action: '刷卡到站',
    source: eventSource.card,
    happenedAt: at,
    moved: stop.status !== stopStatus.toCome,
  });
  return true;
}

async function arriveByStay(
  trx: Trx,
  platform: Platform,
  waybill: LockedWaybill,
  stop: AutoStop,
  stays: readonly StopStay[],
  settings: TripSettings,
  running: boolean,
): Promise<void> {
  if (stop.arriveSource === eventSource.card) return;
  const [stay] = stays;
  const auto = stop.arriveSource === eventSource.fence;
  if (!stay) {
    // late points show that the truck was not there, and nothing follows from the arrival yet
    if (auto && stop.status === stopStatus.arrived && !stop.checked) {
      await sql`update waybill_stop set stop_status = ${stopStatus.toCome}, arrive_at = null, arrive_source = null, leave_at = null, leave_source = null
        where id = ${stop.id}`.execute(trx);
      await sql`delete from waybill_stop_event where stop_id = ${stop.id}`.execute(trx);
      await logAtStop(trx, platform, authorOf(platform), waybill, stop, {
        action: '撤销到站',
        orderAction: '撤销到站',
        source: eventSource.fence,
        why: '补传数据显示车辆没有到过',
      });
    }
    return;
  }
  const known = await findEvent(trx, stop.id, eventKind.arrive);
  // an arrival that a person revoked is not applied again
  if (known?.applied && stop.arriveSource === null && stop.status === stopStatus.toCome) return;
  const take = auto || (stop.status === stopStatus.toCome && running && settings.autoArrive !== autoArrive.off);
  await noteEvent(trx, platform, waybill, stay, eventKind.arrive, stay.start, take);
  if (!take || (auto && stop.arriveAt?.getTime() === stay.start.getTime())) return;
  await sql`update waybill_stop set arrive_at = ${stay.start}, arrive_source = ${eventSource.fence},
      stop_status = greatest(stop_status, ${stopStatus.arrived}) where id = ${stop.id}`.execute(trx);
  await tellArrival(trx, platform, waybill, stop, {
    action: '自动到站',
    source: eventSource.fence,
    happenedAt: stay.start,
    moved: auto,
  });
}

interface Arrived {
  action: string;
  source: number;
  happenedAt: Date;
  /** it was known already and has got another time */
  moved: boolean;
}

/** Logs an arrival, or that late points moved one, for the trip and its orders at the stop. */
async function tellArrival(
  trx: Trx,
  platform: Platform,
  waybill: LockedWaybill,
  stop: AutoStop,
  { action, moved, ...step }: Arrived,
): Promise<void> {
  const words = moved
    ? { action: '更正到站时间', orderAction: '更正到站时间' }
    : { action, orderAction: stop.loads ? '到达装货点' : '到站' };
  await logAtStop(trx, platform, authorOf(platform), waybill, stop, { ...step, ...words });
}

/** Writes when the truck left a stop. The stop counts as left only when nothing is to be handed over there any more. */
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
  // it was taken back with a signature, and waits for the next one
  const takenBack = stop.open && (await findEvent(trx, stop.id, eventKind.leave))?.applied === false;
  await noteEvent(trx, platform, waybill, stay, eventKind.leave, stay.end, !takenBack);
  if (takenBack) return;
  const same = now.leaveAt !== null && new Date(now.leaveAt).getTime() === stay.end.getTime();
  const behind = running && !stop.open && now.status === stopStatus.arrived;
  if (same && !behind) return;
  await sql`update waybill_stop set leave_at = ${stay.end}, leave_source = ${eventSource.fence},
      stop_status = ${behind ? stopStatus.left : now.status} where id = ${stop.id}`.execute(trx);
}

/** 未按顺序: marks stops that were reached before a stop that is planned earlier. */
async function noteOutOfOrder(trx: Trx, waybill: LockedWaybill): Promise<void> {
  await sql`update waybill_stop p set out_of_order = x.late from (
      select s.id, s.arrive_at is not null and exists (select from waybill_stop e where e.waybill_id = s.waybill_id and e.seq > 1 and e.seq < s.seq
        and e.stop_status <> ${stopStatus.skipped} and (e.arrive_at is null or e.arrive_at > s.arrive_at)) as late
      from waybill_stop s where s.waybill_id = ${waybill.id}) x
    where x.id = p.id and p.out_of_order <> x.late`.execute(trx);
}

/** 到达即完成: for companies that do not count, loaded goods count as unloaded on arrival. Signatures are still given by people. */
async function countAll(platform: Platform, waybillCode: string): Promise<void> {
  const { due, waybill, legs } = await platform.db(async (trx) => {
    const found = await lockWaybill(trx, platform, waybillCode);
    const { rows } = await sql<{
      seq: number;
    }>`select seq from waybill_stop where waybill_id = ${found.id} and stop_type = ${stopType.unload}
      and stop_status = ${stopStatus.arrived} and checked_at is null and arrive_source in (${eventSource.fence}, ${eventSource.card}) order by seq`.execute(
      trx,
    );
    return { due: rows, waybill: found, legs: await loadLegs(trx, platform, found.id) };
  });
  // goods of a pick-up trip are counted at each point
  if (waybill.transportStatus !== transportStatus.inTransit || waybill.kind === waybillKind.billOfLading) return;
  let { version } = waybill;
  for (const { seq } of due) {
    const here = legs.filter((leg) => leg.toSeq === seq && leg.transportationStatus === transportationStatus.inTransit);
    const counted = {
      waybillCode,
      version,
      stopSeq: seq,
      sealNoSeen: null,
      boxTemp: null,
      fileIds: [],
      reportDifferences: false,
      remark: '到达即完成，按装车件数自动核对',
      lines: here.map(({ orderCode, loadPieces: pieces }) => ({
        orderCode,
        pieces,
        damaged: 0,
        short: 0,
        over: 0,
        productTemp: null,
      })),
    };
    version = (await confirmArrival(platform, counted, eventSource.fence)).version;
  }
}
