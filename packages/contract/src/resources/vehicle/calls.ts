import { z } from 'zod';
import { orgOptions } from '../../base/org/calls';
import { carrierOptions } from '../../base/reference/options';
import { endpoint } from '../../core/endpoint';
import { defineEnum } from '../../core/enum';
import { boundFields, toldCode } from '../../core/field/bound';
import { dateTime, id } from '../../core/page';
import { recordCalls } from '../../core/register/calls';
import { by, filterSet } from '../../core/register/filters';
import { paperCalls } from '../../core/register/papers';
import { menus } from '../../shell/menus';
import { vehiclePaper } from '../enums';
import { fleetOptions } from '../fleet/calls';
import { vehicleRead } from './access';
import { certificatesKept } from './certificate';
import { onSources, setSources } from './chiller';
import { supplierType, temperatureType, usageModeList, vehicleCq, vehicleStatus, videoMonitoring } from './enums';
import { vehicleChange, vehicleInput, vehicleTypes } from './fields';
import { probeKind, zoneLine } from './probe';

const menu = menus.vehicle.id;
const vehicleRight = (action: string, label: string) => ({ menu, path: `vehicle/${action}`, label });

const nullableText = z.string().nullable();
const names = {
  orgId: id.nullable(),
  orgName: z.string(),
  fleetId: id.nullable(),
  fleetName: z.string(),
  carrierId: id.nullable(),
  carrierName: z.string(),
  driverId: id.nullable(),
  driverName: z.string(),
  driverPhone: z.string(),
};
const documents = {
  licenseDate: nullableText,
  transportCertDate: nullableText,
  inspectDate: nullableText,
  insureDate: nullableText,
  serviceEnd: nullableText,
};

/** A row of the register. Lengths in m, weights in t, volumes in m³. */
export const vehicleRow = z.object({
  id,
  plateNo: z.string(),
  vehicleColor: z.number(),
  remarkNo: z.string(),
  vehicleType: z.string(),
  vehicleCq: z.number(),
  usageMode: z.number(),
  vehicleLength: z.number().nullable(),
  loadWeight: z.number().nullable(),
  volume: z.number().nullable(),
  temperatureTypes: z.array(z.number()),
  ...names,
  deviceId: id.nullable(),
  terminalNo: z.string(),
  simNo: z.string(),
  /** deviceStatus; null without a terminal */
  deviceStatus: z.number().nullable(),
  videoMonitoring: z.number(),
  temCount: z.number(),
  doorCount: z.number(),
  oilCount: z.number(),
  refrigeratorCount: z.number(),
  cameraCount: z.number(),
  /** number of configured probes */
  probeCount: z.number(),
  ...documents,
  /** kind and end of the first of the other papers (商业险, 二级维护, GPS安装证明) to end */
  otherPaper: nullableText,
  otherPaperDate: nullableText,
  vehicleStatus: z.number(),
  /** the company that shares the vehicle with the caller's; empty for an own vehicle. A shared vehicle can be seen but not changed. */
  sharedFrom: z.string(),
  version: z.number(),
  updateTime: dateTime,
  extCode: toldCode,
});
export type VehicleRow = z.infer<typeof vehicleRow>;

/** The tabs above the list. */
const tabs = defineEnum('vehicleTab', {
  available: ['available', '可用'],
  maintenance: ['maintenance', '维修中'],
  disabled: ['disabled', '停用'],
  soon: ['soon', '证照将到期'],
  expired: ['expired', '证照已过期'],
  noDevice: ['noDevice', '未绑定设备'],
});

/** Filters of the register, the most used first. `plateNo` takes several plates, separated by spaces, commas or line ends. */
export const vehicleFilters = filterSet({
  plateNo: by.own(by.text('车牌号', { hint: '车牌号，可粘贴多个', max: 1000, main: true, width: 200 })),
  fleetId: by.record('车队', 'fleet', fleetOptions, { width: 170 }),
  temperatureType: by.code('温区', temperatureType, { columns: ['temperature_types'], inside: true, width: 130 }),
  orgId: by.org('部门', orgOptions, { width: 180 }),
  remarkNo: by.own(by.text('备注', { max: 30, width: 150 })),
  hasDevice: by.own(by.either('设备', '已绑定', '未绑定', { width: 130 })),
  /** any document of the vehicle, including the papers with an end of their own (`registeredEnds`) */
  expire: by.own(by.ends('证照', [], { width: 150 })),
  vehicleType: by.word(
    '车型',
    { codes: vehicleTypes, options: vehicleTypes.map((name) => ({ code: name, name })) },
    { width: 130 },
  ),
  vehicleCq: by.code('来源', vehicleCq, { width: 130 }),
  carrierId: by.record('承运商', 'carrier', carrierOptions, { width: 180 }),
  usageMode: by.code('使用方式', usageModeList, { width: 150 }),
  videoMonitoring: by.code('视频', videoMonitoring, { width: 140 }),
  vehicleStatus: by.code('状态', vehicleStatus, { bar: false }),
  /** the vehicle is bound to this customer now (车辆绑定) */
  customerId: by.own({ kind: 'text', label: '客户编号', schema: boundFields.customerId, bar: false }),
  /** a customer's code for the vehicle (车辆绑定) now */
  extCode: by.own({ kind: 'text', label: '客户车辆编码', schema: boundFields.extCode, bar: false }),
  /** the tab above the list; it is not in the filter bar */
  tab: by.own(by.word('标签', tabs, { bar: false })),
});
export type VehicleFilters = z.output<typeof vehicleFilters.schema>;

