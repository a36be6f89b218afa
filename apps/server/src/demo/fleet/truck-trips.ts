import { dayMs, hourMs, minuteMs } from '@tongda/contract/core/durations';
import { placeSource, placeType } from '@tongda/contract/ground/place/enums';
import type { Site } from '@tongda/contract/transport/waybill/stow/assemble';
import { distanceM } from '@tongda/geo/distance';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { loadGeocoder } from '../../modules/base/map/door';
import { demoClients } from '../people/users';
import type { DemoOrder, StopTime, Truck, Way } from '../transport/waybill-rows';
import { type Run, runsBetween } from './truck-stands';

const { id: clientId } = demoClients.cold;
const roundMs = 5 * minuteMs;
/** How far back the loading of present trips is looked for, and how far ahead the next trips, ms. */
const [backMs, aheadMs] = [7 * hourMs, 18 * hourMs];
/** The time around the departure of a trip of days ago in which its truck is looked at, ms. */
const [beforeMs, afterMs] = [7 * hourMs, 15 * hourMs];
/** Where after a trip the next one of its truck is looked for, ms: on the same day, or on the next one. */
const nextSpans = [
  [-hourMs, 15 * hourMs],
  [8 * hourMs, 32 * hourMs],
] as const;
/** Largest distance of a store's stored point from where the truck stands, m. */
const rightM = 250;
/** A truck that leaves or arrives within so many ms would do so while the seeds are written. */
const soonMs = 5 * minuteMs;
/** A trunk load on the road is one that stays there for so many ms yet when there is such a one: whoever looks at the demo later still finds it under way. */
const settledMs = 2 * hourMs;
/** Largest difference between the departure of a truck and that of its story, ms: a city's trucks leave in the morning only. */
const farMs = 16 * hourMs;

/** Address of a place where trucks stand. */
interface Ground {
  placeId: string;
  name: string;
  contact: string;
  phone: string;
  area: string;
  address: string;
  lng: number;
  lat: number;
}

/** A truck's run with those of its stops that a trip takes. */
export interface Followed {
  vehicle: Truck;
  trunk: boolean;
  run: Run;
  drops: Run['drops'];
}

/** The runs of the demo's trucks about now, and the places that they call at. */
export interface TruckDay {
  now: number;
  grounds: ReadonlyMap<string, Ground>;
  runs: ReadonlyArray<Omit<Followed, 'drops'>>;
}

/** The next runs of a truck that leave after `freeMs`, until its next working day is over, with their first `count` stops. */
export function nextRuns({ now, grounds }: TruckDay, vehicle: Truck, freeMs: number, count: number): Followed[] {
  const leaving = ({ run }: Omit<Followed, 'drops'>): boolean => run.load.leaveAt > freeMs + roundMs;
  for (const [fromMs, toMs] of nextSpans) {
    const runs = knownRuns(grounds, vehicle, freeMs + fromMs, freeMs + toMs).filter(leaving);
    if (runs.length > 0) return runs.map((one) => ({ ...one, drops: dropsOf(one.run, now, count) }));
  }
  return [];
}

/** Where the truck of a trip is: under way, at the loading place, or not there yet; or the trip is over. */
export type Phase = 'road' | 'there' | 'later' | 'over';

export async function loadTruckDay(trx: Trx, vehicles: readonly Truck[], now: Date): Promise<TruckDay> {
  const grounds = await loadGrounds(trx);
  const at = now.getTime();
  const runs: Array<Omit<Followed, 'drops'>> = [];
  for (const vehicle of mixRoads(vehicles)) {
    runs.push(...knownRuns(grounds, vehicle, at - backMs, at + aheadMs));
    if (areEnough(runs, at)) break;
  }
  return { now: at, grounds, runs };
}

/** The runs of a truck between places whose addresses are known. */
function knownRuns(
  grounds: TruckDay['grounds'],
  vehicle: Truck,
  fromMs: number,
  toMs: number,
): Array<Omit<Followed, 'drops'>> {
  const simulated = demoVehicles.find(({ plateNo }) => plateNo === vehicle.plateNo);
  if (!simulated) return [];
  const known = ({ spot }: Run['drops'][number] | Run['load']): boolean => {
    const ground = grounds.get(spot.name);
    return ground !== undefined && distanceM(ground.lng, ground.lat, spot.lng, spot.lat) <= rightM;
  };
  const trunk = simulated.duty.kind === 'trunk';
  return runsBetween(simulated, fromMs, toMs).flatMap((run) => {
    const drops = run.drops.filter(known);
    return known(run.load) && drops.length > 0 ? [{ vehicle, trunk, run: { ...run, drops } }] : [];
  });
}

/** The runs of a truck from a time on that loaded since and have calls that are over by now. */
export const pastKnownRuns = (
  { grounds, now }: TruckDay,
  vehicle: Truck,
  fromMs: number,
): Array<Omit<Followed, 'drops'>> =>
  knownRuns(grounds, vehicle, fromMs, now).filter(({ run }) => run.load.arriveAt > fromMs);

