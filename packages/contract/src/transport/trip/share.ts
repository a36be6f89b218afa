import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime } from '../../core/page';
import { shareCalls } from '../../core/share';
import { button } from '../../shell/rights';
import { orderCode } from '../order/calls';

const text = z.string();
const numeric = z.number().nullable();
const time = dateTime.nullable();

/** Links that show one order to people without an account. */
export const {
  make: shareCreate,
  list: shareList,
  revoke: shareRevoke,
} = shareCalls({
  base: '/api/tms/tracking',
  access: button('customerOrder', 'share'),
  noun: '订单',
  one: { orderCode },
  revoking: 'write',
});

const point = z.object({ lng: z.number(), lat: z.number() });
const sharedStop = z.object({
  name: text,
  /** 1 loaded here, 2 delivered here */
  stopType: z.number(),
  place: point.nullable(),
  planTime: time,
  arriveTime: time,
  leaveTime: time,
  etaTime: time,
});
export const shareView = endpoint({
  path: '/api/open/orderTrack',
  access: 'public',
  title: '查看分享的订单',
  input: z.object({ token: text.trim().min(20, '链接不完整，请联系发货方').max(100, '链接不完整，请联系发货方') }),
  output: z.object({
    company: text,
    orderCode: text,
    orderStatus: z.number(),
    pieces: z.number(),
    weightKg: z.number(),
    temperatureType: z.number(),
    tempMin: numeric,
    tempMax: numeric,
    receiver: text,
    receiveAddress: text,
    expectFrom: time,
    expectTo: time,
    signTime: time,
    expireTime: dateTime,
    /** the truck that carries the goods now; null before and after */
    truck: z
      .object({
        plateNo: text,
        position: point.nullable(),
        positionTime: time,
        boxTemp: numeric,
        etaTime: time,
        delayMin: numeric,
      })
      .nullable(),
    stops: z.array(sharedStop),
    temperature: z
      .object({
        rate: numeric,
        minTemp: numeric,
        maxTemp: numeric,
        points: z.array(z.object({ time: dateTime, temp: numeric })),
      })
      .nullable(),
  }),
});
export type SharedOrder = z.infer<typeof shareView.output>;
