import type { EnumCode } from '../../core/enum';
import { type ConflictPair, tidyPairs } from '../../resources/item-name/conflicts';
import type { orderStatus } from '../enums';
import type { waybillKind } from './enums';
import { applyStopPlans, type StopPlan } from './stop-plan';
import { assembleTrip, type Site, type Trip, type TripOrder } from './stow/assemble';
import { loadingOrder } from './stow/loads';
import { limitReasonOf, type TruckLimit } from './stow/restrict';
import {
  barReasonOf,
  checkStowage,
  type StowDriver,
  type StowResult,
  type StowVehicle,
  stowDefaults,
} from './stow/rules';
import { timetableOf } from './timetable';

/** A waiting order with the facts that only stowage needs. */
export interface WaitingOrder extends TripOrder {
  orderStatus: EnumCode<typeof orderStatus>;
  /** another waybill that already carries the order; null when there is none */
  takenBy: string | null;
  conflictGroups: readonly string[];
  /** pallet places that it takes; null when unknown */
  pallets: number | null;
  /** 车型限制 of the receiving store (`4.2米以下`); empty or absent without one */
  vehicleLimit?: string;
  /** 限行区 around the shipper and around the receiver */
  shipLimits?: readonly TruckLimit[];
  receiveLimits?: readonly TruckLimit[];
  /** conflict groups that must not travel together with its goods */
  conflictsWith?: readonly string[];
}

/** What a dispatcher plans: a vehicle, a departure, and orders in the sequence of their unloading. */
export interface Load {
  kind: EnumCode<typeof waybillKind>;
  from: Site | null;
  to: Site | null;
  vehicle: StowVehicle;
  driver: StowDriver | null;
  departAt: number;
  /** planned end as the dispatcher wants it, epoch ms; null: as the timetable has it */
  arriveAt: number | null;
  orders: readonly WaitingOrder[];
  /** windows and stays that somebody entered for stops, in place of what the orders say */
  stopPlans?: readonly StopPlan[] | undefined;
  /** 返程点: the site that the vehicle goes to when it is empty */
  returnTo?: Site | null | undefined;
  /** its lateness was accepted with a reason (晚到放行) */
  lateAccepted?: boolean | undefined;
}

export interface Judgement extends StowResult, Trip {
  times: Array<{ arrive: number; leave: number }>;
  arriveAt: number;
  /** arrival at the 返程点, epoch ms; null without one */
  returnAt: number | null;
  /** m, including the way to the 返程点 */
  distanceM: number;
  /** loading order by order number; 1 is loaded first */
  loadSeq: Map<string, number>;
  /** set-point of the cooling, ℃; null without cold goods or where compartments differ */
  setTemp: number | null;
}

/** How much lateness a load may have: as much as the company of its vehicle accepts, or any when somebody accepted it with a reason. */
export const lateRuleOf = ({ vehicle, lateAccepted }: Pick<Load, 'vehicle' | 'lateAccepted'>) => ({
  lateToleranceMin: vehicle.lateToleranceMin ?? stowDefaults.lateToleranceMin,
  lateAccepted,
});

/** Pairs of conflict groups among the goods of a load, each pair once. */
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
 * Reasons why the vehicle may not serve a stop: the 车型限制 of a store there, or a 限行区 around the stop while the vehicle is there. The rules of
 * stores matter only where goods are delivered to a receiver; sites of the company take all vehicles.
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
      const reason = vehicleLimit ? barReasonOf(vehicleLimit, load.vehicle) : null;
      if (reason && barred.length === 0) barred.push(reason);
      put(receiveLimits);
    }
    if (leg?.fromSeq === stop.seq) put(site ? site.limits : stop.placeId === null ? shipLimits : []);
  }
  const limited = limitReasonOf([...limits.values()], load.vehicle, arrive, leave);
  return limited ? [...barred, limited] : barred;
}

/**
 * Judges a load as a whole, for the board and the server alike: makes stops and legs from the orders, reckons the times along them, runs every check
 * of transport.md 4.3, and plans compartments and loading order. `metres` is the straight distance of two points.
 */
export function judgeLoad(load: Load, metres: Parameters<typeof timetableOf>[2]): Judgement {
  const trip = applyStopPlans(assembleTrip(load, load.orders), load.stopPlans ?? []);
  const { returnTo } = load;
  const back = returnTo ? [{ lng: returnTo.lng, lat: returnTo.lat, windowStart: null, serviceMin: 0 }] : [];
  const plan = timetableOf([...trip.stops, ...back], load.departAt, metres);
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
    settings: { ...stowDefaults, ...lateRuleOf(load) },
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
