import { z } from 'zod';
import { type CrossRule, crossFaults, withCrossRules } from '../../core/field/cross-rules';
import { optionalPhone, optionalVin } from '../../core/field/identity-numbers';
import { numberWithin, optionalDate, optionalId, optionalNumber, optionalText } from '../../core/field/inputs';
import { patterns } from '../../core/field/patterns';
import { dateTime, id } from '../../core/page';
import { certificateKinds, certificates, endsTooEarly, endsTooEarlyWords } from './certificate';
import { temperatureType, usageModeList, vehicleColor, vehicleCq, videoMonitoring } from './enums';
import { zones } from './zone';

/** Types of vehicles to choose from. */
export const vehicleTypes = ['冷藏', '保温', '厢式', '平板', '牵引', '挂车', '面包', '新能源', '其他'] as const;
/** Types with a cooled box; they need at least one temperature class. */
export const cooledTypes: readonly string[] = ['冷藏', '保温'];
export const fuelTypes = ['柴油', '汽油', '天然气', '纯电动', '插电混动', '氢燃料', '其他'] as const;
export const emissionStandards = ['国六', '国五', '国四', '国三', '新能源'] as const;
/** Whether the reefer has an engine of its own (独立) or runs on the truck's. */
export const coolerDrives = ['独立', '非独立'] as const;

/** An ordinary or new-energy plate, including the new-energy series of 2018; spaces and the dot of 沪A·12345 are removed. */
export const plateNo = z
  .string('请输入车牌号')
  .transform((text) => normalizePlate(text))
  .pipe(
    z
      .string()
      .min(1, '请输入车牌号')
      .refine(
        (plate) => patterns.plateStrict.regex.test(plate) || patterns.plateStrictNewEnergyExt.regex.test(plate),
        patterns.plateStrict.message,
      ),
  );

/** A plate as it is stored and compared: capitals, without spaces and dot. */
export const normalizePlate = (text: string): string => text.replace(/[\s·•．.]/gu, '').toUpperCase();

/** The colour that a plate suggests: green for eight characters (new energy), else null. */
export const proposeColor = (plate: string): number | null =>
  [...normalizePlate(plate)].length === 8 ? vehicleColor.green : null;

/** A field with one of the words, or blank (null). */
const optionalWord = <const W extends readonly string[]>(words: W, sentence: string) =>
  z
    .union([z.literal(''), z.enum(words, sentence)])
    .nullish()
    .transform((text) => text || null);

const countField = (max: number, unit: string) => numberWithin({ min: 0, max, places: 0, unit }).default(0);

