import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { menus } from '../../shell/menus';

const figure = z.number().nullable();

/** Number of months in a customer's statistics, the running one included. */
export const customerMonths = 6;

/** 订单统计 and 温度合格率: figures of the orders that the caller may see, by the month in which they were entered. */
export const customerFigures = endpoint({
  path: '/api/base/manage/customer/figures',
  access: { menu: menus.customer.id },
  title: '客户订单统计与温度合格率',
  input: z.object({ id }),
  output: z.object({
    /** newest first, with the months that have no orders */
    months: z.array(
      z.object({
        /** YYYY-MM */
        month: z.string(),
        orders: z.number().int(),
        pieces: z.number(),
        weightT: z.number(),
        volumeM3: z.number(),
        signed: z.number().int(),
        /** orders signed by the time they were asked for, per cent of the signed orders */
        onTimePercent: figure,
        /** number of refused pieces */
        rejected: z.number().int(),
        /** number of orders whose temperature on the way is known */
        measured: z.number().int(),
        /** mean share of time within limits of the `measured` orders, per cent */
        tempPercent: figure,
      }),
    ),
    /** orders that spent time outside their limits, newest first */
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
