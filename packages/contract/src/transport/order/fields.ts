import { z } from 'zod';
import { type CrossRule, crossFaults, withCrossRules } from '../../core/field/cross-rules';
import { numberWithin, optionalDate, optionalId, optionalNumber, optionalText } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { degreesText, rangeText } from '../../core/figure';
import { dateTime, id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { temperatureType } from '../../resources/vehicle/enums';
import {
  deliveryMode,
  freightPayMode,
  orderPriority,
  orderType,
  pickUpFlag,
  receiptRequire,
  serviceMode,
} from '../waybill/enums';
import { typeRange } from '../waybill/stow/compartments';

/** 发站 and 到站 default to the company's nearest site, if one lies within so many km. */
export const siteReachKm = 100;
/** Largest cash on delivery that an order may carry, yuan (transport.md A2). */
export const maxCodAmount = 50_000;
export const maxItems = 100;

const requiredText = (noun: string, min: number, max: number) =>
  z
    .string(`请输入${noun}`)
    .trim()
    .min(min, min === 1 ? `请输入${noun}` : `${noun}为${min}~${max}个字符`)
    .max(max, `${noun}最多${max}个字符`);
const requiredPhone = (noun: string) =>
  z
    .string(`请输入${noun}`)
    .trim()
    .min(1, `请输入${noun}`)
    .regex(patterns.phoneOrTelephone.regex, patterns.phoneOrTelephone.message);
const moment = z
  .union([z.literal(''), dateTime])
  .nullish()
  .transform((text) => text || null);
const longitude = optionalNumber({ min: -180, max: 180, places: 6 });
const latitude = optionalNumber({ min: -90, max: 90, places: 6 });
const optionalYuan = (max: number) =>
  numberWithin({ min: 0, max, places: 2, unit: '元' })
    .nullish()
    .transform((n) => n ?? 0);

/** One line of goods. */
export const orderItem = z.object({
  /** set for a line that exists already */
  itemId: optionalId,
  /** item name that the line was picked from; null for free text */
  cargoId: optionalId,
  cargoName: requiredText('品名', 1, 50),
  spec: optionalText(50),
  packUnit: requiredText('包装单位', 1, 10).default('件'),
  pieces: numberWithin({ min: 1, max: 999_999, places: 0, unit: '件' }),
  weightKg: numberWithin({ min: 0.01, max: 999_999, places: 2, unit: 'kg' }),
  volumeM3: numberWithin({ min: 0.001, max: 9_999, places: 3, unit: 'm³' }),
  temperatureType: z.literal(temperatureType.codes, '请选择温层'),
  batchNo: optionalText(30),
  expireOn: optionalDate,
});
export type OrderItem = z.output<typeof orderItem>;

/** What the form of a customer order holds (transport.md A2). Times in the company's zone, money yuan, coordinates WGS-84. */
export const orderFields = z.object({
  customerId: id.or(z.literal('')).refine((value) => value !== '', '请选择客户'),
  customerOrderNo: optionalText(50),
  businessType: z.literal(serviceMode.codes, '请选择业务类型'),
  freightPayMode: z.literal(freightPayMode.codes, '请选择付款方式'),
  priority: z.literal(orderPriority.codes, '请选择优先级').default(orderPriority.normal),
  orderType: z.literal(orderType.codes, '请选择订单类型').default(orderType.forward),
  pickUpFlag: z.literal(pickUpFlag.codes, '请选择是否提货'),
  deliveryMode: z.literal(deliveryMode.codes, '请选择送货方式'),
  shipper: requiredText('发货人', 2, 20),
  shipPhone: requiredPhone('发货电话'),
  shipArea: requiredText('发货省市区', 1, 40),
  shipAddress: requiredText('发货详细地址', 1, 120),
  shipLng: longitude,
  shipLat: latitude,
  receiver: requiredText('收货人', 2, 20),
  receivePhone: requiredPhone('收货电话'),
  receiveArea: requiredText('收货省市区', 1, 40),
  receiveAddress: requiredText('收货详细地址', 1, 120),
  receiveLng: longitude,
  receiveLat: latitude,
  originSiteId: optionalId,
  destSiteId: optionalId,
  pickFrom: moment,
  pickTo: moment,
  arriveFrom: moment,
  arriveTo: z.string('请选择要求到达时间').min(1, '请选择要求到达时间').pipe(dateTime),
  temperatureType: z.literal(temperatureType.codes, '请选择温层'),
  tempMin: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
  tempMax: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
  preCool: z.boolean().default(false),
  goodsValue: optionalYuan(99_999_999),
  insuredAmount: optionalYuan(99_999_999),
  codAmount: numberWithin({ min: 0, max: maxCodAmount, places: 2, unit: '元' })
    .nullish()
    .transform((n) => n ?? 0),
  /** pallet places that the goods take; null when nobody knows */
  pallets: optionalNumber({ min: 0.5, max: 200, places: 1, unit: '托' }),
  unloadMin: optionalNumber({ min: 1, max: 1440, places: 0, unit: '分钟' }),
  receiptRequire: z.literal(receiptRequire.codes, '请选择回单要求').default(receiptRequire.none),
  receiptCopies: numberWithin({ min: 0, max: 20, places: 0, unit: '份' }).default(0),
  items: z.array(orderItem).min(1, '请至少填写一行货物').max(maxItems, `货物明细最多${maxItems}行`),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type OrderFields = z.output<typeof orderFields>;
export type OrderField = keyof OrderFields;

const isBefore = (a: string | null | undefined, b: string | null | undefined): boolean => Boolean(a && b && a > b);

const crossRules: ReadonlyArray<CrossRule<OrderFields>> = [
  { path: 'pickTo', fault: (v) => (isBefore(v.pickFrom, v.pickTo) ? '提货结束时间不能早于开始时间' : null) },
  { path: 'arriveTo', fault: (v) => (isBefore(v.arriveFrom, v.arriveTo) ? '到达结束时间不能早于开始时间' : null) },
  {
    path: 'arriveTo',
    fault: (v) => (isBefore(v.pickFrom, v.arriveTo) ? '要求到达时间不能早于要求提货时间' : null),
  },
  {
    path: 'tempMax',
    fault: (v) =>
      typeof v.tempMin === 'number' && typeof v.tempMax === 'number' && v.tempMax <= v.tempMin
        ? `温度上限须高于下限${degreesText(v.tempMin)}`
        : null,
  },
  {
    path: 'insuredAmount',
    fault: (v) => ((v.insuredAmount ?? 0) > (v.goodsValue ?? 0) ? '保价金额不能大于货值' : null),
  },
  {
    path: 'receiptCopies',
    fault: (v) =>
      (v.receiptRequire === receiptRequire.paper || v.receiptRequire === receiptRequire.both) && !v.receiptCopies
        ? '纸质回单请填写份数'
        : null,
  },
];

/** Faults that concern more than one field, for imports. */
export const orderCrossChecks = (v: Partial<OrderFields>): Array<{ path: OrderField; msg: string }> =>
  crossFaults(crossRules, v);
export const orderInput = withCrossRules(orderFields, crossRules);
export const orderChange = withCrossRules(
  orderFields.extend({ orderCode: z.string().min(1).max(30), version }),
  crossRules,
);

/** A hint (`冷藏通常为0~8℃，…`) when the wished temperatures lie outside of the usual range of their class; null otherwise. They are allowed all the same. */
export function temperatureHint(v: Pick<OrderFields, 'temperatureType' | 'tempMin' | 'tempMax'>): string | null {
  const { low, high } = typeRange[v.temperatureType];
  if (low === null || high === null) return null;
  const outside = (n: number | null) => n !== null && (n < low || n > high);
  return outside(v.tempMin) || outside(v.tempMax)
    ? `${temperatureType.label(v.temperatureType)}通常为${rangeText(low, high, '℃')}，请确认温度要求`
    : null;
}

export const orderLabels: Readonly<Record<OrderField, string>> = {
  customerId: '客户名称',
  customerOrderNo: '客户单号',
  businessType: '业务类型',
  freightPayMode: '付款方式',
  priority: '优先级',
  orderType: '订单类型',
  pickUpFlag: '是否提货',
  deliveryMode: '送货方式',
  shipper: '发货人',
  shipPhone: '发货电话',
  shipArea: '发货省市区',
  shipAddress: '发货详细地址',
  shipLng: '发货经度',
  shipLat: '发货纬度',
  receiver: '收货人',
  receivePhone: '收货电话',
  receiveArea: '收货省市区',
  receiveAddress: '收货详细地址',
  receiveLng: '收货经度',
  receiveLat: '收货纬度',
  originSiteId: '发站',
  destSiteId: '到站',
  pickFrom: '要求提货开始',
  pickTo: '要求提货结束',
  arriveFrom: '要求到达开始',
  arriveTo: '要求到达',
  temperatureType: '温层',
  tempMin: '温度下限(℃)',
  tempMax: '温度上限(℃)',
  preCool: '需要预冷',
  goodsValue: '货值(元)',
  insuredAmount: '保价金额(元)',
  codAmount: '代收货款(元)',
  pallets: '托数',
  unloadMin: '卸货时长(分钟)',
  receiptRequire: '回单要求',
  receiptCopies: '回单份数',
  items: '货物明细',
  remark: '备注',
};
export const orderDicts: Partial<Record<OrderField, string>> = {
  businessType: serviceMode.typeCode,
  freightPayMode: freightPayMode.typeCode,
  priority: orderPriority.typeCode,
  orderType: orderType.typeCode,
  pickUpFlag: pickUpFlag.typeCode,
  deliveryMode: deliveryMode.typeCode,
  temperatureType: temperatureType.typeCode,
  receiptRequire: receiptRequire.typeCode,
};
