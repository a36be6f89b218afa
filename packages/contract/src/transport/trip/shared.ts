import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime } from '../../core/page';

const number = z.number().nullable();
const place = z.object({ lng: z.number(), lat: z.number() });

/** What a link of 行程报表 or 发运调度 shows: where one truck drove in the time of one trip or shipment, and nothing before or after it. */
export const sharedTripView = endpoint({
  path: '/api/open/trip',
  access: 'public',
  title: '查看分享的行程',
  input: z.object({
    token: z.string().trim().min(20, '链接不完整，请联系对方').max(100, '链接不完整，请联系对方'),
  }),
  output: z.object({
    company: z.string(),
    plateNo: z.string(),
    startTime: dateTime,
    endTime: dateTime,
    from: z.string(),
    to: z.string(),
    km: z.number(),
    minutes: z.number(),
    /** ℃ of all probes; null without one */
    temMin: number,
    temMax: number,
    path: z.array(z.tuple([z.number(), z.number()])),
    stops: z.array(place.extend({ time: dateTime, minutes: z.number(), address: z.string() })),
    /** still under way: `endTime` is now and `to` where it is */
    running: z.boolean(),
    /** the shipment that the link is about, with its unloading points; null: a trip alone */
    shipment: z
      .object({
        code: z.string(),
        unloads: z.array(z.object({ name: z.string(), planTime: dateTime, arriveTime: dateTime.nullable() })),
      })
      .nullable(),
    expireTime: dateTime,
  }),
});
