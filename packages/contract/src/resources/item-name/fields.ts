import { z } from 'zod';
import { type CrossRule, crossFaults, withCrossRules } from '../../core/field/cross-rules';
import { optionalId, optionalNumber, optionalPattern, optionalText } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { degreesText } from '../../core/figure';
import { id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { cargoCategory } from '../../transport/waybill/enums';
import { temperatureType } from '../vehicle/enums';

/** The form of an item name (transport.md 1.13, H4). Weight (kg) and volume (m³) are those of one piece. */
export const itemNameFields = z.object({
  cargoName: z.string('请输入品名').trim().min(1, '请输入品名').max(50, '品名最多50个字符'),
  cargoCode: optionalPattern({
    regex: /^(?=.{1,20}$)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/u,
    message: patterns.coding.message,
  }),
  /** blank: the name is for every customer of the company */
  customerId: optionalId,
  cargoCategory: z
    .literal(cargoCategory.codes, '请选择分类')
    .nullish()
    .transform((code) => code ?? null),
  temperatureType: z.literal(temperatureType.codes, '请选择温层'),
  tempMin: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
  tempMax: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
  packUnit: z.string('请输入包装单位').trim().min(1, '请输入包装单位').max(10, '包装单位最多10个字符'),
  unitWeight: optionalNumber({ min: 0.01, max: 99_999, places: 2, unit: 'kg' }),
  unitVolume: optionalNumber({ min: 0.001, max: 999, places: 3, unit: 'm³' }),
  shelfLifeDays: optionalNumber({ min: 1, max: 3650, places: 0, unit: '天' }),
  conflictGroup: optionalText(10),
  valueTag: optionalText(10),
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type ItemNameFields = z.output<typeof itemNameFields>;
export type ItemNameField = keyof ItemNameFields;

const crossRules: ReadonlyArray<CrossRule<ItemNameFields>> = [
  {
    path: 'tempMax',
    fault: (v) =>
      typeof v.tempMin === 'number' && typeof v.tempMax === 'number' && v.tempMax <= v.tempMin
        ? `温度上限须高于下限${degreesText(v.tempMin)}`
        : null,
  },
];
/** What is wrong between the fields of one item name, for imports; empty when nothing is. */
export const itemNameCrossChecks = (v: Partial<ItemNameFields>): Array<{ path: ItemNameField; msg: string }> =>
  crossFaults(crossRules, v);
export const itemNameInput = withCrossRules(itemNameFields, crossRules);
export const itemNameChange = withCrossRules(itemNameFields.extend({ id, version }), crossRules);

export const itemNameLabels: Readonly<Record<ItemNameField, string>> = {
  cargoName: '品名',
  cargoCode: '编码',
  customerId: '客户',
  cargoCategory: '分类',
  temperatureType: '温层',
  tempMin: '温度下限(℃)',
  tempMax: '温度上限(℃)',
  packUnit: '包装单位',
  unitWeight: '单件重量(kg)',
  unitVolume: '单件体积(m³)',
  shelfLifeDays: '保质期(天)',
  conflictGroup: '禁配组',
  valueTag: '价值标签',
  remark: '备注',
};
export const itemNameDicts: Partial<Record<ItemNameField, string>> = {
  cargoCategory: cargoCategory.typeCode,
  temperatureType: temperatureType.typeCode,
};
