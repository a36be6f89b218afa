import { z } from 'zod';
import { type CrossRule, crossFaults, withCrossRules } from '../../core/field/cross-rules';
import { optionalCreditCode } from '../../core/field/identity-numbers';
import { optionalDate, optionalId, optionalNumber, optionalPattern, optionalText } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { degreesText } from '../../core/figure';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { customerType, gradeLevel, settleType } from '../enums';
import { temperatureType } from '../vehicle/enums';

/** A contact person of a customer. */
export const customerContact = z.object({
  name: z.string('请输入联系人姓名').trim().min(1, '请输入联系人姓名').max(10, '最多10个字符'),
  phone: z
    .string('请输入联系电话')
    .trim()
    .min(1, '请输入联系电话')
    .regex(patterns.phoneOrTelephone.regex, patterns.phoneOrTelephone.message),
  post: z.string().trim().max(20, '最多20个字符').default(''),
  email: z
    .string()
    .trim()
    .refine((text) => text === '' || patterns.email.regex.test(text), patterns.email.message)
    .default(''),
  main: z.boolean().default(false),
});
export type CustomerContact = z.output<typeof customerContact>;

/** An address from which a customer sends or at which he receives. Coordinates WGS-84; absent or null while unknown. */
export const customerAddress = z.object({
  name: z.string().trim().max(20, '最多20个字符').default(''),
  area: z.string().trim().max(40, '最多40个字符').default(''),
  address: z.string('请输入详细地址').trim().min(1, '请输入详细地址').max(100, '最多100个字符'),
  contact: z.string().trim().max(10, '最多10个字符').default(''),
  phone: z
    .string()
    .trim()
    .refine((text) => text === '' || patterns.phoneOrTelephone.regex.test(text), patterns.phoneOrTelephone.message)
    .default(''),
  lng: z.number().min(-180, '经度应在-180~180之间').max(180, '经度应在-180~180之间').nullish().default(null),
  lat: z.number().min(-90, '纬度应在-90~90之间').max(90, '纬度应在-90~90之间').nullish().default(null),
  main: z.boolean().default(false),
});
export type CustomerAddress = z.output<typeof customerAddress>;

/** The form of a customer (resources.md 1.8). A blank `code` gets the next KH number. */
export const customerFields = z.object({
  name: z.string('请输入客户名称').trim().min(2, '客户名称为2~50个字符').max(50, '客户名称为2~50个字符'),
  code: optionalPattern({ regex: /^(?=.{1,20}$)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/u, message: patterns.coding.message }),
  shortName: optionalText(20),
  customerType: z.literal(customerType.codes, '请选择客户类型'),
  level: z
    .union([z.literal(''), z.literal(gradeLevel.codes, '请选择等级')])
    .nullish()
    .transform((level) => level || null),
  orgId: optionalId,
  creditCode: optionalCreditCode,
  salesman: optionalText(10),
  contacts: z.array(customerContact).max(10, '联系人最多10个').default([]),
  addresses: z.array(customerAddress).max(20, '地址最多20个').default([]),
  temperatureType: z
    .literal(temperatureType.codes, '请选择温区要求')
    .nullish()
    .transform((code) => code ?? null),
  tempLower: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
  tempUpper: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
  hoursLimit: optionalNumber({ min: 1, max: 720, places: 0, unit: '小时' }),
  settleType: z
    .literal(settleType.codes, '请选择结算方式')
    .nullish()
    .transform((code) => code ?? null),
  paymentDays: optionalNumber({ min: 0, max: 365, places: 0, unit: '天' }),
  invoiceTitle: optionalText(50),
  taxNo: optionalPattern({ regex: /^[0-9A-Z]{15,20}$/u, message: '税号为15~20位数字或大写字母' }),
  extCode: optionalText(30),
  contractNo: optionalText(30),
  contractEnd: optionalDate,
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type CustomerFields = z.output<typeof customerFields>;
export type CustomerField = keyof CustomerFields;

const hasSeveralMain = (list: ReadonlyArray<{ main?: boolean }> | undefined): boolean =>
  Array.isArray(list) && list.filter((entry) => entry?.main).length > 1;
const crossRules: ReadonlyArray<CrossRule<CustomerFields>> = [
  {
    path: 'tempUpper',
    fault: (v) =>
      typeof v.tempLower === 'number' && typeof v.tempUpper === 'number' && v.tempUpper <= v.tempLower
        ? `温度上限须高于下限${degreesText(v.tempLower)}`
        : null,
  },
  { path: 'contacts', fault: (v) => (hasSeveralMain(v.contacts) ? '默认联系人只能有一个' : null) },
  { path: 'addresses', fault: (v) => (hasSeveralMain(v.addresses) ? '默认地址只能有一个' : null) },
];
/** What is wrong between the fields of one customer; empty when nothing is. */
export const customerCrossChecks = (v: Partial<CustomerFields>): Array<{ path: CustomerField; msg: string }> =>
  crossFaults(crossRules, v);
export const customerInput = withCrossRules(customerFields, crossRules);
export const customerChange = withCrossRules(customerFields.extend({ id, version }), crossRules);

export const customerLabels: Readonly<Record<CustomerField, string>> = {
  name: '客户名称',
  code: '客户编码',
  shortName: '简称',
  customerType: '客户类型',
  level: '等级',
  orgId: '所属部门',
  creditCode: '统一社会信用代码',
  salesman: '业务员',
  contacts: '联系人',
  addresses: '地址',
  temperatureType: '温区要求',
  tempLower: '温度下限(℃)',
  tempUpper: '温度上限(℃)',
  hoursLimit: '时效要求(小时)',
  settleType: '结算方式',
  paymentDays: '账期(天)',
  invoiceTitle: '发票抬头',
  taxNo: '税号',
  extCode: '对接编码',
  contractNo: '合同编号',
  contractEnd: '合同到期',
  remark: '备注',
};
export const customerDicts: Partial<Record<CustomerField, string>> = {
  customerType: customerType.typeCode,
  level: gradeLevel.typeCode,
  temperatureType: temperatureType.typeCode,
  settleType: settleType.typeCode,
};
