import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';

const base = '/api/base/manage/driver';
const read = { menu: menus.driver.id } as const;
const figure = z.number().nullable();

/** Distance, trips and alarms of a driver: this month, last month, and alarms of 30 days by kind. Only on vehicles that the caller sees. */
export const driverFigures = endpoint({
  path: `${base}/figures`,
  access: read,
  title: '司机里程与驾驶行为',
  input: z.object({ id }),
  output: z.object({
    monthKm: z.number(),
    lastMonthKm: z.number(),
    monthTrips: z.number().int(),
    monthHours: z.number(),
    /** alarms of this month, in all and per 100 km */
    monthAlarms: z.number().int(),
    alarmsPer100Km: figure,
    /** 本月评分, the points deducted in all, and the deductions by type of alarm */
    monthScore: figure,
    points: z.number(),
    deductions: z.array(
      z.object({
        alarmType: z.number(),
        count: z.number().int(),
        /** how many of these are of the second level, which count twice */
        severe: z.number().int(),
        weight: z.number(),
        points: z.number(),
      }),
    ),
    /** alarms of 30 days by kind, the most frequent first */
    kinds: z.array(
      z.object({ kind: z.string(), count: z.number().int(), severe: z.number().int(), lastTime: dateTime }),
    ),
    /** 疲劳记录 of 90 days, newest first */
    fatigue: z.array(
      z.object({
        id,
        vehicleId: id,
        plateNo: z.string(),
        startTime: dateTime,
        endTime: dateTime.nullable(),
        level: z.number(),
        minutes: figure,
      }),
    ),
  }),
});

/** 行程: the driver's trips, newest first. */
export const driverTrips = endpoint({
  path: `${base}/trips`,
  access: read,
  title: '司机行程',
  input: pageQuery.extend({ id }),
  output: pageOf(
    z.object({
      id,
      vehicleId: id,
      plateNo: z.string(),
      startTime: dateTime,
      endTime: dateTime.nullable(),
      hours: figure,
      km: figure,
      maxSpeedKmh: figure,
    }),
  ),
});

/** 运单 of the driver that the caller may see, newest first. */
export const driverWaybills = endpoint({
  path: `${base}/waybills`,
  access: read,
  title: '司机运单',
  input: pageQuery.extend({ id }),
  output: pageOf(
    z.object({
      id,
      waybillCode: z.string(),
      waybillKind: z.number(),
      plateNo: z.string(),
      fromName: z.string(),
      toName: z.string(),
      planDepartTime: dateTime,
      actualDepartTime: dateTime.nullable(),
      actualArriveTime: dateTime.nullable(),
      transportStatus: z.number(),
    }),
  ),
});

/** 发送APP邀请: opens an account of the phone page for the driver; its password is only ever shown in this answer. */
export const driverInvite = endpoint({
  path: `${base}/invite`,
  access: button('driver', 'invite'),
  title: '邀请司机使用司机端',
  input: z.object({
    id,
    /** true: an account that is there already gets a new password */
    reset: z.boolean().default(false),
  }),
  output: z.object({
    accountCode: z.string(),
    /** null: the account was there already and keeps its password */ password: z.string().nullable(),
  }),
});
