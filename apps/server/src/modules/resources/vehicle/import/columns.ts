import {
  type CertificateKind,
  certificateKinds,
  certificateLabelsOf,
  isInsurance,
  registeredEnds,
} from '@tongda/contract/resources/vehicle/certificate';
import {
  temperatureType,
  usageModeList,
  vehicleColor,
  vehicleCq,
  videoMonitoring,
} from '@tongda/contract/resources/vehicle/enums';
import {
  coolerDrives,
  emissionStandards,
  fuelTypes,
  type VehicleField,
  vehicleLabels,
  vehicleTypes,
} from '@tongda/contract/resources/vehicle/fields';
import {
  asCode,
  asCodes,
  asDate,
  asNumber,
  asRef,
  asWord,
  asYesNo,
  type CellReader,
} from '../../../../core/import/cells';
import { columnsOfForm, optionNames } from '../../../../core/import/columns';
import type { ImportColumn } from '../../../../core/import/definition';

const byPath = '请填完整路径';
const asDriver = asRef('driver', '司机', '请填手机号');

const column = columnsOfForm(vehicleLabels);
const dateColumn = (field: VehicleField, example = '2027-01-31') =>
  column(field, example, '日期，如 2027-01-31', { as: asDate });
const numberColumn = (field: VehicleField, example: number, note: string) =>
  column(field, example, note, { as: asNumber });
const countColumn = (field: VehicleField, max: number) => numberColumn(field, 1, `0~${max} 的整数，空白为 0`);

/** The columns of a paper that are not fields of the vehicle. */
function paperColumns(kind: CertificateKind): ImportColumn[] {
  const words = certificateLabelsOf(kind);
  const cell = (name: keyof typeof words, example: string | number, note: string, as?: CellReader): ImportColumn => ({
    field: `certificates.${kind}.${name}`,
    label: words[name],
    example,
    note,
    ...(as ? { as } : {}),
  });
  const ends = registeredEnds.some((one) => one === kind);
  const day = '日期，如 2027-01-31';
  return [
    ...(kind === 'transport' ? [] : [cell('docNo', '', '最多50个字符')]),
    ...(isInsurance(kind) ? [cell('issuer', '平安财险', '最多50个字符')] : []),
    cell('startDate', '2026-02-01', ends ? `${day}，须早于到期日期` : day, asDate),
    ...(ends ? [cell('endDate', '2027-01-31', day, asDate)] : []),
    ...(isInsurance(kind)
      ? [{ ...cell('amountYuan', 4480, '最多2位小数', asNumber), label: `${words.amountYuan}(元)` }]
      : []),
    { ...cell('remindDays', 30, '1~180，空白为 30', asNumber), label: `${words.remindDays}(天)` },
  ];
}

type Choices = Readonly<Record<string, readonly string[]>>;

/** The columns of the import in the order of the sheet. `choices` are names of the company's records by kind. */
export const importColumns = (choices: Choices): ImportColumn[] => [
  ...registerColumns(choices),
  ...truckColumns(),
  ...equipmentColumns(),
  ...documentColumns(),
];

/** Plate, where the vehicle belongs, its people and its terminal. */
function registerColumns(choices: Choices): ImportColumn[] {
  const { org = [], fleet = [], carrier = [], driver = [] } = choices;
  return [
    column('plateNo', '沪A12345', '普通或新能源车牌，同一公司内不能重复', { required: true }),
    column('vehicleColor', '黄牌', '空白时按车牌推算：8位为绿牌，其余为黄牌', {
      options: optionNames(vehicleColor),
      as: asCode(vehicleColor),
    }),
    column('remarkNo', '冷藏01', '最多30个字符'),
    column('orgId', org[0] ?? '总部', '部门名称；有重名时写完整路径，如 总部/华东分公司', {
      required: true,
      options: org,
      as: asRef('org', '部门', byPath),
    }),
    column('fleetId', fleet[0] ?? '', '车队名称', { options: fleet, as: asRef('fleet', '车队', '请填车队编码') }),
    column('vehicleType', '冷藏', '从下拉框选择', {
      required: true,
      options: vehicleTypes,
      as: asWord(vehicleTypes),
    }),
    column('temperatureTypes', '冷藏、冷冻', '冷藏、保温车必填；多个用顿号隔开：常温、冷藏、冷冻、普货', {
      as: asCodes(temperatureType, '温区'),
    }),
    column('vehicleCq', '自有', '自有或外协，空白为自有', { options: optionNames(vehicleCq), as: asCode(vehicleCq) }),
    column('carrierId', carrier[0] ?? '', '承运商名称；外协车辆必填', {
      options: carrier,
      as: asRef('carrier', '承运商', '请填承运商编码'),
    }),
    column('usageMode', '自有', '空白为自有', { options: optionNames(usageModeList), as: asCode(usageModeList) }),
    column('driverId', driver[0] ?? '', '司机姓名；有重名时写手机号，或在联系电话中写他的手机号', {
      options: driver,
      as: asRef('driver', '司机', '请填手机号', 'contactPhone'),
    }),
    column('coDriverId', '', '司机姓名；有重名时写手机号', { options: driver, as: asDriver }),
    column('escortId', '', '司机姓名；有重名时写手机号', { options: driver, as: asDriver }),
    column('contactPhone', '13800138000', '手机号或固定电话'),
    {
      field: 'terminalNo',
      label: '终端编号',
      example: '',
      note: '新增时绑定库存中的终端；更新时不能更换，请在页面绑定',
    },
  ];
}

