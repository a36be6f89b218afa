import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import { type Judgement, judgeLoad, type WaitingOrder } from '@tongda/contract/transport/waybill/judge';
import { distanceM } from '@tongda/geo/distance';
import { demoVehicles, nightPlates } from '@tongda/simulator/fleet/demo';
import { demoStories } from '@tongda/simulator/fleet/stories';
import { dutyDayOf, dutyStartMs, weekdayOf } from '@tongda/simulator/world/calendar';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import {
  addressOrders,
  type Followed,
  loadTruckDay,
  mixRoads,
  nextRuns,
  type Phase,
  pastRuns,
  runsFor,
  type TruckDay,
  takeStops,
  timesOf,
  wayOf,
} from '../fleet/truck-trips';
import { demoClients } from '../people/users';
import { documentNumber } from './pick-up-parts';
import { findMeetings, type Meeting, writeReloading } from './reloading';
import { loadTrucks } from './trucks';
import { delaySomeOrders, loadWaitingOrders, poolSomeOrders } from './waiting';
import { type DemoOrder, type DemoTrip, type TripState, type Truck, type Way, writeTrip } from './waybill-rows';

const { id: clientId } = demoClients.cold;
/** Planned departures are rounded to steps of five minutes. */
const roundMs = 5 * minuteMs;

/** How far each demo trip has come when the demo begins; times in hours from now. */
const stories = [
  { departs: -52, state: 'done' },
  { departs: -49, state: 'done' },
  { departs: -31, state: 'done' },
  { departs: -28, state: 'done' },
  { departs: -27, state: 'done' },
  // signed today, also at an hour when nobody on the road has called at a receiver yet
  { departs: -12, state: 'done' },
  { departs: -3.5, state: 'road' },
  { departs: -2.5, state: 'road' },
  { departs: -2, state: 'road' },
  { departs: -1.2, state: 'road' },
  { departs: -0.6, state: 'road' },
  { departs: -0.4, state: 'late' },
  { departs: 1, state: 'loaded' },
  { departs: 2, state: 'stowed' },
  { departs: 3.5, state: 'stowed' },
  { departs: 5, state: 'stowing' },
] as const;
/** Trunk loads between the sites of the company. */
const trunks = [
  { departs: -30, state: 'done' },
  { departs: -20, state: 'done' },
  { departs: -1.5, state: 'road' },
  { departs: 1.5, state: 'loaded' },
  { departs: 4, state: 'stowed' },
  { departs: 6, state: 'stowing' },
] as const;
/** Trips to receivers of the last days, by when they left, hours from now: what the company carried before the demo begins. */
const pastDays = [-25, -30, -48, -54, -73, -78, -97, -102, -121, -145] as const;
/** Largest number of orders on each of them, and of trucks that are tried for it: each costs a simulation of its day. */
const pastOrders = 5;
const pastTries = 6;
/** Orders of the truck that stood beside the road. */
const roadsideOrders = 2;
/** Sequence in which trips get their trucks: those that need a truck at a certain place come first, as few trucks are right for them. */
const ranks: Readonly<Record<TripState, number>> = { road: 0, late: 1, loaded: 2, stowed: 3, stowing: 4, done: 5 };
/** Ms by which one trip should have left already. */
const overdueMs = 24 * minuteMs;
/** Number of the trip on the road that is late for its next receiver. */
const lateNo = 8;
const lateMin = 25;

interface Wish {
  departs: number;
  state: TripState;
  no: number;
  trunk: boolean;
}

/**
 * Writes waybills in every state on the demo trucks. All follow the simulated trucks, also those of days ago and those that are planned: they are loaded where
 * these load and go where these go. A trip without such a truck is left out. The trucks that work at night are left to the 提单.
 */
