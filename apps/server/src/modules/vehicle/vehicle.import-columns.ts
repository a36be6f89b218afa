import { usageModeList, vehicleColor, vehicleCq, videoMonitoring } from '@tongda/contract/enums/vehicle';
import { fuelTypes, type VehicleField, vehicleLabels, vehicleTypes } from '@tongda/contract/vehicle/fields';
import type { ImportColumn } from '../../core/import';

export type ImportField = VehicleField | 'terminalNo';

/** Choices that depend on the company. */
export interface ImportChoices {
  orgs: string[];
  fleets: string[];
  carriers: string[];
  drivers: string[];
}

const words = (e: { options: ReadonlyArray<{ name: string }> }): string[] => e.options.map((o) => o.name);
const date = '日期，如 2027-01-31';

/** Columns of the import sheet, in its order. */
export function importColumns(choices: ImportChoices): Array<ImportColumn<ImportField>> {
  const column = (
    field: VehicleField,
    example: string | number,
    note: string,
    more: Partial<ImportColumn<ImportField>> = {},
  ) => ({
    field,
    label: vehicleLabels[field],
    example,
    note,
    ...more,
  });
  const count = (field: VehicleField, max: number) => column(field, 1, `0~${max} 的整数，空白为 0`);
  return [
    column('plateNo', '沪A12345', '普通或新能源车牌，同一公司内不能重复', { required: true }),
    column('vehicleColor', '黄牌', '空白时按车牌推算：8位为绿牌，其余为黄牌', { options: words(vehicleColor) }),
    column('remarkNo', '冷藏01', '最多30个字符'),
    column('orgId', choices.orgs[0] ?? '总部', '组织名称；有重名时写完整路径，如 总部/华东分公司', {
      required: true,
      options: choices.orgs,
    }),
    column('fleetId', choices.fleets[0] ?? '', '车队名称', { options: choices.fleets }),
    column('vehicleType', '冷藏', '从下拉框选择', { required: true, options: vehicleTypes }),
    column('temperatureTypes', '冷藏、冷冻', '冷藏、保温车必填；多个用顿号隔开：常温、冷藏、冷冻、普货'),
    column('vehicleCq', '自有', '自有或外协，空白为自有', { options: words(vehicleCq) }),
    column('carrierId', choices.carriers[0] ?? '', '承运商名称；外协车辆必填', { options: choices.carriers }),
    column('usageMode', '自有', '空白为自有', { options: words(usageModeList) }),
    column('driverId', choices.drivers[0] ?? '', '司机姓名；有重名时写手机号', { options: choices.drivers }),
    column('coDriverId', '', '司机姓名；有重名时写手机号', { options: choices.drivers }),
    column('contactPhone', '13800138000', '手机号或固定电话'),
    {
      field: 'terminalNo',
      label: '终端编号',
      example: '',
      note: '新增时绑定库存中的终端；更新时不能更换，请在页面绑定',
    },
    column('vin', 'LSVAM4187C2184841', '17位，不含 I、O、Q'),
    column('engineNo', '', '最多30个字符'),
    column('brand', '解放J6', '最多30个字符'),
    column('fuelType', '柴油', '从下拉框选择', { options: fuelTypes }),
    column('regDate', '2024-01-02', date),
    column('vehicleLength', 9.6, '1~30，最多1位小数'),
    column('boxLength', 9.5, '最多2位小数'),
    column('boxWidth', 2.4, '最多2位小数'),
    column('boxHeight', 2.5, '最多2位小数'),
    column('volume', 57, '空白时按货箱长宽高计算'),
    column('loadWeight', 9.99, '0~100，最多2位小数'),
    column('totalWeight', 18, '不小于核定载质量'),
    column('axles', 2, '2~6 的整数'),
    column('pallets', 16, '0~60 的整数'),
    column('tailLift', '是', '是或否，空白为否', { options: ['是', '否'] }),
    count('refrigeratorCount', 2),
    column('tankCapacity', 400, '20~2000 的整数'),
    column('refOil100', 24.5, '1~99，最多1位小数'),
    column('mileageCoefficient', 1, '0.8~1.2，空白为 1'),
    column('initMileage', 0, '空白为 0'),
    column('videoMonitoring', '无', '空白为无', { options: words(videoMonitoring) }),
    count('cameraCount', 6),
    count('doorCount', 4),
    count('temCount', 4),
    count('oilCount', 2),
    column('licenseDate', '2027-01-31', date),
    column('transportCertNo', '', '最多30个字符'),
    column('transportCertDate', '2027-01-31', date),
    column('inspectDate', '2027-01-31', date),
    column('insureDate', '2027-01-31', date),
    column('serviceEnd', '2027-01-31', date),
    column('remark', '', '最多200个字符'),
  ];
}

/** Fields that hold a number, a date, a yes or no, or a code of a list. */
export const numberFields: ReadonlySet<ImportField> = new Set<ImportField>([
  'vehicleLength',
  'boxLength',
  'boxWidth',
  'boxHeight',
  'volume',
  'loadWeight',
  'totalWeight',
  'axles',
  'pallets',
  'refrigeratorCount',
  'tankCapacity',
  'refOil100',
  'mileageCoefficient',
  'initMileage',
  'cameraCount',
  'doorCount',
  'temCount',
  'oilCount',
]);
export const dateFields: ReadonlySet<ImportField> = new Set<ImportField>([
  'regDate',
  'licenseDate',
  'transportCertDate',
  'inspectDate',
  'insureDate',
  'serviceEnd',
]);
export const codeFields = { vehicleColor, vehicleCq, usageMode: usageModeList, videoMonitoring } as const;