const rightWords = { add: '新增', edit: '编辑', del: '删除', export: '导出' } as const;
const records = recordCalls({
  base: '/api/base/manage/vehicle',
  noun: '车辆',
  unit: '辆',
  menu,
  right: (right) => vehicleRight(right, rightWords[right]),
  fields: { row: vehicleRow, filters: vehicleFilters, input: vehicleInput, change: vehicleChange },
});
export const {
  page: vehiclePage,
  add: vehicleAdd,
  update: vehicleUpdate,
  exports: vehicleExport,
  changeHis: vehicleChangeHis,
} = records;
export const { page: vehicleRecyclePage, restore: vehicleRestore } = records.recycle;
export type ChangeRow = z.infer<typeof vehicleChangeHis.output>['list'][number];

/** Number of vehicles of each tab under the filters, whatever tab is open. */
export const vehicleCounts = endpoint({
  path: '/api/base/manage/vehicle/counts',
  access: vehicleRead,
  title: '各状态车辆数',
  input: vehicleFilters.schema,
  output: z.object({
    all: z.number(),
    available: z.number(),
    maintenance: z.number(),
    disabled: z.number(),
    soon: z.number(),
    expired: z.number(),
    noDevice: z.number(),
  }),
});

const binding = z.object({
  id,
  deviceId: id,
  terminalNo: z.string(),
  model: z.string(),
  startTime: dateTime,
  /** null: it still runs */
  endTime: dateTime.nullable(),
  operator: z.string(),
});
const probeLine = z.object({
  kind: probeKind,
  channel: z.number().int(),
  name: z.string(),
  zone: nullableText,
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  alarm: z.boolean(),
  sn: nullableText,
  certNo: nullableText,
  certDate: nullableText,
  certEnd: nullableText,
  posX: z.number().nullable(),
  posY: z.number().nullable(),
  correction: z.number(),
  inverse: z.boolean(),
  cameraType: z.literal(supplierType.codes).nullable(),
  snapChannel: z.number().nullable(),
  onSource: z.enum(onSources).nullable(),
  setSource: z.enum(setSources).nullable(),
  chillerProtocol: nullableText,
});
export type ProbeLine = z.infer<typeof probeLine>;

/** Present position and readings of a vehicle; null before its first report. Times are in the company's zone. */
export const vehicleLive = z.object({
  state: z.number(),
  stateSince: dateTime,
  deviceTime: dateTime.nullable(),
  /** WGS-84 */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  speedKmh: z.number().nullable(),
  acc: z.boolean(),
  todayMileageKm: z.number(),
  totalMileageKm: z.number(),
  tempC: z.array(z.number().nullable()),
  humPct: z.array(z.number().nullable()),
  co2Ppm: z.array(z.number().nullable()),
  fuelL: z.array(z.number().nullable()),
  doorOpen: z.array(z.boolean().nullable()),
  extVoltageV: z.number().nullable(),
  reeferOn: z.boolean().nullable(),
});

export const vehicleDetail = endpoint({
  path: '/api/base/manage/vehicle/detail',
  access: vehicleRead,
  title: '车辆详情',
  input: z.object({ id }),
  output: z.object({
    ...vehicleRow.shape,
    vin: nullableText,
    engineNo: nullableText,
    brand: nullableText,
    emissionStandard: nullableText,
    fuelType: nullableText,
    regDate: nullableText,
    plateDate: nullableText,
    boxLength: z.number().nullable(),
    boxWidth: z.number().nullable(),
    boxHeight: z.number().nullable(),
    totalWeight: z.number().nullable(),
    axles: z.number().nullable(),
    pallets: z.number().nullable(),
    tailLift: z.boolean(),
    /** compartments of the box, in the order of the form */
    zones: z.array(zoneLine),
    limitAreaIds: z.array(id),
    /** the areas of `limitAreaIds` that still exist */
    limitAreas: z.array(z.object({ id, name: z.string() })),
    tankCapacity: z.number().nullable(),
    coolerModel: nullableText,
    coolerDrive: nullableText,
    refOil100: z.number().nullable(),
    /** litres an hour */
    idleOil: z.number().nullable(),
    mileageCoefficient: z.number(),
    initMileage: z.number(),
    upkeepKm: z.number().nullable(),
    upkeepDays: z.number().nullable(),
    coDriverId: id.nullable(),
    coDriverName: z.string(),
    escortId: id.nullable(),
    escortName: z.string(),
    contactPhone: nullableText,
    transportCertNo: nullableText,
    certificates: certificatesKept,
    remark: z.string(),
    createTime: dateTime,
    updateUser: z.string(),
    bindings: z.array(binding),
    probes: z.array(probeLine),
    /** wires whose last value is older than `silentAfterMs` */
    silent: z.array(z.object({ kind: probeKind, channel: z.number() })),
    live: vehicleLive.nullable(),
  }),
});
export type VehicleDetail = z.infer<typeof vehicleDetail.output>;