export async function seedWaybills(trx: Trx, now: Date): Promise<void> {
  const fleet = await loadTrucks(trx);
  const vehicles = fleet.filter(({ shared, plateNo }) => !shared && nightPlates.every((plate) => plate !== plateNo));
  const teller = new Teller(
    now,
    await loadWaitingOrders(trx),
    vehicles,
    await loadTruckDay(trx, vehicles, now),
    fleet.filter(({ carrierId }) => carrierId !== null),
  );
  const wishes: Wish[] = [
    ...stories.map((story, i) => ({ ...story, no: i + 1, trunk: false })),
    ...trunks.map((story, i) => ({ ...story, no: i + 1, trunk: true })),
  ];
  const trips = new Map<Wish, DemoTrip>();
  const rank = ({ state, trunk }: Wish) => ranks[state] - (trunk ? 0.5 : 0);
  const byRank = wishes.toSorted((a, b) => rank(a) - rank(b));
  const tell = (some: readonly Wish[]): void => {
    for (const wish of some) {
      const trip = teller.tell(wish);
      if (trip) trips.set(wish, trip);
    }
  };
  const onRoad = byRank.filter(({ state }) => state === 'road');
  const running = onRoad.filter(({ trunk }) => !trunk);
  // few trucks are between two sites for hours yet, more are on the way to some receiver
  tell(onRoad.filter(({ trunk }) => trunk));
  tell(running);
  const next = running.flatMap((wish, i) => {
    const trip = trips.get(wish);
    return (trip ? teller.tellNext(trip, stories.length + 3 + i) : null) ?? [];
  });
  tell(byRank.filter(({ state }) => state !== 'done' && state !== 'road'));
  // needs two trucks that met, which fewer do than make a trip
  const reloaded = teller.tellReloading(stories.length + 1);
  tell(byRank.filter(({ state }) => state === 'done'));
  const firstPast = stories.length + 3 + running.length;
  // before those of any truck, as it is one certain time of one truck
  const stood = teller.tellRoadside(firstPast + pastDays.length) ?? [];
  const past = [stood, pastDays.flatMap((departs, i) => teller.tellPast(departs, firstPast + i) ?? [])].flat();
  for (const wish of wishes) {
    const trip = trips.get(wish);
    if (trip) await writeTrip(trx, trip);
  }
  const day = wireTime(now, 'Asia/Shanghai').slice(0, 10);
  if (reloaded)
    await writeReloading(
      trx,
      await writeTrip(trx, reloaded.trip),
      reloaded.meeting,
      documentNumber('YS', day, stories.length + 2),
    );
  for (const trip of [...next, ...past]) await writeTrip(trx, trip);
  await poolSomeOrders(trx, now);
  await delaySomeOrders(trx, now);
  await trx
    .insertInto('code_counter')
    .values([
      { client_id: clientId, prefix: 'YS', day, last: firstPast + pastDays.length + 1 },
      { client_id: clientId, prefix: 'PZ', day, last: trunks.length },
    ])
    .execute();
}

const phases: Readonly<Record<TripState, Phase>> = {
  road: 'road',
  late: 'there',
  loaded: 'there',
  stowed: 'later',
  stowing: 'later',
  done: 'over',
};

/** Gives each story a truck and orders, none of them twice. */
class Teller {
  private readonly used = new Set<string>();
  /** when a truck is on a trip already, epoch ms; trucks whose trips became two are on one at all times */
  private readonly busy = new Map<string, Array<readonly [from: number, until: number]>>();
  /** carriers with a trip: each gets one before any gets a second */
  private readonly carriers = new Set<string | null>();

  constructor(
    private readonly now: Date,
    private readonly orders: DemoOrder[],
    private readonly vehicles: readonly Truck[],
    private readonly day: TruckDay,
    private readonly outsourced: readonly Truck[],
  ) {}

  tell(wish: Wish): DemoTrip | null {
    const trip = this.follow(wish);
    if (!trip) return null;
    this.used.add(trip.vehicle.id);
    this.carriers.add(trip.vehicle.carrierId);
    return this.begin(trip);
  }

  /** Takes the orders and the time of a trip. */
  private begin(trip: DemoTrip): DemoTrip {
    this.take(trip.orders);
    this.occupy(trip.vehicle, ...spanOf(trip));
    return trip;
  }
  private occupy({ id }: Truck, from: number, until: number): void {
    this.busy.set(id, [...(this.busy.get(id) ?? []), [from, until]]);
  }

  /** A finished trip of days ago on a truck that has another trip and was free then; null when none fits. */
  tellPast(departs: number, no: number): DemoTrip | null {
    const { now, day } = this;
    // trucks with trips of today, another one first each time: those without are wanted by pick-ups
    const known = mixRoads(this.vehicles.filter(({ id }) => this.used.has(id)));
    const first = (no * 5) % Math.max(1, known.length);
    const trucks = [...known.slice(first), ...known.slice(0, first)].slice(0, pastTries);
    const asked = { leavesAt: now.getTime() + departs * hourMs, between: false, count: pastOrders };
    for (const run of pastRuns(day, trucks, asked)) {
      const trip = this.pastTrip(run, no, pastOrders);
      if (trip) return this.begin(trip);
    }
    return null;
  }

