import { minuteMs } from '../../../core/durations';
import { stopType } from '../enums';
import { conflictsIn, lateRuleOf, type WaitingOrder } from '../judge';
import type { TripStop } from '../stow/assemble';
import { usualServiceMin } from '../stow/assemble';
import { limitReasonOf } from '../stow/restrict';
import { checkStowage, type StowDriver, type StowResult, type StowVehicle, stowDefaults } from '../stow/rules';
import { timetableOf } from '../timetable';

/** A stop of a trip on the road. */
interface RunningStop extends TripStop {
  /** the truck has reached the stop, so that no new stop is put before it */
  reached: boolean;
}

/** Goods of the trip, on board or still to be fetched. Goods on board stay in their compartment. */
interface RunningLeg {
  order: WaitingOrder;
  fromSeq: number;
  toSeq: number;
}

export interface RunningTrip {
  vehicle: StowVehicle;
  driver: StowDriver | null;
  /** epoch ms: the present moment, at which the truck goes on from `here`; `departedAt`: when it left */
  now: number;
  departedAt: number;
  here: { lng: number; lat: number } | null;
  stops: readonly RunningStop[];
  legs: readonly RunningLeg[];
}

/** A stop at its new place in the trip; `was` is its former number, null for a new stop. */
interface PlannedStop extends RunningStop {
  was: number | null;
  /** expected arrival, reckoned from where the truck is now; null where it has been */
  arrive: number | null;
  leave: number | null;
  /** how much later than without the new stops, ms */
  laterMs: number;
}

export interface EnroutePlan extends StowResult {
  stops: PlannedStop[];
  /** number of the stop where each new order is fetched, by order number */
  fetchAt: Map<string, number>;
  arriveAt: number;
  /** what the new stops add: metres to the way, ms to the end of the trip */
  addedM: number;
  addedMs: number;
}

type Metres = Parameters<typeof timetableOf>[2];
const sharedStayMin = 5;

const addressOf = (order: WaitingOrder): string => `${order.shipArea}${order.shipAddress}`;

const pointOf = (order: WaitingOrder): RunningStop => ({
  seq: 0,
  stopType: stopType.load,
  placeId: null,
  name: order.customerName,
  address: addressOf(order),
  contact: order.shipper,
  phone: order.shipPhone,
  lng: order.shipLng,
  lat: order.shipLat,
  windowStart: order.arriveFrom,
  windowEnd: order.arriveTo,
  serviceMin: usualServiceMin,
  reached: false,
});

const narrowerBound = (a: number | null, b: number | null, pick: (a: number, b: number) => number): number | null =>
  a === null || b === null ? (a ?? b) : pick(a, b);

/** Finds where a new stop lengthens the way least: after all reached stops and before the last stop, where everything is unloaded. */
function cheapestPlace(
  stops: readonly RunningStop[],
  point: RunningStop,
  here: RunningTrip['here'],
  metres: Metres,
): number {
  const first = stops.findLastIndex((stop) => stop.reached) + 1;
  const last = stops.length - 1;
  const far = (a: { lng: number | null; lat: number | null } | null, b: RunningStop): number =>
    a === null || a.lng === null || a.lat === null || b.lng === null || b.lat === null
      ? 0
      : metres(a.lng, a.lat, b.lng, b.lat);
  if (point.lng === null || point.lat === null) return last;
  let best = last;
  let least = Number.POSITIVE_INFINITY;
  for (let i = first; i <= last; i++) {
    const before = i === first ? (here ?? stops[i - 1] ?? null) : (stops[i - 1] ?? null);
    const after = stops[i];
    if (!after) continue;
    const detour = far(before, point) + far(point, after) - far(before, after);
    if (detour < least) {
      least = detour;
      best = i;
    }
  }
  return best;
}

interface Way {
  /** by stop, for the stops that are still to come; epoch ms */
  times: Map<RunningStop, { arrive: number; leave: number }>;
  distanceM: number;
  driveMin: number;
  workMin: number;
  end: number;
}