/** Runs that are over and left about `leavesAt`: of each vehicle in turn the one that comes nearest, with its last `count` stops, or from one site to another. */
export function* pastRuns(
  { now, grounds }: TruckDay,
  vehicles: readonly Truck[],
  { leavesAt, between, count }: { leavesAt: number; between: boolean; count: number },
): Generator<Followed> {
  for (const vehicle of vehicles) {
    const off = ({ run }: Omit<Followed, 'drops'>): number => Math.abs(run.load.leaveAt - leavesAt);
    const [best] = knownRuns(grounds, vehicle, leavesAt - beforeMs, Math.min(now, leavesAt + afterMs))
      // what began before the looked-at span may have been loaded elsewhere
      .filter(({ run }) => run.load.arriveAt > leavesAt - beforeMs)
      .map((one) => ({ ...one, drops: between ? siteDrop(one.run, 0) : dropsOf(one.run, now, count) }))
      .filter(({ drops }) => drops.length > 0 && drops.every(({ leaveAt }) => leaveAt <= now))
      .sort((a, b) => off(a) - off(b));
    if (best) yield best;
  }
}

/** Takes every seventh truck in turn, because trucks of one road or city have neighbouring numbers. */
export const mixRoads = (vehicles: readonly Truck[]): Truck[] =>
  Array.from({ length: 7 }, (_, k) => vehicles.filter((__, i) => i % 7 === k)).flat();

/** Whether there are enough runs for all stories, so that no further truck has to be simulated, which costs time. */
function areEnough(runs: ReadonlyArray<Omit<Followed, 'drops'>>, now: number): boolean {
  const road = runs.filter(({ run }) => run.load.leaveAt < now && run.drops.some(({ arriveAt }) => arriveAt > now));
  const next = runs.filter(({ run }) => run.load.leaveAt > now + soonMs);
  return (
    road.filter(({ trunk }) => !trunk).length >= 4 &&
    road.filter(({ run }) => siteDrop(run, now + settledMs).length > 0).length >= 4 &&
    next.filter(({ run }) => run.load.arriveAt <= now).length >= 5 &&
    next.length >= 12
  );
}

async function loadGrounds(trx: Trx): Promise<Map<string, Ground>> {
  const geocoder = await loadGeocoder();
  const { rows: stores } =
    await sql<Ground>`select p.id::text as "placeId", s.name, s.contact, coalesce(s.phone, '') as phone,
      case when s.province = s.city then '' else s.province end || s.city || s.district as area,
        case when starts_with(s.address, s.district) then substr(s.address, length(s.district) + 1) else s.address end as address, g.lng, g.lat
    from store s join place p on p.id = s.place_id join place_shape g on g.place_id = p.id and upper_inf(g.during)
    where s.client_id = ${clientId} and s.deleted_at is null`.execute(trx);
  const { rows: sites } = await sql<
    Pick<Ground, 'placeId' | 'name' | 'lng' | 'lat'>
  >`select p.id::text as "placeId", p.name, g.lng, g.lat
    from place p join place_shape g on g.place_id = p.id and upper_inf(g.during)
    where p.client_id = ${clientId} and p.kind = 'site' and p.deleted_at is null and p.source <> ${placeSource.store}
      and p.place_type in (${placeType.distributionCentre}, ${placeType.warehouse}, ${placeType.store})`.execute(trx);
  const own = sites.map((site): Ground => {
    const found = geocoder.placeOf(site.lng, site.lat);
    const { province = '', city = '', district = '' } = found ?? {};
    return {
      ...site,
      contact: '收货组',
      phone: `1390022${String(6000 + Number(site.placeId))}`,
      area: `${province === city ? '' : province}${city}${district}`,
      address: site.name,
    };
  });
  return new Map([...stores, ...own].map((ground) => [ground.name, ground]));
}

/**
 * Runs that a trip can follow, best first: those that leave about when its story does, on trunk roads or city rounds as the story asks. `between`: a
 * trunk load from one site to another. `count`: largest number of stops; a trip on the road has at least one ahead.
 */
export function runsFor(
  { now, runs }: TruckDay,
  wish: { phase: Exclude<Phase, 'over'>; leavesAt: number; between: boolean; trunk: boolean; count: number },
): Followed[] {
  const soonThere = (run: Run): boolean =>
    wish.between && wish.phase === 'road' && siteDrop(run, now + settledMs).length === 0;
  const off = ({ run, trunk }: Omit<Followed, 'drops'>): number =>
    Math.abs(run.load.leaveAt - wish.leavesAt) + (trunk === wish.trunk ? 0 : 3 * hourMs) + (soonThere(run) ? dayMs : 0);
  return runs
    .filter(({ run: { load } }) => {
      if (wish.phase === 'road') return load.leaveAt <= now - soonMs;
      return (
        load.leaveAt > now + soonMs &&
        Math.abs(load.leaveAt - wish.leavesAt) < farMs &&
        (wish.phase === 'later' || load.arriveAt <= now)
      );
    })
    .map((one) => ({ ...one, drops: wish.between ? siteDrop(one.run, now) : dropsOf(one.run, now, wish.count) }))
    .filter(({ drops }) => drops.some(({ arriveAt }) => arriveAt > now + soonMs))
    .sort((a, b) => off(a) - off(b));
}