  /** The newest trip on which a truck stood beside the road, as its story says; null when it had another trip at that time, or no orders fit. */
  tellRoadside(no: number): DemoTrip | null {
    const story = demoStories.find(({ kind }) => kind === 'roadside');
    const simulated = demoVehicles.find((one) => one.no === story?.vehicleNo);
    const truck = this.vehicles.find(({ plateNo }) => plateNo === simulated?.plateNo);
    if (!story || !simulated || !truck) return null;
    const { now, day } = this;
    const today = dutyDayOf(simulated, now.getTime());
    for (let duty = today; duty > today - 7; duty--) {
      if (!story.weekdays.includes(weekdayOf(duty))) continue;
      const asked = { leavesAt: dutyStartMs(simulated, duty), between: false, count: roadsideOrders };
      for (const run of pastRuns(day, [truck], asked)) {
        const trip = this.pastTrip(run, no, roadsideOrders);
        if (trip) return this.begin(trip);
      }
    }
    return null;
  }

  /** A finished trip that makes a run; null when no orders fit or the truck had another one at that time. */
  private pastTrip(run: Followed, no: number, count: number): DemoTrip | null {
    const { now, day } = this;
    const { vehicle } = run;
    const fitting = this.orders.filter(({ temperatureType: type }) => vehicle.temperatureTypes.includes(type));
    const taken = this.choose(run, fitting, count);
    if (!taken) return null;
    const stops = takeStops(day, run, false, taken.orders.length);
    const times = timesOf(day, stops, { no, lateMin: null, departAt: null });
    const trip: DemoTrip = { now, state: 'done', no, vehicle, way: null, ...taken, times };
    const [from, until] = spanOf(trip);
    const isBusy = this.busy.get(vehicle.id)?.some(([begin, end]) => begin < until && from < end) ?? false;
    return isBusy ? null : trip;
  }

  /** A trip that follows a truck of the simulation; null when none fits. */
  private follow({ departs, state, no, trunk }: Wish): DemoTrip | null {
    const { now, day } = this;
    const over = state === 'done';
    // carriers come first for finished trips, because their scores follow from these
    const theirs = over && !trunk && this.outsourced.some(({ id }) => !this.used.has(id));
    const count = theirs ? 2 : 3 + (no % 3);
    const leavesAt = state === 'late' ? now.getTime() + overdueMs : now.getTime() + departs * hourMs;
    for (const run of this.runs({ departs, state, no, trunk }, leavesAt, count)) {
      const { vehicle } = run;
      const way = wayOf(day, run, trunk);
      if (this.used.has(vehicle.id) || way === 'unknown') continue;
      const fitting = this.orders.filter(({ temperatureType: type }) => vehicle.temperatureTypes.includes(type));
      // the latest orders, which customers placed for today; the oldest for trips of days ago
      const taken = chooseOrders(vehicle, over ? fitting : fitting.toReversed(), run.run.load.leaveAt, {
        way,
        count,
        address: (kept) => addressOrders(day, run, trunk, kept),
      });
      if (!taken) continue;
      const departAt = state === 'late' ? Math.floor((now.getTime() - overdueMs) / roundMs) * roundMs : null;
      const times = timesOf(day, takeStops(day, run, trunk, taken.orders.length), {
        no,
        lateMin: no === lateNo && !trunk ? lateMin : null,
        departAt,
      });
      return { now, state, no, vehicle, way, ...taken, times };
    }
    return null;
  }

  /** The next trip of a truck that is on the road, which waits for the driver's answer; null when it does not leave again soon. */
  tellNext({ vehicle, times }: DemoTrip, no: number): DemoTrip | null {
    const { now, day } = this;
    const count = 2;
    const freeAt = (times.at(-1)?.leave ?? now.getTime()) + roundMs;
    const fitting = this.orders.filter(({ temperatureType: type }) => vehicle.temperatureTypes.includes(type));
    for (const run of nextRuns(day, vehicle, freeAt, count)) {
      const taken = this.choose(run, fitting.toReversed(), count);
      if (!taken) continue;
      const stops = takeStops(day, run, false, taken.orders.length);
      const planned = timesOf(day, stops, { no, lateMin: null, departAt: null });
      return this.begin({ now, state: 'stowed', no, vehicle, way: null, ...taken, times: planned });
    }
    return null;
  }

