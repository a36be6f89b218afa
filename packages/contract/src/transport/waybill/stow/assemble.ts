import { dayMin } from '../../../core/durations';
import type { EnumCode } from '../../../core/enum';
import { deliveryMode, legType, stopType, waybillKind } from '../enums';
import type { BoxLoad } from './compartments';
import type { TruckLimit } from './restrict';

/** A site that trips run between. */
export interface Site {
  placeId: string;
  name: string;
  lng: number | null;
  lat: number | null;
  /** 限行区 around the site */
  limits?: TruckLimit[] | undefined;
}

/** Where goods lie: a site, or a point on the road where they change vehicles (`placeId` null). */
export interface GoodsPlace extends Omit<Site, 'placeId'> {
  placeId: string | null;
}

/** An order in the shape that stowage needs. Times epoch ms. */
export interface TripOrder extends BoxLoad {
  pieces: number;
  weightKg: number;
  customerName: string;
  shipper: string;
  shipPhone: string;
  shipArea: string;
  shipAddress: string;
  shipLng: number | null;
  shipLat: number | null;
  receiver: string;
  receivePhone: string;
  receiveArea: string;
  receiveAddress: string;
  receiveLng: number | null;
  receiveLat: number | null;
  arriveFrom: number | null;
  arriveTo: number;
  unloadMin: number | null;
  deliveryMode: EnumCode<typeof deliveryMode>;
  /** where the goods lie now; null: with the shipper */
  site: GoodsPlace | null;
}

export interface TripStop {
  seq: number;
  stopType: EnumCode<typeof stopType>;
  placeId: string | null;
  name: string;
  address: string;
  contact: string;
  phone: string;
  lng: number | null;
  lat: number | null;
  windowStart: number | null;
  windowEnd: number | null;
  serviceMin: number;
}

export interface TripLeg {
  orderCode: string;
  fromSeq: number;
  toSeq: number;
  legType: EnumCode<typeof legType>;
  /** ends where the order is delivered */
  final: boolean;
}

export interface Trip {
  stops: TripStop[];
  legs: TripLeg[];
}

/** Minutes of stay at a stop whose orders say nothing else. */
export const usualServiceMin = 30;
/** Minutes that each further order adds to the stay. */
export const furtherServiceMin = 5;

interface Ends {
  kind: EnumCode<typeof waybillKind>;
  /** where goods are loaded that lie at no site; null: with their shippers */
  from: Site | null;
  /** where everything is unloaded; null: at the receivers */
  to: Site | null;
}

/**
 * Makes the stops and legs of a trip from its orders: first every place of loading, in the sequence of its first goods, then every place of unloading
 * in the given sequence, which is the dispatcher's. Goods of one address share a stop. Source: transport.md A4.
 */
export function assembleTrip({ kind, from, to }: Ends, orders: readonly TripOrder[]): Trip {
  const loading = new Map<string, TripStop>();
  const unloading = new Map<string, TripStop>();
  const picking = kind === waybillKind.billOfLading;
  const ends = orders.map((order) => {
    const load = addToStop(loading, pickPoint(order, picking ? null : from), stopType.load, order, picking);
    const unload = addToStop(unloading, to ? siteStop(to) : dropPoint(order), stopType.unload, order, !picking);
    return { order, load, unload };
  });
  const start = picking ? (from ?? to) : null;
  const stops = [...(start ? [yardStop(start)] : []), ...loading.values(), ...unloading.values()];
  stops.forEach((stop, i) => {
    stop.seq = i + 1;
  });
  const legs = ends.map(({ order, load, unload }) => ({
    orderCode: order.orderCode,
    fromSeq: load.seq,
    toSeq: unload.seq,
    legType: legTypeOf(kind),
    final: kind !== waybillKind.billOfLading && (to === null || order.deliveryMode === deliveryMode.collected),
  }));
  return { stops, legs };
}

/** First stop of a pick-up trip, which is a loop: it leaves a site empty and comes back to one. */
function yardStop(site: Site): TripStop {
  const { key: _, ...point } = siteStop(site);
  return { ...point, seq: 0, stopType: stopType.pass, windowStart: null, windowEnd: null, serviceMin: 0 };
}

function legTypeOf(kind: Ends['kind']): TripLeg['legType'] {
  if (kind === waybillKind.billOfLading) return legType.pickUp;
  return kind === waybillKind.stowage ? legType.trunk : legType.delivery;
}

type Point = Omit<TripStop, 'seq' | 'stopType' | 'windowStart' | 'windowEnd' | 'serviceMin'> & { key: string };

const siteStop = ({ placeId, name, lng, lat }: GoodsPlace): Point => ({
  key: `site ${placeId ?? name}`,
  placeId,
  name,
  address: '',
  contact: '',
  phone: '',
  lng,
  lat,
});

function pickPoint(order: TripOrder, from: Site | null): Point {
  const site = order.site ?? from;
  if (site) return siteStop(site);
  return {
    key: `${order.shipArea} ${order.shipAddress}`,
    placeId: null,
    name: order.customerName,
    address: `${order.shipArea}${order.shipAddress}`,
    contact: order.shipper,
    phone: order.shipPhone,
    lng: order.shipLng,
    lat: order.shipLat,
  };
}

const dropPoint = (order: TripOrder): Point => ({
  key: `${order.receiver} ${order.receiveArea} ${order.receiveAddress}`,
  placeId: null,
  name: order.receiver,
  address: `${order.receiveArea}${order.receiveAddress}`,
  contact: order.receiver,
  phone: order.receivePhone,
  lng: order.receiveLng,
  lat: order.receiveLat,
});

/** Adds an order to its stop: the window narrows to what all orders allow, the stay grows. `timed`: the order's window belongs to this stop. */
function addToStop(
  stops: Map<string, TripStop>,
  { key, ...point }: Point,
  type: TripStop['stopType'],
  order: TripOrder,
  timed: boolean,
) {
  const there = stops.get(key);
  const unload = type === stopType.unload && point.placeId === null;
  const start = timed && point.placeId === null ? order.arriveFrom : null;
  const end = timed && (type === stopType.unload || point.placeId === null) ? order.arriveTo : null;
  const service = (unload ? order.unloadMin : null) ?? usualServiceMin;
  if (there) {
    there.windowStart = latestOf(there.windowStart, start);
    there.windowEnd = earliestOf(there.windowEnd, end);
    there.serviceMin = Math.min(dayMin, Math.max(there.serviceMin + furtherServiceMin, service));
    return there;
  }
  const stop: TripStop = {
    ...point,
    seq: 0,
    stopType: type,
    windowStart: start,
    windowEnd: end,
    serviceMin: service,
  };
  stops.set(key, stop);
  return stop;
}

const latestOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
const earliestOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
