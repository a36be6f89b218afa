import { z } from 'zod';
import { dayMs } from '../../core/durations';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';

const base = '/api/base/portable';
const reading = z.number().nullable();

/** A trip of a recorder, with the lowest and highest of its readings (℃); null: it told none. */
export const recorderTrip = z.object({
  id,
  startTime: dateTime,
  /** null: it goes on */
  endTime: dateTime.nullable(),
  startedBy: z.string(),
  endedBy: z.string(),
  lowest: reading,
  highest: reading,
  readings: z.number(),
});
export type RecorderTrip = z.infer<typeof recorderTrip>;

/** 开始行程 and 结束行程. 4011 when it is on a trip already, or on none. */
export const portableTrip = endpoint({
  path: `${base}/startTrip`,
  access: button('portableController', 'startTrip'),
  title: '开始或结束便携设备行程',
  input: z.object({ id, on: z.boolean('请选择开始或结束行程') }),
  /** when the trip that goes on began; null: it is over */
  output: z.object({ since: dateTime.nullable() }),
});

/** Longest span of a recorder's way, days, and its most places. */
export const recorderWayLimits = { days: 31, places: 5000 } as const;
const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / dayMs;

/** Where a recorder was: its places in a span of time, oldest first, and how it knew them. */
export const portableWay = endpoint({
  path: `${base}/track`,
  access: { menu: menus.portableController.id },
  title: '便携设备轨迹',
  input: z
    .object({ id, startTime: dateTime, endTime: dateTime })
    .refine((q) => q.startTime <= q.endTime, { path: ['endTime'], error: '结束时间不能早于开始时间' })
    .refine((q) => daysBetween(q.startTime, q.endTime) <= recorderWayLimits.days, {
      path: ['endTime'],
      error: `查询时间跨度不能超过${recorderWayLimits.days}天`,
    }),
  output: z.object({
    points: z.array(z.object({ time: dateTime, lng: z.number(), lat: z.number(), locType: z.number(), tem: reading })),
    /** readings of the span, those without a place too */
    readings: z.number(),
    /** there are more places than fit */
    more: z.boolean(),
  }),
});