  private take(orders: readonly DemoOrder[]): void {
    const taken = new Set(orders.map(({ id }) => id));
    this.orders.splice(0, this.orders.length, ...this.orders.filter(({ id }) => !taken.has(id)));
  }

  /** A finished trip whose goods changed trucks on the way; null when no two trucks met. */
  tellReloading(no: number): { trip: DemoTrip; meeting: Meeting } | null {
    const { now, day } = this;
    const free = this.vehicles.filter(({ id }) => !this.used.has(id));
    for (const meeting of findMeetings(day, free)) {
      const { vehicle } = meeting.first;
      const run = { ...meeting.first, drops: meeting.first.run.drops.slice(0, 2) };
      const both = [vehicle, meeting.second];
      const fitting = this.orders.filter(({ temperatureType: type }) =>
        both.every(({ temperatureTypes }) => temperatureTypes.includes(type)),
      );
      const taken = this.choose(run, fitting, 3);
      if (!taken) continue;
      for (const truck of both) {
        this.used.add(truck.id);
        this.occupy(truck, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
      }
      this.take(taken.orders);
      const stops = takeStops(day, run, false, taken.orders.length);
      const times = timesOf(day, stops, { no, lateMin: null, departAt: null });
      return { trip: { now, state: 'done', no, vehicle, way: null, ...taken, times }, meeting };
    }
    return null;
  }

  /** Orders for a trip to receivers that makes this run. */
  private choose(run: Followed, fitting: readonly DemoOrder[], count: number) {
    return chooseOrders(run.vehicle, fitting, run.run.load.leaveAt, {
      way: null,
      count,
      address: (kept) => addressOrders(this.day, run, false, kept),
    });
  }

  /** Runs of trucks without a trip that the story could be, best first. */
  private runs({ state, no, trunk }: Wish, leavesAt: number, count: number): Iterable<Followed> {
    const phase = phases[state];
    if (phase !== 'over')
      return runsFor(this.day, { phase, leavesAt, between: trunk, trunk: trunk || no % 3 === 0, count });
    const again = ({ carrierId }: Truck): number => Number(this.carriers.has(carrierId));
    const theirs = trunk ? [] : this.outsourced.toSorted((a, b) => again(a) - again(b));
    const free = [...theirs, ...mixRoads(this.vehicles)].filter(({ id }) => !this.used.has(id));
    return pastRuns(this.day, free, { leavesAt, between: trunk, count });
  }
}

/** The time that a trip takes of its truck, by plan and in fact, epoch ms. */
function spanOf({ times }: DemoTrip): [from: number, until: number] {
  const all = times.flatMap(({ arrive, leave, real }) => [arrive, leave, ...(real ? [real.arrive, real.leave] : [])]);
  return [Math.min(...all), Math.max(...all)];
}

const judgeOf = (vehicle: Truck, orders: readonly DemoOrder[], departAt: number, way: Way): Judgement =>
  judgeLoad(
    {
      kind: way ? waybillKind.stowage : waybillKind.transportTask,
      from: way?.from ?? null,
      to: way?.to ?? null,
      vehicle,
      driver: null,
      departAt,
      arriveAt: null,
      // arrival windows are ignored here, so that a demo trip of yesterday is late for none of its orders
      orders: orders.map((order): WaitingOrder => ({ ...order, arriveTo: departAt + 48 * hourMs })),
    },
    distanceM,
  );

interface Choice {
  way: Way;
  count: number;
  /** rewrites where the chosen orders are loaded and delivered */
  address(orders: readonly DemoOrder[]): readonly DemoOrder[];
}

/** Chooses orders of one shipper that fit on the truck together: those of the first shipper with two that fit. */
function chooseOrders(vehicle: Truck, orders: readonly DemoOrder[], departAt: number, { way, count, address }: Choice) {
  for (const shipper of new Set(orders.map((order) => order.shipAddress))) {
    let kept: DemoOrder[] = [];
    for (const order of orders) {
      if (kept.length === count) break;
      if (order.shipAddress !== shipper) continue;
      const more = [...kept, order];
      if (judgeOf(vehicle, address(more), departAt, way).possible) kept = more;
    }
    const chosen = [...address(kept)];
    if (chosen.length > 1) return { orders: chosen, judged: judgeOf(vehicle, chosen, departAt, way) };
  }
  return null;
}
