import { z } from 'zod';
import { optionalId, optionalNumber, optionalText } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { dateTime } from '../../core/page';
import { handlingNeed } from '../waybill/enums';

const requiredText = (noun: string, min: number, max: number) =>
  z
    .string(`请输入${noun}`)
    .trim()
    .min(min, min === 1 ? `请输入${noun}` : `${noun}为${min}~${max}个字符`)
    .max(max, `${noun}最多${max}个字符`);

/** What the form of a pick-up order holds (transport.md A7). */
export const pickUpFields = z.object({
  shipper: requiredText('联系人', 2, 20),
  shipPhone: requiredText('联系电话', 1, 20).regex(patterns.phoneOrTelephone.regex, patterns.phoneOrTelephone.message),
  shipArea: requiredText('提货省市区', 1, 40),
  shipAddress: requiredText('提货详细地址', 1, 120),
  shipLng: optionalNumber({ min: -180, max: 180, places: 6 }),
  shipLat: optionalNumber({ min: -90, max: 90, places: 6 }),
  planFrom: z.string('请选择提货开始时间').min(1, '请选择提货开始时间').pipe(dateTime),
  planTo: z.string('请选择提货结束时间').min(1, '请选择提货结束时间').pipe(dateTime),
  placeId: optionalId,
  direct: z.boolean().default(false),
  vehicleType: optionalText(20),
  handling: z.array(z.literal(handlingNeed.codes, '装货要求不正确')).max(3).default([]),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type PickUpFields = z.output<typeof pickUpFields>;
export type PickUpField = keyof PickUpFields;

const windowFault = (v: { planFrom?: unknown; planTo?: unknown }): boolean =>
  typeof v.planFrom !== 'string' || typeof v.planTo !== 'string' || v.planFrom < v.planTo;
/** The window of a pick-up ends after it begins. */
export const withWindowCheck = <S extends z.ZodObject>(schema: S): S =>
  schema.refine((input) => typeof input !== 'object' || input === null || windowFault(input), {
    path: ['planTo'],
    error: '提货结束时间须晚于开始时间',
    when: () => true,
  });

export const pickUpLabels: Readonly<Record<PickUpField, string>> = {
  shipper: '联系人',
  shipPhone: '联系电话',
  shipArea: '提货省市区',
  shipAddress: '提货详细地址',
  shipLng: '提货经度',
  shipLat: '提货纬度',
  planFrom: '提货开始',
  planTo: '提货结束',
  placeId: '入库站点',
  direct: '直送',
  vehicleType: '车型要求',
  handling: '装货要求',
  remark: '备注',
};

/** The first fault of a pick-up without a customer order, which must name the customer, the goods and the receiving site; null when it has none. */
const aloneFault = (v: {
  orderCode?: unknown;
  customerId?: unknown;
  items?: unknown;
  placeId?: unknown;
}): { path: 'orderCode' | 'items' | 'placeId'; msg: string } | null => {
  if (v.orderCode) return null;
  if (!v.customerId) return { path: 'orderCode', msg: '请选择订单；没有订单时请选择客户' };
  if (!Array.isArray(v.items) || v.items.length === 0) return { path: 'items', msg: '请至少填写一行货物' };
  return v.placeId ? null : { path: 'placeId', msg: '没有订单的提货单请选择入库站点' };
};
/** A pick-up names an order, or what it is to fetch without one. */
export const withSource = <S extends z.ZodObject>(schema: S): S =>
  (['orderCode', 'items', 'placeId'] as const).reduce<S>(
    (known, path) =>
      known.refine((input) => typeof input !== 'object' || input === null || aloneFault(input)?.path !== path, {
        path: [path],
        // `issue.input` is what the check above looked at: an object, whose fields the schema has not proven yet
        error: (issue) => aloneFault((issue.input ?? {}) as Parameters<typeof aloneFault>[0])?.msg ?? '',
        when: () => true,
      }),
    schema,
  );
/** A new window after a pick-up that failed is whole, and ends after it begins. */
export function withNextWindowCheck<S extends z.ZodObject>(schema: S): S {
  return schema.refine(
    (v: { nextTimeStart?: unknown; nextTimeEnd?: unknown }) =>
      (v.nextTimeStart === undefined) === (v.nextTimeEnd === undefined) &&
      (typeof v.nextTimeStart !== 'string' || String(v.nextTimeStart) < String(v.nextTimeEnd)),
    { path: ['nextTimeEnd'], error: '请填写新的提货开始和结束时间，结束晚于开始' },
  );
}
