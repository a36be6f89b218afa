import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime } from '../../core/page';
import { menus } from '../../shell/menus';
import { lateState } from '../figures';
import { orderCode } from '../order/calls';
import { waybillCode } from '../waybill/shapes';
import { tripReaders } from './temperature';

/** Minutes of silence after which the page points out a truck on the road (transport.md 6). */
export const offlineHintMin = 30;

const numeric = z.number().nullable();
const time = dateTime.nullable();

/** What positions and sensors say about the truck of a waybill, beside what people entered. */
const liveOut = z.object({
  waybillCode: z.string(),
  vehicleId: z.string().nullable(),
  /** expected arrival at the next stop */
  etaTime: time,
  etaUpdateTime: time,
  delayMin: numeric,
  /** of the stop that is worst off of those to come: 0 in time, 1 expected late, 2 late */
  delayLevel: z.number(),
  /** coolerStatus of the dictionary; null: no cooling before this trip */
  coolerStatus: numeric,
  coolerTime: time,
  /** 疑似已发车: when the truck left the loading place while nobody entered a departure */
  suspectDepartTime: time,
  /** from departure to the end of the trip, or now */
  startTime: time,
  endTime: time,
  /** alarms of the vehicle from `startTime` to `endTime` */
  alarmCount: z.number(),
  /** doors opened on the road, away from every stop and site, newest first */
  doors: z.array(z.object({ door: z.number(), startTime: dateTime, endTime: time })),
  /** minutes since the terminal of a running trip last reported; null below `offlineHintMin` */
  offlineMin: numeric,
  stops: z.array(
    z.object({
      seq: z.number(),
      etaTime: time,
      delayMin: numeric,
      outOfOrder: z.boolean(),
      /** when the truck reached the stop while nobody entered an arrival */
      suspectArriveTime: time,
    }),
  ),
});
export type TripLive = z.infer<typeof liveOut>;

export const tripLive = endpoint({
  path: '/api/tms/tracking/waybillLive',
  access: tripReaders,
  title: '运单在途情况',
  input: z.object({ waybillCode }),
  output: liveOut,
});

const orderLegOut = z.object({
  waybillCode: z.string(),
  waybillKind: z.number(),
  legType: z.number(),
  transportationStatus: z.number(),
  vehicleId: z.string().nullable(),
  plateNo: z.string(),
  driverName: z.string(),
  driverPhone: z.string(),
  fromName: z.string(),
  toName: z.string(),
  planDepartTime: dateTime,
  departTime: time,
  planArriveTime: time,
  arriveTime: time,
  etaTime: time,
  delayMin: numeric,
  late: lateState,
  planPieces: z.number(),
  loadPieces: z.number(),
  /** somebody counted `loadPieces` at the first stop */
  loadCounted: z.boolean(),
  unloadPieces: numeric,
  tempCompliance: numeric,
  tempCoverage: numeric,
  startTime: time,
  endTime: time,
});
export type OrderLeg = z.infer<typeof orderLegOut>;

export const orderLegs = endpoint({
  path: '/api/tms/tracking/orderLegs',
  access: { menu: menus.customerOrder.id },
  title: '订单运输段',
  input: z.object({ orderCode }),
  output: z.array(orderLegOut),
});

const place = z.object({ seq: z.number(), name: z.string(), lng: z.number(), lat: z.number() });
/** The way of an order: where each leg begins and ends, the way that its truck drove with the goods (thinned), and where the truck is now. */
export const orderWay = endpoint({
  path: '/api/tms/tracking/orderWay',
  access: { menu: [menus.customerOrder.id, menus.orderTracking.id] },
  title: '订单轨迹',
  input: z.object({ orderCode }),
  output: z.array(
    z.object({
      waybillCode: z.string(),
      plateNo: z.string(),
      stops: z.array(place),
      driven: z.array(z.tuple([z.number(), z.number()])),
      /** while the goods are aboard */
      live: z.object({ lng: z.number(), lat: z.number() }).nullable(),
    }),
  ),
});
export type OrderWay = z.infer<typeof orderWay.output>;
