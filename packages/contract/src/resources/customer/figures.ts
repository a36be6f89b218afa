import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { menus } from '../../shell/menus';

const figure = z.number().nullable();

/** Months that statistics of a customer look back, the running one included. */
export const customerMonths = 6;

/** 订单统计 and 温度合格率: orders that the caller may see, by the month of their entry. */
export const customerFigures = endpoint({
  path: '/api/base/manage/customer/figures',
  access: { menu: menus.customer.id },
  title: '客户订单统计与温度合格率',
  input: z.object({ id }),
  output: z.object({
    /** newest first; months without orders too */
    months: z.array(
      z.object({
        /** YYYY-MM */
        month: z.string(),
        orders: z.number().int(),
        pieces: z.number(),
        weightT: z.number(),
        volumeM3: z.number(),
        signed: z.number().int(),
        /** signed not later than asked for, per cent of the signed ones */
        onTimePercent: figure,
        /** pieces refused */
        rejected: z.number().int(),
        /** orders whose temperature on the way is known */
        measured: z.number().int(),
        /** their mean share of time within limits, per cent */
        tempPercent: figure,
      }),
    ),
    /** orders with time out of their limits, newest first */
    over: z.array(
      z.object({
        orderCode: z.string(),
        receiver: z.string(),
        signedTime: dateTime.nullable(),
        tempPercent: z.number(),
        overMin: figure,
      }),
    ),
  }),
});
