import type { EnumCode } from '../../core/enum';
import { type ConflictPair, tidyPairs } from '../../resources/item-name/conflicts';
import type { orderStatus } from '../enums';
import type { waybillKind } from './enums';
import { planned, type StopPlan } from './stop-plan';
import { assembleTrip, type Site, type Trip, type TripOrder } from './stow/assemble';
import { loadingOrder } from './stow/loads';
import { limitedBy, type TruckLimit } from './stow/restrict';
import { barredBy, checkStowage, type StowDriver, type StowResult, type StowVehicle, stowDefaults } from './stow/rules';
import { timetable } from './timetable';

/** An order that waits, with what only stowage asks of it. */
export interface WaitingOrder extends TripOrder {
  orderStatus: EnumCode<typeof orderStatus>;
  /** the live waybill that has it already, other than the one being filled */
  takenBy: string | null;
  conflictGroups: readonly string[];
  /** pallet places that it takes; null when unknown */
  pallets: number | null;
  /** which vehicles the store takes where it is delivered (4.2米以下); empty or absent without a rule */
  vehicleLimit?: string;
  /** 限行区 around the shipper and around the receiver */
  shipLimits?: readonly TruckLimit[];
  receiveLimits?: readonly TruckLimit[];
  /** groups that its goods never share a vehicle with */
  conflictsWith?: readonly string[];
}

/** What a dispatcher puts together: a vehicle, a departure and orders in the sequence of their unloading. */
export interface Load {
  kind: EnumCode<typeof waybillKind>;
  from: Site | null;
  to: Site | null;
  vehicle: StowVehicle;
  driver: StowDriver | null;
  departAt: number;
  /** when it must be over, if the dispatcher says so; the timetable decides otherwise */
  arriveAt: number | null;
  orders: readonly WaitingOrder[];
  /** windows and minutes that somebody entered over what the orders say */
  stopPlans?: readonly StopPlan[] | undefined;
  /** 返程点: where the vehicle goes when it is empty */
  returnTo?: Site | null | undefined;
}

export interface Judgement extends StowResult, Trip {
  times: Array<{ arrive: number; leave: number }>;
  arriveAt: number;
  /** when it is at its 返程点; null without one */
  returnAt: number | null;
  /** with the way to the 返程点 */
  distanceM: number;
  /** 1 goes in first, by order */
  loadSeq: Map<string, number>;
  /** what the cooling is set to; null without cold goods or where compartments differ */
  setTemp: number | null;
}

/** Pairs of groups that exclude each other among the goods of a load, each once. */
export function conflictsIn(orders: readonly WaitingOrder[]): ConflictPair[] {
  return tidyPairs(
    orders.flatMap(({ conflictGroups, conflictsWith = [] }) =>
      conflictGroups.flatMap((one) => conflictsWith.map((other): ConflictPair => [one, other])),
    ),
  ).filter(([one, other]) =>
    [one, other].every((group) => orders.some((order) => order.conflictGroups.includes(group))),
  );
}

/**
 * Why the vehicle may not serve a stop: a store there takes other vehicles only, or the stop lies in a 限行区 while the vehicle is there. Stores'
 * rules are asked where goods are delivered; sites of the company take all vehicles.
 */
function restrictionsAt(
  stop: Trip['stops'][number],
  { arrive, leave }: { arrive: number; leave: number },
  load: Load,
  legs: ReadonlyMap<string, Trip['legs'][number]>,
): string[] {
  const barred: string[] = [];
  const limits = new Map<string, TruckLimit>();
  const put = (found: readonly TruckLimit[] = []): void => {
    for (const one of found) limits.set(one.name, one);
  };
  for (const site of [load.from, load.to]) if (site && site.placeId === stop.placeId) put(site.limits);
  for (const { orderCode, vehicleLimit, shipLimits, receiveLimits, site } of load.orders) {
    const leg = legs.get(orderCode);
    if (leg?.toSeq === stop.seq && !load.to) {
      const reason = vehicleLimit ? barredBy(vehicleLimit, load.vehicle) : null;
      if (reason && barred.length === 0) barred.push(reason);
      put(receiveLimits);
    }
    if (leg?.fromSeq === stop.seq) put(site ? site.limits : stop.placeId === null ? shipLimits : []);
  }
  const limited = limitedBy([...limits.values()], load.vehicle, arrive, leave);
  return limited ? [...barred, limited] : barred;
}

/**
 * The whole look at a load, one function for the board, the server and later the solver: stops and legs from the orders, times along them, every
 * check of transport.md 4.3, places in the box and the order of loading.
 */
export function judgeLoad(load: Load, metres: Parameters<typeof timetable>[2]): Judgement {
  const trip = planned(assembleTrip(load, load.orders), load.stopPlans ?? []);
  const { returnTo } = load;
  const back = returnTo ? [{ lng: returnTo.lng, lat: returnTo.lat, windowStart: null, serviceMin: 0 }] : [];
  const plan = timetable([...trip.stops, ...back], load.departAt, metres);
  const times = plan.times.slice(0, trip.stops.length);
  const emptyAt = times.at(-1)?.leave ?? load.departAt;
  const arriveAt = Math.max(load.arriveAt ?? 0, emptyAt);
  const way = (plan.times[trip.stops.length]?.arrive ?? emptyAt) - emptyAt;
  const returnAt = returnTo ? arriveAt + way : null;
  const legs = new Map(trip.legs.map((leg) => [leg.orderCode, leg]));
  const result = checkStowage({
    vehicle: load.vehicle,
    driver: load.driver,
    orders: load.orders.map((order) => ({
      ...order,
      fromSeq: legs.get(order.orderCode)?.fromSeq ?? 1,
      toSeq: legs.get(order.orderCode)?.toSeq ?? 1,
      onHandHere: order.site !== null,
    })),
    stops: trip.stops.map((stop, i) => ({
      ...stop,
      etaTime: times[i]?.arrive ?? null,
      restrictions: restrictionsAt(stop, times[i] ?? { arrive: load.departAt, leave: load.departAt }, load, legs),
    })),
    departTime: load.departAt,
    arriveTime: returnAt ?? arriveAt,
    driveMin: plan.driveMin,
    workMin: plan.workMin,
    conflicts: conflictsIn(load.orders),
    settings: stowDefaults,
  });
  const placed = trip.legs.map((leg) => ({ ...leg, compartmentNo: result.box?.byOrder.get(leg.orderCode) ?? 1 }));
  const setpoints = [...(result.box?.setpoints.values() ?? [])].filter((c) => c !== null);
  return {
    ...result,
    ...trip,
    times,
    arriveAt,
    returnAt,
    distanceM: plan.distanceM,
    loadSeq: loadingOrder(placed),
    setTemp: new Set(setpoints).size === 1 ? (setpoints[0] ?? null) : null,
  };
}
