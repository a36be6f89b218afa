import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { distanceM } from '@tongda/geo/distance';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { type Run, runsBetween } from '../fleet/truck-stands';
import { demoClients } from '../people/users';
import type { LoopToWrite } from './pick-up-loop';
import { findWaitingFor, loadFreeTrucks, type Site, type Truck } from './pick-up-parts';

const { id: clientId } = demoClients.cold;
/** Largest distance of a place's stored point from where the truck stands, m. */
const rightM = 250;
/** Ms from the last call until the truck is back, when that is not known yet. */
const backHomeMs = 50 * minuteMs;
/** How many trucks are tried; each costs a simulation of half a day. */
const most = 40;

/** A loop past senders back to a site: over since yesterday, being driven, or planned. */
export interface LoopWish {
  phase: 'over' | 'road' | 'next';
  /** about when it leaves, hours from now */
  departs: number;
  /** most calls that it has */
  count: number;
  state: LoopToWrite['loop']['state'];
}

/** From when to when a truck is looked at for each phase, and what its loop may take of others' trips, hours around the departure. */
const spans = { over: [-7, 12], road: [-6, 5], next: [-4, 22] } as const;

interface Ground extends Site {
  area: string;
  address: string;
  phone: string;
}

type Found = Omit<LoopToWrite, 'now' | 'code'>;

/**
 * Finds a loop that a simulated truck of a city really makes: it leaves its depot, calls at places and comes back. Waiting pick-ups are moved to these places, so
 * that the truck fetches them there. The best one of those on the road has made a call, else it has left, else it is on its way home, else it leaves next (and departs by its fence).
 */
export async function findLoop(trx: Trx, now: Date, wish: LoopWish): Promise<Found | null> {
  const grounds = await loadGrounds(trx);
  const at = now.getTime();
  const around = at + (wish.phase === 'over' ? wish.departs * hourMs : 0);
  const [before, after] = spans[wish.phase];
  const [fromMs, toMs] = [around + before * hourMs, around + after * hourMs];
  const found: Array<{ rank: number; loop: Found }> = [];
  for (const truck of (await loadNamedTrucks(trx, new Date(fromMs), new Date(toMs + 2 * hourMs))).slice(0, most)) {
    const simulated = demoVehicles.find(({ plateNo }) => plateNo === truck.plateNo);
    if (simulated?.duty.kind !== 'city') continue;
    for (const run of runsBetween(simulated, fromMs, wish.phase === 'over' ? Math.min(at, toMs) : toMs)) {
      const rank = rankOf(run, at, wish, around);
      const loop = rank === null ? null : await loopOf(trx, grounds, truck, run, at, wish);
      if (rank !== null && loop) {
        // one that is on the road now is worth more than one that will be back in time
        const late = wish.phase === 'road' ? 0 : lateRank * otherHours(loop);
        found.push({ rank: rank + late, loop });
      }
    }
    const fitting = found.filter(({ rank }) => rank < lateRank);
    if (fitting.some(({ rank }) => rank < 1) || (wish.phase !== 'road' && fitting.length > 3)) break;
  }
  return found.toSorted((a, b) => a.rank - b.rank)[0]?.loop ?? null;
}

/** By how much an hour of {@link otherHours} makes a loop worse: more than any other difference of ranks. */
const lateRank = 8;

/** Hours between the last call of a loop and its end beyond the way home: the truck calls at places that the 提单 does not know, and would come back late. */
const otherHours = ({ road }: Found): number =>
  Math.max(0, road.endAt - (road.stops.at(-1)?.leaveAt ?? road.endAt) - 1.2 * backHomeMs) / hourMs;

/** Whether a truck without calls ahead is still on the road for a while. */
const isOnWayHome = (backAt: number | null, at: number): boolean => backAt !== null && backAt > at + 10 * minuteMs;

/** Rank of a run, lowest first; null for one that does not fit, or that leaves at this very moment. */
function rankOf({ load, drops, backAt }: Run, at: number, { phase, departs }: LoopWish, around: number): number | null {
  if (phase === 'over')
    return backAt === null || load.arriveAt < around + spans.over[0] * hourMs + minuteMs
      ? null
      : Math.abs(load.leaveAt - around) / hourMs / 4;
  const leavesIn = load.leaveAt - at;
  if (phase === 'next') return leavesIn < 10 * minuteMs ? null : Math.abs(leavesIn / hourMs - departs) / 4;
  if (!drops.some(({ arriveAt }) => arriveAt > at + 10 * minuteMs))
    return isOnWayHome(backAt, at) && drops.some(({ leaveAt }) => leaveAt <= at) ? 1.5 : null;
  if (leavesIn < -5 * minuteMs) return drops.some(({ leaveAt }) => leaveAt <= at) ? 0 : 1;
  return leavesIn < 10 * minuteMs ? null : 2 + leavesIn / hourMs;
}

