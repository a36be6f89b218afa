import { z } from 'zod';
import { type CrossRule, crossFaults, withCrossRules } from '../../core/field/cross-rules';
import { birthOf, creditCodeFits, optionalCompanyOrPerson } from '../../core/field/identity-numbers';
import {
  numberWithin,
  optionalDate,
  optionalNumber,
  optionalPattern,
  optionalText,
  requiredDate,
} from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { carrierType, gradeLevel, settleType } from '../enums';
import { temperatureType } from '../vehicle/enums';

/** A further contact person of a carrier: for dispatch, accounts, complaints. */
export const carrierContact = z.object({
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
});
export type CarrierContact = z.output<typeof carrierContact>;
/** Further contacts beside the first one. */
export const mostContacts = 9;

/** The form of a carrier (resources.md 1.11). Money in yuan, tax rate in per cent, dates `YYYY-MM-DD`. */
export const carrierFields = z.object({
  name: z.string('请输入承运商名称').trim().min(2, '承运商名称为2~50个字符').max(50, '承运商名称为2~50个字符'),
  code: optionalPattern({ regex: /^(?=.{1,20}$)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/u, message: patterns.coding.message }),
  shortName: optionalText(20),
  carrierType: z.literal(carrierType.codes, '请选择承运商类型'),
  /** the credit code of a company; a person gives his identity card */
  creditCode: optionalCompanyOrPerson,
  contact: z.string('请输入联系人').trim().min(1, '请输入联系人').max(10, '最多10个字符'),
  phone: z
    .string('请输入联系电话')
    .trim()
    .min(1, '请输入联系电话')
    .regex(patterns.phoneOrTelephone.regex, patterns.phoneOrTelephone.message),
  email: optionalPattern(patterns.email),
  contacts: z.array(carrierContact).max(mostContacts, `其他联系人最多${mostContacts}个`).default([]),
  address: optionalText(100),
  permitNo: z.string('请输入许可证号').trim().min(1, '请输入许可证号').max(30, '最多30个字符'),
  permitEnd: requiredDate('请选择许可证有效期'),
  businessArea: optionalText(50),
  /** electronic lines that the carrier drives */
  routeIds: z.array(id).max(50, '线路最多50条').default([]),
  temperatureTypes: z.array(z.literal(temperatureType.codes, '温区不正确')).max(4, '温区最多4个').default([]),
  vehicleScale: optionalNumber({ min: 0, max: 100_000, places: 0, unit: '辆' }),
  level: z
    .union([z.literal(''), z.literal(gradeLevel.codes, '请选择评级')])
    .nullish()
    .transform((level) => level || null),
  settleType: z
    .literal(settleType.codes, '请选择结算方式')
    .nullish()
    .transform((code) => code ?? null),
  paymentDays: optionalNumber({ min: 0, max: 365, places: 0, unit: '天' }),
  depositYuan: optionalNumber({ min: 0, max: 99_999_999, places: 2, unit: '元' }),
  taxRate: numberWithin({ min: 0, max: 20, places: 2, unit: '%' })
    .nullish()
    .transform((n) => n ?? null),
  accountName: optionalText(50),
  bankName: optionalText(50),
  bankAccount: optionalPattern({ regex: /^\d{8,30}$/u, message: '银行账号为8~30位数字' }),
  contractNo: optionalText(30),
  contractStart: optionalDate,
  contractEnd: optionalDate,
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type CarrierFields = z.output<typeof carrierFields>;
export type CarrierField = keyof CarrierFields;

/** Refuses an identity card for a company; the field's own rule accepts a credit code or an identity card. */
const numberFault = ({ carrierType: kind, creditCode: number }: Partial<CarrierFields>): string | null =>
  kind === carrierType.company && number && birthOf(number) !== null && !creditCodeFits(number)
    ? '公司请填写统一社会信用代码，身份证号只用于个体'
    : null;
const contractFault = (v: Partial<CarrierFields>): string | null =>
  v.contractStart && v.contractEnd && v.contractEnd <= v.contractStart ? '合同结束须晚于开始日期' : null;
const crossRules: ReadonlyArray<CrossRule<CarrierFields>> = [
  { path: 'contractEnd', fault: contractFault },
  { path: 'creditCode', fault: numberFault },
];
/** What is wrong between the fields of one carrier; empty when nothing is. */
export const carrierCrossChecks = (v: Partial<CarrierFields>): Array<{ path: CarrierField; msg: string }> =>
  crossFaults(crossRules, v);
export const carrierInput = withCrossRules(carrierFields, crossRules);
export const carrierChange = withCrossRules(carrierFields.extend({ id, version }), crossRules);

export const carrierLabels: Readonly<Record<CarrierField, string>> = {
  name: '承运商名称',
  code: '承运商编码',
  shortName: '简称',
  carrierType: '类型',
  creditCode: '统一社会信用代码',
  contact: '联系人',
  phone: '联系电话',
  contacts: '其他联系人',
  email: '邮箱',
  address: '地址',
  permitNo: '道路运输经营许可证号',
  permitEnd: '许可证到期',
  businessArea: '业务区域',
  routeIds: '线路',
  temperatureTypes: '温区能力',
  vehicleScale: '车辆规模',
  level: '评级',
  settleType: '结算方式',
  paymentDays: '账期(天)',
  depositYuan: '保证金(元)',
  taxRate: '税率(%)',
  accountName: '开户名',
  bankName: '开户行',
  bankAccount: '银行账号',
  contractNo: '合同编号',
  contractStart: '合同开始',
  contractEnd: '合同到期',
  remark: '备注',
};
export const carrierDicts: Partial<Record<CarrierField, string>> = {
  carrierType: carrierType.typeCode,
  temperatureTypes: temperatureType.typeCode,
  level: gradeLevel.typeCode,
  settleType: settleType.typeCode,
};
/** Fields with the end of a document: they are coloured and warned of. */
export const carrierExpiries = ['permitEnd', 'contractEnd'] as const;