/** Reckons the times of the remaining stops from where the truck is now. */
function wayOf({ now, here }: RunningTrip, stops: readonly RunningStop[], metres: Metres): Way {
  const ahead = stops.filter((stop) => !stop.reached);
  const behind = stops.findLast((stop) => stop.reached);
  const start = { lng: here?.lng ?? behind?.lng ?? null, lat: here?.lat ?? behind?.lat ?? null };
  const plan = timetableOf([{ ...start, windowStart: null, serviceMin: 0 }, ...ahead], now, metres);
  const times = new Map(ahead.map((stop, i) => [stop, plan.times[i + 1] ?? { arrive: now, leave: now }]));
  return { ...plan, times, end: plan.times.at(-1)?.leave ?? now };
}

/**
 * Plans new pick-ups for a 提单 on the road (transport.md C2). A pick-up shares a remaining stop at its address or gets a stop of its own where that
 * lengthens the way least. The whole load, on board or still to be fetched, then passes the same checks as before a departure; goods on board stay in
 * their compartment.
 */
export function planEnroute(trip: RunningTrip, added: readonly WaitingOrder[], metres: Metres): EnroutePlan {
  const stops: RunningStop[] = trip.stops.map((stop) => ({ ...stop }));
  const before = wayOf(trip, stops, metres);
  const origin = new Map(stops.map((stop) => [stop, stop.seq]));
  const stays = new Map<string, RunningStop>();
  for (const order of added) {
    const point = pointOf(order);
    const there = stops.find(
      (stop) => !stop.reached && stop.stopType === stopType.load && stop.address === point.address,
    );
    if (there) {
      there.windowStart = narrowerBound(there.windowStart, point.windowStart, Math.max);
      there.windowEnd = narrowerBound(there.windowEnd, point.windowEnd, Math.min);
      there.serviceMin += sharedStayMin;
    } else stops.splice(cheapestPlace(stops, point, trip.here, metres), 0, point);
    stays.set(order.orderCode, there ?? point);
  }
  stops.forEach((stop, i) => {
    stop.seq = i + 1;
  });
  const after = wayOf(trip, stops, metres);
  const moved = new Map([...origin].map(([stop, seq]) => [seq, stop.seq]));
  const fetchAt = new Map([...stays].map(([code, stop]) => [code, stop.seq]));
  const last = stops.length;
  const goods = [
    ...trip.legs.map(({ order, fromSeq, toSeq }) => ({
      ...order,
      fromSeq: moved.get(fromSeq) ?? fromSeq,
      toSeq: moved.get(toSeq) ?? toSeq,
    })),
    ...added.map((order) => ({ ...order, fromSeq: fetchAt.get(order.orderCode) ?? last, toSeq: last })),
  ];
  const result = checkStowage({
    vehicle: trip.vehicle,
    driver: trip.driver,
    orders: goods.map((order) => ({ ...order, onHandHere: order.site !== null })),
    stops: stops.map((stop) => {
      const time = after.times.get(stop);
      const limits = added.find((order) => stays.get(order.orderCode) === stop)?.shipLimits ?? [];
      const limited = time && limitReasonOf(limits, trip.vehicle, time.arrive, time.leave);
      return { ...stop, etaTime: time?.arrive ?? null, restrictions: limited ? [limited] : [] };
    }),
    departTime: trip.now,
    arriveTime: after.end,
    driveMin: after.driveMin,
    workMin: after.workMin + Math.max(0, Math.round((trip.now - trip.departedAt) / minuteMs)),
    conflicts: conflictsIn(goods),
    // the truck is on the road: what is late is fetched and delivered all the same
    settings: { ...stowDefaults, ...lateRuleOf({ vehicle: trip.vehicle, lateAccepted: true }) },
  });
  return {
    ...result,
    stops: stops.map((stop) => {
      const time = after.times.get(stop);
      const was = before.times.get(stop);
      return {
        ...stop,
        was: origin.get(stop) ?? null,
        arrive: time?.arrive ?? null,
        leave: time?.leave ?? null,
        laterMs: time && was ? time.arrive - was.arrive : 0,
      };
    }),
    fetchAt,
    arriveAt: after.end,
    addedM: after.distanceM - before.distanceM,
    addedMs: after.end - before.end,
  };
}
