import { z } from 'zod';
import { emergencyContact, licenceClass, sex } from '../../base/org/enums';
import { type CrossRule, crossFaults, withCrossRules } from '../../core/field/cross-rules';
import { mobile, optionalIdCard, optionalPhone } from '../../core/field/identity-numbers';
import { optionalDate, optionalId, optionalText, requiredDate } from '../../core/field/inputs';
import { isMasked } from '../../core/field/mask';
import { patterns } from '../../core/field/patterns';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';

const optionalCode = <C extends readonly (number | string)[]>(codes: C, msg: string) =>
  z
    // the codes of an enumeration are never empty
    .union([z.literal(''), z.literal(codes as unknown as [C[number], ...C[number][]], msg)])
    .nullish()
    // the union has left only '', undefined and the codes; a generic parameter is not narrowed by the test before
    .transform((code) => (code === '' || code === undefined ? null : (code as C[number])));

/** The form of a driver (resources.md 1.7). Dates `YYYY-MM-DD`. */
export const driverFields = z.object({
  name: z
    .string('请输入姓名')
    .trim()
    .min(1, '请输入姓名')
    .regex(patterns.chinese2to10.regex, patterns.chinese2to10.message),
  phone: mobile,
  sex: optionalCode(sex.codes, '请选择性别'),
  idCard: optionalIdCard,
  orgId: optionalId,
  fleetId: optionalId,
  carrierId: optionalId,
  hireDate: optionalDate,

  licenseClass: z.literal(licenceClass.codes, '请选择准驾车型'),
  licenseNo: optionalText(20),
  firstLicenseDate: optionalDate,
  licenseEnd: requiredDate('请选择驾驶证有效期'),
  qualificationNo: optionalText(30),
  qualificationEnd: optionalDate,
  healthCertEnd: optionalDate,
  icCardNo: z
    .string()
    .trim()
    .max(20, '最多20个字符')
    .refine((text) => text === '' || patterns.lettersDigits.regex.test(text), patterns.lettersDigits.message)
    .nullish()
    .transform((text) => text || null),

  emergencyName: optionalText(10),
  emergencyRelation: optionalCode(emergencyContact.codes, '请选择与本人关系'),
  emergencyPhone: optionalPhone,
  address: optionalText(100),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type DriverFields = z.output<typeof driverFields>;
export type DriverField = keyof DriverFields;

const crossRules: ReadonlyArray<CrossRule<DriverFields>> = [
  {
    path: 'emergencyPhone',
    fault: (v) => (v.emergencyName && !v.emergencyPhone ? '请输入紧急联系人电话' : null),
  },
  {
    path: 'qualificationNo',
    fault: (v) => (v.qualificationEnd && !v.qualificationNo ? '请输入从业资格证号' : null),
  },
  {
    path: 'licenseEnd',
    fault: (v) =>
      v.firstLicenseDate && v.licenseEnd && v.licenseEnd <= v.firstLicenseDate ? '有效期须晚于初次领证日期' : null,
  },
];
/** What is wrong between the fields of one driver; empty when nothing is. */
export const driverCrossChecks = (v: Partial<DriverFields>): Array<{ path: DriverField; msg: string }> =>
  crossFaults(crossRules, v);

/**
 * A new driver. Unlike in `driverChange`, a masked phone number is refused, as there is no stored one to keep, and somebody has to be named whom one
 * calls when something happens to him: drivers from before and from spreadsheets may lack that.
 */
export const driverInput = withCrossRules(
  driverFields.extend({
    phone: mobile.refine((text) => !isMasked(text), patterns.phone.message),
    emergencyPhone: z
      .string('请输入紧急联系电话')
      .trim()
      .min(1, '请输入紧急联系电话')
      .regex(patterns.phoneOrTelephone.regex, patterns.phoneOrTelephone.message),
  }),
  crossRules,
);
export const driverChange = withCrossRules(driverFields.extend({ id, version }), crossRules);

export const driverLabels: Readonly<Record<DriverField, string>> = {
  name: '姓名',
  phone: '手机号',
  sex: '性别',
  idCard: '身份证号',
  orgId: '所属部门',
  fleetId: '所属车队',
  carrierId: '承运商',
  hireDate: '入职日期',
  licenseClass: '准驾车型',
  licenseNo: '驾驶证号',
  firstLicenseDate: '初次领证日期',
  licenseEnd: '驾驶证到期',
  qualificationNo: '从业资格证号',
  qualificationEnd: '从业资格证到期',
  healthCertEnd: '健康证到期',
  icCardNo: 'IC卡号',
  emergencyName: '紧急联系人',
  emergencyRelation: '与本人关系',
  emergencyPhone: '紧急联系电话',
  address: '住址',
  remark: '备注',
};
export const driverDicts: Partial<Record<DriverField, string>> = {
  sex: sex.typeCode,
  licenseClass: licenceClass.typeCode,
  emergencyRelation: emergencyContact.typeCode,
};
/** Usual age of drivers, years. The form warns of others but accepts them (resources.md 1.7). */
export const drivingAge = { from: 18, to: 65 } as const;
/** Fields with the end of a document: they are coloured and warned of. */
export const driverExpiries = ['licenseEnd', 'qualificationEnd', 'healthCertEnd'] as const;