/** 文件: every stored file of the vehicle, whether of a paper or of a repair order; newest first. */
export const vehicleFiles = endpoint({
  path: '/api/base/manage/vehicle/files',
  access: vehicleRead,
  title: '车辆的全部文件',
  input: z.object({ id }),
  output: z.array(
    z.object({
      id,
      /** label of the kind of file: 行驶证, 维修单附件 */
      type: z.string(),
      /** number of the repair order that the file belongs to; empty for papers */
      source: z.string(),
      fileName: z.string(),
      size: z.number(),
      image: z.boolean(),
      url: z.string(),
      userName: z.string(),
      time: dateTime,
    }),
  ),
});

/** Former and present states, fleets, main drivers, plates and departments of a vehicle with their periods; newest first. */
export const vehiclePeriods = endpoint({
  path: '/api/base/manage/vehicle/periods',
  access: vehicleRead,
  title: '车辆状态与归属历史',
  input: z.object({ id }),
  output: z.array(
    z.object({
      id,
      kind: z.enum(['status', 'fleet', 'driver', 'plate', 'org']),
      /** the label or name at that time */
      name: z.string(),
      startTime: dateTime,
      endTime: dateTime.nullable(),
      operator: z.string(),
    }),
  ),
});

/** The right to see phone numbers and the VIN in full. */
export const vehicleSensitive = vehicleRight('sensitive', '查看完整信息');

/** The right to change 里程修正系数, the factor by which a vehicle's mileage is corrected. */
export const vehicleMileage = vehicleRight('mileage', '修正里程');

/** Result of a batch for one vehicle: done, or why not. */
export const batchResult = z.object({ id, plateNo: z.string(), ok: z.boolean(), msg: z.string() });
export type BatchResult = z.infer<typeof batchResult>;
const chosen = z.array(id).min(1, '请选择车辆').max(500, '一次最多处理500辆车');

/** Deletes vehicles. If a single one cannot be deleted the call fails; of several, each has its own line of result. */
export const vehicleDel = endpoint({
  path: '/api/base/manage/vehicle/del',
  access: vehicleRight('del', '删除'),
  title: '删除车辆',
  input: z.object({ ids: chosen }),
  output: z.array(batchResult),
});
/** The calls of the register, for its list page and for the server's routes. */
export const vehicleRegister = { ...records, del: vehicleDel };
export const vehicleSetStatus = endpoint({
  path: '/api/base/manage/vehicle/status',
  access: vehicleRight('status', '启停'),
  title: '改变车辆状态',
  input: z.object({ ids: chosen, vehicleStatus: z.literal(vehicleStatus.codes, '请选择车辆状态') }),
  output: z.array(batchResult),
});
export const vehicleBatchUpdate = endpoint({
  path: '/api/base/manage/vehicle/batchUpdate',
  access: vehicleRight('batchUpdate', '批量修改'),
  title: '批量修改部门、车队、司机',
  input: z
    .object({
      ids: chosen,
      orgId: id.optional(),
      fleetId: id.nullable().optional(),
      driverId: id.nullable().optional(),
    })
    .refine(
      (v) => v.orgId !== undefined || v.fleetId !== undefined || v.driverId !== undefined,
      '请至少选择一项要修改的内容',
    ),
  output: z.array(batchResult),
});

export const vehicleBindDevice = endpoint({
  path: '/api/base/manage/vehicle/bindDevice',
  access: vehicleRight('bindDevice', '绑定设备'),
  title: '绑定或更换终端',
  input: z.object({ vehicleId: id, deviceId: id, time: dateTime.optional() }),
});
export const vehicleUnbindDevice = endpoint({
  path: '/api/base/manage/vehicle/unbindDevice',
  access: vehicleRight('bindDevice', '绑定设备'),
  title: '解绑终端',
  input: z.object({ vehicleId: id, time: dateTime.optional() }),
});

export const vehiclePapers = paperCalls({
  base: '/api/base/manage/vehicle',
  noun: '车辆',
  read: { menu },
  edit: vehicleRight('edit', '编辑'),
  types: vehiclePaper,
});
export const { list: vehiclePaperList, add: vehiclePaperAdd, del: vehiclePaperDel } = vehiclePapers;