/** Identity and sizes of truck and box. */
const truckColumns = (): ImportColumn[] => [
  column('vin', 'LSVAM4187C2184841', '17位，不含 I、O、Q'),
  column('engineNo', '', '最多30个字符'),
  column('brand', '解放J6', '最多30个字符'),
  column('emissionStandard', '国六', '从下拉框选择', {
    options: emissionStandards,
    as: asWord(emissionStandards),
  }),
  column('fuelType', '柴油', '从下拉框选择', { options: fuelTypes, as: asWord(fuelTypes) }),
  dateColumn('regDate', '2024-01-02'),
  dateColumn('plateDate', '2024-01-05'),
  numberColumn('vehicleLength', 9.6, '1~30，最多1位小数'),
  numberColumn('boxLength', 9.5, '最多2位小数'),
  numberColumn('boxWidth', 2.4, '最多2位小数'),
  numberColumn('boxHeight', 2.5, '最多2位小数'),
  numberColumn('volume', 57, '空白时按货箱长宽高计算'),
  numberColumn('loadWeight', 9.99, '0~100，最多2位小数'),
  numberColumn('totalWeight', 18, '不小于核定载质量'),
  numberColumn('axles', 2, '2~6 的整数'),
  numberColumn('pallets', 16, '0~60 的整数'),
  column('tailLift', '是', '是或否，空白为否', { options: ['是', '否'], as: asYesNo }),
];

/** Reefer, mileage and upkeep, and the numbers of cameras and wires. */
const equipmentColumns = (): ImportColumn[] => [
  countColumn('refrigeratorCount', 2),
  column('coolerModel', '冷王 T-880', '最多30个字符'),
  column('coolerDrive', '独立', '独立或非独立', { options: coolerDrives, as: asWord(coolerDrives) }),
  numberColumn('tankCapacity', 400, '20~2000 的整数'),
  numberColumn('refOil100', 24.5, '1~99，最多1位小数'),
  numberColumn('idleOil', 2.5, '0.1~20，最多1位小数'),
  numberColumn('mileageCoefficient', 1, '0.8~1.2，空白为 1'),
  numberColumn('initMileage', 0, '空白为 0'),
  numberColumn('upkeepKm', 20_000, '500~200000 的整数，空白为不按里程提醒'),
  numberColumn('upkeepDays', 180, '7~1095 的整数，空白为不按天数提醒'),
  column('videoMonitoring', '无', '空白为无', { options: optionNames(videoMonitoring), as: asCode(videoMonitoring) }),
  countColumn('cameraCount', 6),
  countColumn('doorCount', 4),
  countColumn('temCount', 4),
  countColumn('oilCount', 2),
];

/** Ends of documents, the remark, and the papers. */
const documentColumns = (): ImportColumn[] => [
  dateColumn('licenseDate'),
  column('transportCertNo', '', '最多30个字符'),
  dateColumn('transportCertDate'),
  dateColumn('inspectDate'),
  dateColumn('insureDate'),
  dateColumn('serviceEnd'),
  column('remark', '', '最多200个字符'),
  ...certificateKinds.flatMap(paperColumns),
];