/** The other end of a trunk road, when the truck gets there after `now`. */
function siteDrop({ load, drops }: Omit<Run, 'backAt'>, now: number): Run['drops'] {
  const last = drops.at(-1);
  return last?.spot.hub && last.spot !== load.spot && last.arriveAt > now ? [last] : [];
}

/** Stops of a trip: those where the truck goes next and the last ones that it has left, without the one where it stands now. */
function dropsOf({ drops }: Run, now: number, count: number): Run['drops'] {
  const past = drops.filter(({ leaveAt }) => leaveAt <= now);
  const ahead = drops.filter(({ arriveAt }) => arriveAt > now + soonMs);
  const next = ahead.slice(0, Math.max(1, past.length > 0 ? count - 1 : count));
  const before = count - next.length;
  return [...(before > 0 ? past.slice(-before) : []), ...next];
}

/** The trip with no more stops than it has orders. */
export const takeStops = ({ now }: Pick<TruckDay, 'now'>, one: Followed, between: boolean, orders: number): Followed =>
  between || orders >= one.drops.length ? one : { ...one, drops: dropsOf(one.run, now, Math.max(1, orders)) };

/** The two sites of a trunk load; null for a trip to receivers. */
export function wayOf({ grounds }: TruckDay, { run, drops }: Followed, between: boolean): Way | 'unknown' {
  if (!between) return null;
  const [from, to] = [grounds.get(run.load.spot.name), grounds.get(drops[0]?.spot.name ?? '')];
  return from && to ? { from: siteOf(from), to: siteOf(to) } : 'unknown';
}

const siteOf = ({ placeId, name, lng, lat }: Ground): Site => ({ placeId, name, lng, lat });

const roundDegrees = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Rewrites orders to fit this truck: loaded where it loads, for receivers where it calls. */
export function addressOrders(
  day: TruckDay,
  trip: Followed,
  between: boolean,
  orders: readonly DemoOrder[],
): DemoOrder[] {
  const { grounds } = day;
  const { run, drops: stops } = takeStops(day, trip, between, orders.length);
  const from = grounds.get(run.load.spot.name);
  return orders.map((order, i) => {
    const drop = stops[Math.floor((i * stops.length) / orders.length)];
    const site = grounds.get(drop?.spot.name ?? '');
    // goods of a trunk load go on to the customer's warehouse beside the site
    const to = between ? grounds.get(`${site?.name.replace(/冷库$|配送中心$/u, '')}客户仓`) : site;
    if (!from || !drop || !to) return order;
    const at = between ? to : drop.spot;
    return {
      ...order,
      shipArea: from.area,
      shipAddress: from.address,
      shipLng: roundDegrees(run.load.spot.lng),
      shipLat: roundDegrees(run.load.spot.lat),
      receiver: to.name.slice(0, 20),
      receivePhone: to.phone,
      receiveArea: to.area,
      receiveAddress: to.address,
      receiveLng: roundDegrees(at.lng),
      receiveLat: roundDegrees(at.lat),
      unloadMin: Math.max(10, Math.ceil((drop.leaveAt - drop.arriveAt) / roundMs) * 5),
    };
  });
}

/** Minutes by which the plans of the trips differ from what the trucks do. */
const offsMin = [5, 0, 10, -5];

/**
 * Times of a trip's stops, the loading place first. Real times are those of the truck, planned ones differ a little. `lateMin`: the next receiver
 * wanted the goods so much earlier. `departAt`: a planned departure that has passed already.
 */
export function timesOf(
  { now }: Pick<TruckDay, 'now'>,
  { run: { load }, drops }: Pick<Followed, 'run' | 'drops'>,
  { no, lateMin, departAt }: { no: number; lateMin: number | null; departAt: number | null },
): StopTime[] {
  const down = (ms: number): number => Math.floor(ms / roundMs) * roundMs;
  const left = load.leaveAt <= now;
  const early = left ? (offsMin[no % offsMin.length] ?? 0) * minuteMs : 0;
  const planned = departAt ?? down(load.leaveAt - Math.max(0, early));
  const shift = departAt === null ? early : load.leaveAt - departAt;
  const next = drops.findIndex(({ arriveAt }) => arriveAt > now);
  const stops = drops.map(({ arriveAt, leaveAt }, i): StopTime => {
    const arrive = down(arriveAt - shift);
    // an estimate from further away may be wrong by more
    const allowed = 2 * hourMs + 0.35 * Math.max(0, arriveAt - Math.max(now, load.leaveAt));
    return {
      arrive,
      leave: arrive + (leaveAt - arriveAt),
      due: lateMin !== null && i === next ? down(arriveAt) - lateMin * minuteMs : down(arrive + allowed),
      real: leaveAt <= now ? { arrive: arriveAt, leave: leaveAt } : null,
    };
  });
  const came = Math.max(load.arriveAt, load.leaveAt - hourMs);
  return [
    { arrive: planned, leave: planned, due: planned, real: left ? { arrive: came, leave: load.leaveAt } : null },
    ...stops,
  ];
}