/** The form of a vehicle (resources.md 1.3). Lengths in m, weights in t, volume in m³, distances in km, dates `YYYY-MM-DD`. */
export const vehicleFields = z.object({
  plateNo,
  vehicleColor: z.literal(vehicleColor.codes, '请选择车牌颜色'),
  remarkNo: z.string().trim().max(30, '最多30个字符').default(''),
  orgId: z.string('请选择所属部门').regex(/^\d{1,19}$/u, '请选择所属部门'),
  fleetId: optionalId,
  vehicleCq: z.literal(vehicleCq.codes, '请选择车辆来源'),
  carrierId: optionalId,
  usageMode: z.literal(usageModeList.codes, '请选择使用方式').default(usageModeList.own),
  vehicleType: z.enum(vehicleTypes, '请选择车辆类型'),
  vin: optionalVin,
  engineNo: optionalText(30),
  brand: optionalText(30),
  emissionStandard: optionalWord(emissionStandards, '请选择排放标准'),
  fuelType: optionalWord(fuelTypes, '请选择燃料类型'),
  regDate: optionalDate,
  plateDate: optionalDate,

  vehicleLength: optionalNumber({ min: 1, max: 30, places: 1, unit: 'm' }),
  boxLength: optionalNumber({ min: 0.1, max: 25, places: 2, unit: 'm' }),
  boxWidth: optionalNumber({ min: 0.1, max: 5, places: 2, unit: 'm' }),
  boxHeight: optionalNumber({ min: 0.1, max: 5, places: 2, unit: 'm' }),
  volume: optionalNumber({ min: 0.1, max: 200, places: 2, unit: 'm³' }),
  loadWeight: optionalNumber({ min: 0, max: 100, places: 2, unit: 't' }),
  totalWeight: optionalNumber({ min: 0, max: 200, places: 2, unit: 't' }),
  axles: optionalNumber({ min: 2, max: 6, places: 0, unit: '轴' }),
  pallets: optionalNumber({ min: 0, max: 60, places: 0, unit: '个' }),
  tailLift: z.boolean().default(false),
  temperatureTypes: z.array(z.literal(temperatureType.codes, '温区不正确')).max(4, '温区最多4个').default([]),

  /** areas that this vehicle must not enter; stowage warns of stops inside them */
  limitAreaIds: z.array(id).max(20, '限行区域最多20个').default([]),

  refrigeratorCount: countField(2, '台'),
  coolerModel: optionalText(30),
  coolerDrive: optionalWord(coolerDrives, '请选择冷机驱动'),
  tankCapacity: optionalNumber({ min: 20, max: 2000, places: 0, unit: 'L' }),
  refOil100: optionalNumber({ min: 1, max: 99, places: 1, unit: 'L' }),
  idleOil: optionalNumber({ min: 0.1, max: 20, places: 1, unit: 'L/h' }),
  mileageCoefficient: numberWithin({ min: 0.8, max: 1.2, places: 3 }).default(1),
  initMileage: numberWithin({ min: 0, max: 5_000_000, places: 1, unit: 'km' }).default(0),
  /** 保养间隔: distance (km) and days from one upkeep to the next */
  upkeepKm: optionalNumber({ min: 500, max: 200_000, places: 0, unit: 'km' }),
  upkeepDays: optionalNumber({ min: 7, max: 1095, places: 0, unit: '天' }),

  videoMonitoring: z.literal(videoMonitoring.codes, '请选择视频类型').default(videoMonitoring.none),
  cameraCount: countField(6, '路'),
  doorCount: countField(4, '个'),
  temCount: countField(4, '路'),
  oilCount: countField(2, '路'),

  driverId: optionalId,
  coDriverId: optionalId,
  escortId: optionalId,
  contactPhone: optionalPhone,

  licenseDate: optionalDate,
  transportCertNo: optionalText(30),
  transportCertDate: optionalDate,
  inspectDate: optionalDate,
  insureDate: optionalDate,
  serviceEnd: optionalDate,
  remark: z.string().trim().max(200, '最多200个字符').default(''),
});
export type VehicleFields = z.output<typeof vehicleFields>;
export type VehicleField = keyof VehicleFields;

/**
 * Rules over several fields. They run on the raw input, so that they also report while other fields are still wrong; a field may be
 * missing.
 */
const crossRules: ReadonlyArray<CrossRule<VehicleFields>> = [
  {
    path: 'carrierId',
    fault: (v) => (v.vehicleCq === vehicleCq.outsourced && !v.carrierId ? '外协车辆请选择承运商' : null),
  },
  {
    path: 'temperatureTypes',
    fault: ({ vehicleType = '其他', temperatureTypes }) =>
      cooledTypes.includes(vehicleType) && !temperatureTypes?.length ? `${vehicleType}车请选择温区` : null,
  },
  {
    path: 'totalWeight',
    fault: ({ loadWeight, totalWeight }) =>
      typeof loadWeight === 'number' && typeof totalWeight === 'number' && totalWeight < loadWeight
        ? `总质量不能小于核定载质量${loadWeight}t`
        : null,
  },
  { path: 'coDriverId', fault: (v) => (v.driverId && v.driverId === v.coDriverId ? '副驾不能与主驾相同' : null) },
  {
    path: 'escortId',
    fault: (v) =>
      v.escortId && (v.escortId === v.driverId || v.escortId === v.coDriverId) ? '押运员不能与主驾、副驾相同' : null,
  },
  {
    path: 'plateDate',
    fault: (v) => (v.regDate && v.plateDate && v.plateDate < v.regDate ? '上牌日期不能早于注册日期' : null),
  },
];

