import { z } from 'zod';
import { columns } from '../../../core/columns';
import { dayMin } from '../../../core/durations';
import { endpoint } from '../../../core/endpoint';
import { optionalId, reasonOf } from '../../../core/field/inputs';
import { dateTime, id, pageOf, pageQuery } from '../../../core/page';
import { filterText, version } from '../../../core/register/pieces';
import { menus } from '../../../shell/menus';
import { button } from '../../../shell/rights';
import { orderCode } from '../../order/calls';
import { waybillCode, waybillMore } from '../shapes';

const base = '/api/tms/transportTask';
const may = button('transportTask', 'splitPool');
const text = z.string();

/** Why an order waits in the split pool (transport.md C18). */
export const poolReasons = { takenOut: '拆出', remainder: '余量', refused: '拒单', pickFailed: '提货失败' } as const;

/** An order that was taken out of a task, or is the rest of a divided one, and waits for a new task. */
export const poolRow = z.object({
  id,
  orderCode: text,
  customerName: text,
  receiver: text,
  receiveArea: text,
  temperatureType: z.number(),
  pieces: z.number(),
  weightKg: z.number(),
  volumeM3: z.number(),
  arriveTo: dateTime,
  poolReason: text,
  /** number of the task that it was taken out of */
  poolFrom: text,
  poolRemark: text,
  poolTime: dateTime,
  /** minutes in the pool */
  waitMin: z.number(),
});
export type PoolRow = z.infer<typeof poolRow>;

/** Minutes in the pool after which a row is shown in red. */
export const poolLateMin = dayMin;

export const poolColumns = columns<PoolRow>()([
  { value: 'orderCode', label: '订单号', width: 150, fixed: 'left', sortable: true, noEdit: true },
  { value: 'receiver', label: '收货点', width: 130 },
  { value: 'temperatureType', label: '温层', width: 64 },
  { value: 'pieces', label: '件数', width: 64, align: 'right', sortable: true },
  { value: 'weightKg', label: '重量(kg)', width: 84, align: 'right', sortable: true },
  { value: 'volumeM3', label: '体积(m³)', width: 84, align: 'right', sortable: true },
  { value: 'arriveTo', label: '要求到达', width: 104, sortable: true },
  { value: 'poolReason', label: '来由', width: 64 },
  { value: 'waitMin', label: '已等待', width: 92, sortable: true },
  { value: 'poolFrom', label: '来自任务', width: 132 },
  { value: 'poolRemark', label: '说明', width: 140 },
  { value: 'customerName', label: '客户', width: 130 },
]);

export const poolPage = endpoint({
  path: `${base}/poolPage`,
  access: { menu: menus.transportTask.id },
  title: '拆分池',
  input: pageQuery.extend({ keyword: filterText(30), poolReason: filterText(10) }),
  output: pageOf(poolRow),
});

const written = z.object({ waybillCode: text, version: z.number() });
/** 移出: takes whole orders, or a part of one as a child of its own, out of a task; loaded goods stay on it. */
export const taskMoveOut = endpoint({
  path: `${base}/moveOut`,
  access: may,
  title: '移出到拆分池',
  input: z.object({
    waybillCode,
    version,
    items: z
      .array(
        z.object({
          orderCode,
          /** absent: the whole order */
          pieces: z.number().int('件数须为整数').min(1, '移出件数至少1件').max(999_999).optional(),
        }),
      )
      .min(1, '请选择订单')
      .max(200, '一次最多移出200个订单'),
    reason: reasonOf('移出原因'),
  }),
  output: written.extend({ orderCodes: z.array(text) }),
});

const orderCodes = z.array(orderCode).min(1, '请选择订单').max(200, '一次最多200个订单');
/** 移入: puts orders of the pool onto a task; all checks of stowage run. */
export const taskMoveIn = endpoint({
  path: `${base}/moveIn`,
  access: may,
  title: '移入运输任务',
  input: z.object({ waybillCode, version, orderCodes, lateReason: waybillMore.shape.lateReason }),
  output: written,
});
export const poolCreateTask = endpoint({
  path: `${base}/poolCreateTask`,
  access: may,
  title: '用池中订单新建任务',
  input: z.object({
    orderCodes,
    vehicleId: id,
    driverId: optionalId,
    planDepartTime: z.string('请选择计划发车时间').min(1, '请选择计划发车时间').pipe(dateTime),
    lateReason: waybillMore.shape.lateReason,
  }),
  output: written,
});
/** 退回订单池: the orders wait among all others again. */
export const poolReturn = endpoint({
  path: `${base}/poolReturn`,
  access: may,
  title: '退回订单池',
  input: z.object({ orderCodes }),
  output: z.object({ count: z.number() }),
});
