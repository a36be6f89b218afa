import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { keysOf } from '../../core/keys';
import { message } from '../../core/messages';
import { dateTime, id } from '../../core/page';
import { menus } from '../../shell/menus';
import { dayCountOf } from '../kit/columns';

/** Longest range, days, as that of the report. */
export const wayDays = 93;
/** 北京时间, UTC, or the clock of the place where the recorder was. */
export const zones = { beijing: '北京时间', utc: 'UTC', local: '设备当地时间' } as const;

/** A part of a recorder's way in one country or region, or between two of them where it had no place. */
const leg = z.object({
  /** 国家/地区, 公海; empty: between two places in different ones, with nothing between them */
  country: z.string(),
  /** when it was first and last there, on the chosen clock with its difference from UTC */
  from: z.string(),
  until: z.string(),
  seconds: z.number(),
  readings: z.number().int(),
  /** its places, [lng, lat] in WGS-84; at most 2,000 of a way */
  path: z.array(z.tuple([z.number(), z.number()])),
});
export type WayLeg = z.infer<typeof leg>;

/** 途经国家/地区: the way of a recorder, cut where it came into another country (report.md 3.2). */
export const overseasWay = endpoint({
  path: '/api/report/temHumOverseas/map',
  access: { menu: menus.temHumOverseas.id },
  visit: 'look',
  title: '便携设备途经国家',
  input: z
    .object({
      recorderId: id,
      startTime: dateTime,
      endTime: dateTime,
      timeZone: z.enum(keysOf(zones)).default('beijing'),
    })
    .refine((q) => q.startTime <= q.endTime, { path: ['endTime'], error: message('daterange.order') })
    .refine((q) => dayCountOf(q) <= wayDays, { path: ['endTime'], error: `查询时间跨度不能超过${wayDays}天` }),
  output: z.object({
    legs: z.array(leg),
    /** time in each of them in all, seconds, in the order in which they were reached; '' is the time between */
    transit: z.array(z.object({ country: z.string(), seconds: z.number() })),
    /** readings of the range, and how many of them had a place */
    readings: z.number().int(),
    places: z.number().int(),
  }),
});
