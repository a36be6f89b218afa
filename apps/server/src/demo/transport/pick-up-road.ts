import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { distanceM } from '@tongda/geo/distance';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/wire-time';
import { type Run, runsBetween } from '../fleet/truck-stands';
import { demoClients } from '../people/users';
import { type LoopToWrite, writeLoop } from './pick-up-loop';
import {
  documentNumber,
  findWaitingFor,
  loadFreeTrucks,
  nextNumber,
  type Site,
  saveCounter,
  type Truck,
} from './pick-up-parts';

const { id: clientId } = demoClients.cold;
/** How long ago the truck may have left its depot, and how far ahead its calls are looked at, ms. */
const [backMs, aheadMs] = [6 * hourMs, 5 * hourMs];
/** Largest distance of a place's stored point from where the truck stands, m. */
const rightM = 250;
/** Ms from the last call until the truck is back. */
const backHomeMs = 50 * minuteMs;
/** How many trucks are tried; each costs a simulation of half a day. */
const most = 40;
const stopsMost = 4;

interface Ground extends Site {
  area: string;
  address: string;
  phone: string;
}

/**
 * Writes a 提单 that a simulated truck is driving right now: it left its depot, has called at places and will call at others. Waiting pick-ups are
 * moved to these places, so that the truck fetches them there.
 */
export async function seedRoadLoop(trx: Trx, now: Date): Promise<void> {
  const loop = await findLoopOnTheRoad(trx, now);
  if (!loop) return;
  const day = wireTime(now, 'Asia/Shanghai').slice(0, 10);
  const no = await nextNumber(trx, 'TD', day);
  await writeLoop(trx, { now, ...loop, code: documentNumber('TD', day, no) });
  await saveCounter(trx, 'TD', day, no);
}

type Found = Omit<LoopToWrite, 'now' | 'code'>;

/**
 * Finds the best loop: of a truck under way that has made a call, otherwise one that has left, otherwise the one that leaves next (and departs by
 * its fence).
 */
async function findLoopOnTheRoad(trx: Trx, now: Date): Promise<Found | null> {
  const grounds = await loadGrounds(trx);
  const at = now.getTime();
  const found: Array<{ rank: number; loop: Found }> = [];
  for (const truck of (await loadNamedTrucks(trx, now)).slice(0, most)) {
    const simulated = demoVehicles.find(({ plateNo }) => plateNo === truck.plateNo);
    if (simulated?.duty.kind !== 'city') continue;
    for (const run of runsBetween(simulated, at - backMs, at + aheadMs)) {
      const rank = rankOf(run, at);
      const loop = rank === null ? null : await loopOf(trx, grounds, truck, run, at);
      if (rank !== null && loop) found.push({ rank, loop });
    }
    if (found.some(({ rank }) => rank === 0)) break;
  }
  return found.toSorted((a, b) => a.rank - b.rank)[0]?.loop ?? null;
}

/**
 * Rank of a run, lowest first: 0 under way after a call, 1 under way, larger ones by departure; null for one that is over or leaves at this very
 * moment.
 */
function rankOf({ load, drops }: Run, at: number): number | null {
  if (!drops.some(({ arriveAt }) => arriveAt > at + 10 * minuteMs)) return null;
  if (load.leaveAt < at - 5 * minuteMs) return drops.some(({ leaveAt }) => leaveAt <= at) ? 0 : 1;
  return load.leaveAt < at + 10 * minuteMs ? null : 2 + (load.leaveAt - at) / hourMs;
}

async function loopOf(trx: Trx, grounds: readonly Ground[], truck: Truck, run: Run, at: number): Promise<Found | null> {
  const site = groundAt(grounds, run.load.spot);
  const calls = callsOf(run, at).flatMap((call) => {
    const ground = groundAt(grounds, call.spot);
    return ground ? [{ ...call, ground }] : [];
  });
  if (!site || !calls.some(({ arriveAt }) => arriveAt > at)) return null;
  const picked = await findWaitingFor(trx, truck, calls.length);
  const stops = calls.slice(0, picked.length);
  const last = stops.at(-1);
  if (!last || last.arriveAt <= at) return null;
  return {
    loop: { departs: 0, state: run.load.leaveAt < at ? 'road' : 'stowed' },
    truck,
    site,
    picked: picked.flatMap((one, i) => {
      const ground = stops[i]?.ground;
      if (!ground) return [];
      const { lng, lat, area, address, phone } = ground;
      return [{ ...one, lng, lat, shipArea: area, shipAddress: address, address: `${area}${address}`, phone }];
    }),
    road: { departAt: run.load.leaveAt, stops, endAt: last.leaveAt + backHomeMs },
  };
}

/** The last calls behind the truck and the next ones ahead, without the one where it stands now. */
function callsOf({ drops }: Run, now: number): Run['drops'] {
  const past = drops.filter(({ leaveAt }) => leaveAt <= now);
  const ahead = drops.filter(({ arriveAt }) => arriveAt > now + 5 * minuteMs);
  return [...past.slice(-2), ...ahead].slice(0, stopsMost);
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

async function loadNamedTrucks(trx: Trx, now: Date): Promise<Array<Truck & { plateNo: string }>> {
  const from = new Date(now.getTime() - backMs);
  const free = await loadFreeTrucks(trx, { from, to: new Date(now.getTime() + aheadMs + 2 * hourMs) });
  const { rows } = await sql<{ id: string; plateNo: string }>`select id::text, plate_no as "plateNo" from vehicle
    where id = any(${free.map(({ id }) => id)}::bigint[])`.execute(trx);
  const plates = new Map(rows.map(({ id, plateNo }) => [id, plateNo]));
  return free.map((truck) => ({ ...truck, plateNo: plates.get(truck.id) ?? '' }));
}
