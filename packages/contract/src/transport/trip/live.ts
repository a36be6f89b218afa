import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime } from '../../core/page';
import { menus } from '../../shell/menus';
import { orderCode } from '../order/calls';
import { waybillCode } from '../waybill/shapes';
import { tripReaders } from './temperature';

/** A truck on the road that is silent for so long is asked about, minutes (transport.md 6). */
export const offlineHintMin = 30;

const numeric = z.number().nullable();
const time = dateTime.nullable();

/** What the truck of a waybill does, beside what people noted. */
const liveOut = z.object({
  waybillCode: z.string(),
  vehicleId: z.string().nullable(),
  /** next stop */
  etaTime: time,
  etaUpdateTime: time,
  delayMin: numeric,
  /** 0 in time, 1 expected late, 2 late */
  delayLevel: z.number(),
  /** coolerStatus of the dictionary; null: no cooling before this trip */
  coolerStatus: numeric,
  coolerTime: time,
  /** the truck left the loading place and nobody noted a departure (疑似已发车) */
  suspectDepartTime: time,
  /** from departure to the end of the trip, or now */
  startTime: time,
  endTime: time,
  /** alarms of the vehicle in that time */
  alarmCount: z.number(),
  /** doors that stood open on the road, away from every stop and site, the newest first */
  doors: z.array(z.object({ door: z.number(), startTime: dateTime, endTime: time })),
  /** minutes that a running trip's terminal is silent; null while it was heard within `offlineHintMin` */
  offlineMin: numeric,
  stops: z.array(
    z.object({
      seq: z.number(),
      etaTime: time,
      delayMin: numeric,
      outOfOrder: z.boolean(),
      /** the truck is or was there and nobody noted it */
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
  planPieces: z.number(),
  loadPieces: z.number(),
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
