import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime } from '../../core/page';
import { menus } from '../../shell/menus';
import { orderCode } from '../order/calls';
import { waybillCode } from '../waybill/shapes';

const text = z.string();
const numeric = z.number().nullable();
const span = z.object({ startTime: dateTime, endTime: dateTime });

/** Temperature figures of one order on one truck, in minutes and ℃. */
const legFigures = z.object({
  orderCode: text,
  waybillCode: text,
  plateNo: text,
  fromName: text,
  toName: text,
  startTime: dateTime,
  endTime: dateTime,
  /** the goods are on the truck now: the figures grow */
  running: z.boolean(),
  lower: numeric,
  upper: numeric,
  rate: numeric,
  coverage: numeric,
  longestMin: z.number(),
  qualified: z.boolean().nullable(),
  inMin: z.number(),
  outMin: z.number(),
  noneMin: z.number(),
  minTemp: numeric,
  maxTemp: numeric,
  avgTemp: numeric,
  mktTemp: numeric,
  /** what the compartment last said before the goods were handed over; null without a recent reading */
  endTemp: numeric,
  overs: z.array(span.extend({ peakTemp: z.number() })),
  /** open doors at a stop and the grace time after them, which count neither for nor against the goods */
  excluded: z.array(span),
});
/** Readings of a truck's probes while it carried the goods. */
const curve = z.object({
  waybillCode: text,
  vehicleId: text,
  plateNo: text,
  startTime: dateTime,
  endTime: dateTime,
  /** names of the probes by channel */
  probes: z.array(text),
  points: z.array(z.object({ time: dateTime, temps: z.array(numeric) })),
});
const temperatureOut = z.object({
  /** of the order as a whole; null for a waybill */
  total: z
    .object({ rate: numeric, coverage: numeric, longestMin: z.number(), qualified: z.boolean().nullable() })
    .nullable(),
  legs: z.array(legFigures),
  curves: z.array(curve),
});
export type TripTemperature = z.infer<typeof temperatureOut>;
export type LegFigures = TripTemperature['legs'][number];
export type TripCurve = TripTemperature['curves'][number];

const orders = { menu: [menus.customerOrder.id] } as const;
/** Who has a page of trips in front of him: tasks, 配载单, 提单, departures or arrivals. */
export const tripReaders = {
  menu: [
    menus.transportTask.id,
    menus.waybillStowage.id,
    menus.billOfLading.id,
    menus.departureManage.id,
    menus.arrivalManage.id,
  ],
} as const;

export const orderTemperature = endpoint({
  path: '/api/tms/tracking/orderTemperature',
  access: orders,
  title: '订单在途温度',
  input: z.object({ orderCode }),
  output: temperatureOut,
});
export const waybillTemperature = endpoint({
  path: '/api/tms/tracking/waybillTemperature',
  access: tripReaders,
  title: '运单在途温度',
  input: z.object({ waybillCode }),
  output: temperatureOut,
});
