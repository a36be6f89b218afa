import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { button } from '../../shell/rights';
import { orderCode } from '../order/calls';

const text = z.string();
const numeric = z.number().nullable();
const time = dateTime.nullable();

/** Lifetimes of a link to choose from, hours. */
export const shareHours = [24, 72, 168] as const;

const shareAccess = button('customerOrder', 'share');
const shareRow = z.object({
  id,
  createTime: dateTime,
  createUser: text,
  expireTime: dateTime,
  revokeTime: time,
  /** the link still opens */
  live: z.boolean(),
  views: z.number(),
  lastViewTime: time,
});
export type ShareRow = z.infer<typeof shareRow>;

export const shareCreate = endpoint({
  path: '/api/tms/tracking/share',
  access: shareAccess,
  title: '生成订单分享链接',
  input: z.object({ orderCode, expireHours: z.literal(shareHours, '请选择有效期') }),
  /** `url`: path of the page; it is answered only here, because the platform stores nothing but its hash */
  output: z.object({ id, url: text, expireTime: dateTime }),
});
export const shareList = endpoint({
  path: '/api/tms/tracking/shareList',
  access: shareAccess,
  title: '订单的分享链接',
  input: z.object({ orderCode }),
  output: z.array(shareRow),
});
export const shareRevoke = endpoint({
  path: '/api/tms/tracking/shareRevoke',
  access: shareAccess,
  title: '停用分享链接',
  input: z.object({ id }),
  output: z.object({ id }),
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