/** What is wrong between the fields of one vehicle; empty when nothing is. */
export const vehicleCrossChecks = (v: VehicleFields): Array<{ path: VehicleField; msg: string }> =>
  crossFaults(crossRules, v);

/** The schema with one more rule per paper: it must not end before it begins. */
const withCertificates = <S extends z.ZodObject>(schema: S): S =>
  certificateKinds.reduce<S>(
    (checked, kind) =>
      checked.refine((input) => !endsTooEarly(kind, input), {
        path: ['certificates', kind, 'startDate'],
        error: endsTooEarlyWords,
        when: () => true,
      }),
    schema,
  );
/** Papers and compartments; when left out, the stored ones stay. */
const papers = { certificates: certificates.optional(), zones: zones.optional() };

/** A line of an import: the fields of the vehicle and those of its papers. */
export const vehicleImportFields = withCertificates(vehicleFields.extend({ certificates }));

/** A new vehicle; `deviceId` also binds a free terminal. */
export const vehicleInput = withCertificates(
  withCrossRules(vehicleFields.extend({ deviceId: optionalId, ...papers }), crossRules),
);
/** 车牌生效时间: since when the changed plate is valid; absent: from now on. Reports of earlier times keep the old plate. */
export const plateSinceLabel = '车牌生效时间';
const plateSince = dateTime.nullish().transform((time) => time || null);
/** A changed vehicle with the version at which it was read. */
export const vehicleChange = withCertificates(
  withCrossRules(
    vehicleFields.extend({ id, version: z.number().int().min(1, '缺少版本号'), plateSince, ...papers }),
    crossRules,
  ),
);

/** Labels of the fields, the same in form, change history and import. */
export const vehicleLabels: Readonly<Record<VehicleField, string>> = {
  plateNo: '车牌号',
  vehicleColor: '车牌颜色',
  remarkNo: '车辆备注',
  orgId: '所属部门',
  fleetId: '所属车队',
  vehicleCq: '车辆来源',
  carrierId: '承运商',
  usageMode: '使用方式',
  vehicleType: '车辆类型',
  vin: '车架号',
  engineNo: '发动机号',
  brand: '品牌型号',
  emissionStandard: '排放标准',
  fuelType: '燃料类型',
  regDate: '注册日期',
  plateDate: '上牌日期',
  vehicleLength: '车长(m)',
  boxLength: '货箱长(m)',
  boxWidth: '货箱宽(m)',
  boxHeight: '货箱高(m)',
  volume: '容积(m³)',
  loadWeight: '核定载质量(t)',
  totalWeight: '总质量(t)',
  axles: '轴数',
  pallets: '托盘位',
  tailLift: '尾板',
  temperatureTypes: '温区',
  limitAreaIds: '限行区域',
  refrigeratorCount: '冷机数',
  coolerModel: '冷机型号',
  coolerDrive: '冷机驱动',
  tankCapacity: '油箱容量(L)',
  refOil100: '参考百公里油耗(L)',
  idleOil: '怠速油耗(L/h)',
  mileageCoefficient: '里程修正系数',
  initMileage: '初始里程(km)',
  upkeepKm: '保养间隔(km)',
  upkeepDays: '保养间隔(天)',
  videoMonitoring: '视频监控',
  cameraCount: '摄像头数',
  doorCount: '门磁数',
  temCount: '温探数',
  oilCount: '油感数',
  driverId: '主驾司机',
  coDriverId: '副驾司机',
  escortId: '押运员',
  contactPhone: '联系电话',
  licenseDate: '行驶证到期',
  transportCertNo: '道路运输证号',
  transportCertDate: '道路运输证到期',
  inspectDate: '年检到期',
  insureDate: '保险到期',
  serviceEnd: '服务到期',
  remark: '备注',
};

/** The dictionary of each field whose value is a code. */
export const vehicleDicts: Partial<Record<VehicleField, string>> = {
  vehicleColor: vehicleColor.typeCode,
  vehicleCq: vehicleCq.typeCode,
  usageMode: usageModeList.typeCode,
  temperatureTypes: temperatureType.typeCode,
  videoMonitoring: videoMonitoring.typeCode,
};

/** How many days before its end a document is warned of. */
export const expirySoonDays = 30;