async function loopOf(
  trx: Trx,
  grounds: readonly Ground[],
  truck: Truck,
  run: Run,
  at: number,
  wish: LoopWish,
): Promise<Found | null> {
  const over = wish.phase === 'over';
  const site = groundAt(grounds, run.load.spot);
  const calls = (over ? run.drops : callsOf(run, at)).flatMap((call) => {
    const ground = groundAt(grounds, call.spot);
    return ground ? [{ ...call, ground }] : [];
  });
  const goesOn = over || calls.some(({ arriveAt }) => arriveAt > at) || isOnWayHome(run.backAt, at);
  if (!site || calls.length === 0 || !goesOn) return null;
  const picked = await findWaitingFor(trx, truck, Math.min(calls.length, wish.count));
  const stops = lastCalls(calls, over ? Number.NEGATIVE_INFINITY : at, picked.length);
  const last = stops.at(-1);
  if (!last) return null;
  const waits = run.load.leaveAt >= at;
  return {
    loop: { state: wish.phase === 'road' && waits ? 'stowed' : wish.state },
    truck,
    site,
    picked: picked.flatMap((one, i) => {
      const ground = stops[i]?.ground;
      if (!ground) return [];
      const { lng, lat, area, address, phone } = ground;
      return [{ ...one, lng, lat, shipArea: area, shipAddress: address, address: `${area}${address}`, phone }];
    }),
    road: { departAt: run.load.leaveAt, stops, endAt: run.backAt ?? last.leaveAt + backHomeMs },
  };
}

/**
 * So many of the calls of a run: the last ones, behind which the truck drives home, so that it is back when its plan says. Of those behind it (before `at`) up
 * to two stay as long as there is room for one ahead.
 */
function lastCalls<T extends { arriveAt: number }>(calls: readonly T[], at: number, count: number): T[] {
  const behind = calls.filter(({ arriveAt }) => arriveAt <= at);
  const ahead = calls.slice(behind.length);
  const kept = Math.max(0, Math.min(behind.length, ahead.length > 0 ? count - 1 : count));
  return [...behind.slice(behind.length - kept), ...ahead.slice(Math.max(0, ahead.length - (count - kept)))];
}

/** The last calls behind the truck and the next ones ahead, without the one where it stands now. */
function callsOf({ drops }: Run, now: number): Run['drops'] {
  const past = drops.filter(({ leaveAt }) => leaveAt <= now);
  const ahead = drops.filter(({ arriveAt }) => arriveAt > now + 5 * minuteMs);
  return [...past.slice(-2), ...ahead];
}

const groundAt = (grounds: readonly Ground[], { name, lng, lat }: { name: string; lng: number; lat: number }) =>
  grounds.find((one) => one.name === name && distanceM(one.lng, one.lat, lng, lat) <= rightM);

/** Stores and sites of the company with their addresses. */
async function loadGrounds(trx: Trx): Promise<Ground[]> {
  const { rows } = await sql<Ground>`select p.id::text, coalesce(s.name, p.name) as name, g.lng, g.lat,
      coalesce(case when s.province = s.city then '' else s.province end || s.city || s.district, '') as area,
      coalesce(case when starts_with(s.address, s.district) then substr(s.address, length(s.district) + 1) else s.address end, p.name) as address,
      coalesce(s.phone, '13900226000') as phone
    from place p join place_shape g on g.place_id = p.id and upper_inf(g.during)
      left join store s on s.place_id = p.id and s.deleted_at is null
    where p.client_id = ${clientId} and p.kind = 'site' and p.deleted_at is null and g.lng is not null`.execute(trx);
  return rows;
}

async function loadNamedTrucks(trx: Trx, from: Date, to: Date): Promise<Array<Truck & { plateNo: string }>> {
  const free = await loadFreeTrucks(trx, { from, to });
  const { rows } = await sql<{ id: string; plateNo: string }>`select id::text, plate_no as "plateNo" from vehicle
    where id = any(${free.map(({ id }) => id)}::bigint[])`.execute(trx);
  const plates = new Map(rows.map(({ id, plateNo }) => [id, plateNo]));
  return free.map((truck) => ({ ...truck, plateNo: plates.get(truck.id) ?? '' }));
}
