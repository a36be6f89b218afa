import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';

const base = '/api/base/manage/driver';
const read = { menu: menus.driver.id } as const;
const figure = z.number().nullable();

/** What a driver drove and was warned of: this month, the month before, and alarms of 30 days by kind. Vehicles that the caller sees only. */
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
    /** alarms of this month, and a hundred km of it */
    monthAlarms: z.number().int(),
    alarmsPer100Km: figure,
    /** 本月评分, the points that it lost in all, and by type of alarm: what they add up to */
    monthScore: figure,
    points: z.number(),
    deductions: z.array(
      z.object({
        alarmType: z.number(),
        count: z.number().int(),
        /** of these, alarms of the second level: they count twice */
        severe: z.number().int(),
        weight: z.number(),
        points: z.number(),
      }),
    ),
    /** of 30 days, most first */
    kinds: z.array(
      z.object({ kind: z.string(), count: z.number().int(), severe: z.number().int(), lastTime: dateTime }),
    ),
    /** 疲劳记录 of 90 days, newest first */
    fatigue: z.array(
      z.object({
        id,
        plateNo: z.string(),
        startTime: dateTime,
        endTime: dateTime.nullable(),
        level: z.number(),
        minutes: figure,
      }),
    ),
  }),
});

/** 行程: what he drove, newest first. */
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

/** 运单 that he drove, newest first; those that the caller may see. */
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

/** 发送APP邀请: the driver gets an account of his own for the phone page; a password is told this one time. */
export const driverInvite = endpoint({
  path: `${base}/invite`,
  access: button('driver', 'invite'),
  title: '邀请司机使用司机端',
  input: z.object({
    id,
    /** he has an account: a new password for it */
    reset: z.boolean().default(false),
  }),
  output: z.object({
    accountCode: z.string(),
    /** null: the account was there and keeps its password */ password: z.string().nullable(),
  }),
});
