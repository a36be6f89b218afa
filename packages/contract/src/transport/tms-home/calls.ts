import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { keysOf } from '../../core/keys';
import { dateOnly, dateTime } from '../../core/page';
import { menus } from '../../shell/menus';
import { homeFigures } from './figures';

/** For users who work with orders, waybills or their tracking; a number is shown to those who may open its list. */
const access = {
  menu: [
    menus.customerOrder.id,
    menus.pickUpOrder.id,
    menus.receiptOrder.id,
    menus.transportTask.id,
    menus.waybillStowage.id,
    menus.billOfLading.id,
    menus.departureManage.id,
    menus.arrivalManage.id,
    menus.orderTracking.id,
    menus.waybillTracking.id,
    menus.abnormalReporting.id,
    menus.receiptManage.id,
  ],
} as const;

/** Days that the trend and the rates look back, today included. */
export const homeDays = 14;

const rate = z.object({ good: z.number(), all: z.number() });
/** Numbers of the present moment (transport.md 8 I). Cards about money are not built. */
export const tmsHomeSummary = endpoint({
  path: '/api/tms/home/summary',
  access,
  title: '运输管理首页数字',
  output: z.object({
    /** each is the size of the list that it leads to */
    figures: z.record(z.enum(keysOf(homeFigures)), z.number()),
    /** shares of the orders signed in the last `homeDays` days that were in time, and that kept their temperature for `minRate` % of the way at least */
    onTime: rate,
    temperature: rate.extend({ minRate: z.number() }),
    /** trucks on a trip now, and all that may be used */
    vehicles: z.object({ busy: z.number(), all: z.number() }),
  }),
});

export const tmsHomeTrend = endpoint({
  path: '/api/tms/home/trend',
  access,
  title: '运输管理首页趋势',
  output: z.array(z.object({ day: dateOnly, ordered: z.number(), signed: z.number() })),
});

/** Lines of the work that waits; the lists show the rest. */
export const homeTodoLines = 12;
/** Work that waits for the caller, the most urgent kind first and longest waiting first within it; `homeTodoLines` lines at most. */
export const tmsHomeTodo = endpoint({
  path: '/api/tms/home/todo',
  access,
  title: '运输管理首页待办',
  output: z.array(
    z.object({
      kind: z.enum(['overdue', 'conflict', 'suspect', 'late', 'abnormal', 'pool', 'receipt']),
      /** number of the waybill, the order or the report */
      code: z.string(),
      waybillKind: z.number().nullable(),
      text: z.string(),
      since: dateTime,
    }),
  ),
});
