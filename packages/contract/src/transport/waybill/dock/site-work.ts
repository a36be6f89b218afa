import { z } from 'zod';
import { endpoint } from '../../../core/endpoint';
import { numberWithin } from '../../../core/field/inputs';
import { dateTime } from '../../../core/page';
import { version } from '../../../core/register/pieces';
import { menus } from '../../../shell/menus';
import { button } from '../../../shell/rights';
import { waybillCode } from '../shapes';

const text = z.string();
const stopSeq = z.number('请选择站点').int().min(1, '请选择站点').max(500);

/** Longest booking of a dock, hours. */
export const maxDockHours = 12;

const booking = z.object({
  waybillCode: text,
  stopSeq: z.number(),
  plateNo: text,
  dock: text,
  fromTime: dateTime,
  untilTime: dateTime,
  remark: text,
  createUser: text,
});
export type DockBooking = z.infer<typeof booking>;

/** Docks at the site of a stop: bookings around its time, and the dock names that were used before. */
export const arrivalDocks = endpoint({
  path: '/api/tms/arrival/docks',
  access: { menu: menus.arrivalManage.id },
  title: '站点的月台占用',
  input: z.object({ waybillCode, stopSeq }),
  output: z.object({
    stopName: text,
    planArriveTime: dateTime.nullable(),
    etaTime: dateTime.nullable(),
    serviceMin: z.number(),
    docks: z.array(text),
    bookings: z.array(booking),
  }),
});
/** 预约月台 (transport.md C10): books a dock for a stop. Two trucks never have one dock at the same time. A second call for the stop moves its booking. */
export const arrivalDock = endpoint({
  path: '/api/tms/arrival/dock',
  access: button('arrivalManage', 'dock'),
  title: '预约月台',
  input: z.object({
    waybillCode,
    stopSeq,
    dock: z.string('请填写月台').trim().min(1, '请填写月台').max(20, '月台最多20个字符'),
    fromTime: z.string('请选择开始时间').min(1, '请选择开始时间').pipe(dateTime),
    untilTime: z.string('请选择结束时间').min(1, '请选择结束时间').pipe(dateTime),
    remark: z.string().trim().max(100, '备注最多100个字符').default(''),
  }),
  output: booking,
});
export const arrivalUndock = endpoint({
  path: '/api/tms/arrival/undock',
  access: button('arrivalManage', 'dock'),
  title: '取消月台预约',
  input: z.object({ waybillCode, stopSeq }),
  output: z.object({ waybillCode: text }),
});

/**
 * 预冷指令 (transport.md C12): writes the set-point to the waybill and sends it to the driver's phone and to the terminal in the cab, which shows and
 * speaks it. No reefer is switched from here; `ways` says who was reached.
 */
export const departureCooler = endpoint({
  path: '/api/tms/departure/cooler',
  access: button('departureManage', 'cooler'),
  title: '预冷指令',
  input: z.object({
    waybillCode,
    version,
    setTemp: numberWithin({ min: -40, max: 40, places: 1, unit: '℃' }),
  }),
  output: z.object({
    version: z.number(),
    ways: z.array(z.object({ way: text, ok: z.boolean(), msg: text })),
  }),
});
export type CoolerWay = z.infer<typeof departureCooler.output>['ways'][number];
