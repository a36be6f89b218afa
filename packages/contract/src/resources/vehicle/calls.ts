import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { paperCalls } from '../../core/register/papers';
import { menus } from '../../shell/menus';
import { vehiclePaper } from '../enums';
import { vehicleRead } from './access';
import { certificatesKept } from './certificate';
import { onSources, setSources } from './chiller';
import { supplierType, temperatureType, usageModeList, vehicleCq, vehicleStatus, videoMonitoring } from './enums';
import { vehicleChange, vehicleInput } from './fields';
import { probeKind, zoneLine } from './probe';

const menu = menus.vehicle.id;
const button = (action: string, label: string) => ({ menu, path: `vehicle/${action}`, label });

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

/** A line of the register. Lengths m, weights t, volume m³. */
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
  /** null without a terminal */
  deviceStatus: z.number().nullable(),
  videoMonitoring: z.number(),
  temCount: z.number(),
  doorCount: z.number(),
  oilCount: z.number(),
  refrigeratorCount: z.number(),
  cameraCount: z.number(),
  /** probes that have a name and limits */
  probeCount: z.number(),
  ...documents,
  /** of the papers beside these (商业险, 二级维护, GPS安装证明) the one that ends first: its kind and day */
  otherPaper: nullableText,
  otherPaperDate: nullableText,
  vehicleStatus: z.number(),
  /** company that shares the vehicle in; empty for one's own. A shared vehicle can be seen, not changed. */
  sharedFrom: z.string(),
  version: z.number(),
  updateTime: dateTime,
});
export type VehicleRow = z.infer<typeof vehicleRow>;

const text = (max: number) => z.string().trim().max(max, `最多${max}个字符`).optional();
/** From the address of the page numbers arrive as text. */
const code = <C extends readonly number[]>(codes: C) => z.coerce.number().pipe(z.literal(codes)).optional();

/** Filters of the register; several plates may be pasted, separated by spaces, commas or lines. */
export const vehicleFilters = z.object({
  plateNo: text(1000),
  remarkNo: text(30),
  orgId: id.optional(),
  fleetId: id.optional(),
  carrierId: id.optional(),
  vehicleStatus: code(vehicleStatus.codes),
  vehicleCq: code(vehicleCq.codes),
  usageMode: code(usageModeList.codes),
  temperatureType: code(temperatureType.codes),
  vehicleType: text(10),
  /** 1 with a terminal, 0 without */
  hasDevice: code([0, 1]),
  videoMonitoring: code(videoMonitoring.codes),
  /** any document: soon = ends within 30 days, expired = over */
  expire: z.enum(['soon', 'expired']).optional(),
  /** status tab above the list, beside the filters */
  tab: z.enum(['available', 'maintenance', 'disabled', 'soon', 'expired', 'noDevice']).optional(),
});
export type VehicleFilters = z.output<typeof vehicleFilters>;

export const vehiclePage = endpoint({
  path: '/api/base/manage/vehicle/page',
  access: vehicleRead,
  title: '车辆列表',
  input: pageQuery.extend(vehicleFilters.shape),
  output: pageOf(vehicleRow),
});

/** Numbers behind the status tabs: the same filters, whatever the tab. */
export const vehicleCounts = endpoint({
  path: '/api/base/manage/vehicle/counts',
  access: vehicleRead,
  title: '各状态车辆数',
  input: vehicleFilters,
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
  /** null while it lasts */
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

/** Where the vehicle is now and what its wires say; null before the first report. Times of the company's zone. */
export const vehicleLive = z.object({
  state: z.number(),
  stateSince: dateTime,
  deviceTime: dateTime.nullable(),
  /** WGS-84 */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  speedKmh: z.number(),
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
    /** compartments of the box, in their order */
    zones: z.array(zoneLine),
    limitAreaIds: z.array(id),
    /** those areas that are still there */
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
    /** wires whose last value is older than a day (silentAfterMs) */
    silent: z.array(z.object({ kind: probeKind, channel: z.number() })),
    live: vehicleLive.nullable(),
  }),
});
export type VehicleDetail = z.infer<typeof vehicleDetail.output>;

/** 文件: every file that is kept of the vehicle, whatever it came with; newest first. */
export const vehicleFiles = endpoint({
  path: '/api/base/manage/vehicle/files',
  access: vehicleRead,
  title: '车辆的全部文件',
  input: z.object({ id }),
  output: z.array(
    z.object({
      id,
      /** 行驶证, 探头校准证书, 维修单… */
      type: z.string(),
      /** number of the repair order that it came with */
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

/** What the vehicle was and since when: state, fleet, main driver, plate; newest first. */
export const vehiclePeriods = endpoint({
  path: '/api/base/manage/vehicle/periods',
  access: vehicleRead,
  title: '车辆状态与归属历史',
  input: z.object({ id }),
  output: z.array(
    z.object({
      id,
      kind: z.enum(['status', 'fleet', 'driver', 'plate', 'org']),
      /** the word that it read as then */
      name: z.string(),
      startTime: dateTime,
      endTime: dateTime.nullable(),
      operator: z.string(),
    }),
  ),
});

/** The right to see phone numbers and the identification number in full. */
export const vehicleSensitive = button('sensitive', '查看完整信息');

/** The right to change by how much the driven kilometres of a vehicle are corrected. */
export const vehicleMileage = button('mileage', '修正里程');

export const vehicleAdd = endpoint({
  path: '/api/base/manage/vehicle/add',
  access: button('add', '新增'),
  title: '新增车辆',
  input: vehicleInput,
  output: z.object({ id }),
});
export const vehicleUpdate = endpoint({
  path: '/api/base/manage/vehicle/update',
  access: button('edit', '编辑'),
  title: '编辑车辆',
  input: vehicleChange,
  output: z.object({ id, version: z.number() }),
});

/** One line of the result of a batch: done, or why not. */
export const batchResult = z.object({ id, plateNo: z.string(), ok: z.boolean(), msg: z.string() });
export type BatchResult = z.infer<typeof batchResult>;
const chosen = z.array(id).min(1, '请选择车辆').max(500, '一次最多处理500辆车');

/** One vehicle that fails is an error; of several, each has its own line. */
export const vehicleDel = endpoint({
  path: '/api/base/manage/vehicle/del',
  access: button('del', '删除'),
  title: '删除车辆',
  input: z.object({ ids: chosen }),
  output: z.array(batchResult),
});
export const vehicleSetStatus = endpoint({
  path: '/api/base/manage/vehicle/status',
  access: button('status', '启停'),
  title: '改变车辆状态',
  input: z.object({ ids: chosen, vehicleStatus: z.literal(vehicleStatus.codes, '请选择车辆状态') }),
  output: z.array(batchResult),
});
export const vehicleBatchUpdate = endpoint({
  path: '/api/base/manage/vehicle/batchUpdate',
  access: button('batchUpdate', '批量修改'),
  title: '批量修改组织、车队、司机',
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
  access: button('bindDevice', '绑定设备'),
  title: '绑定或更换终端',
  input: z.object({ vehicleId: id, deviceId: id, time: dateTime.optional() }),
});
export const vehicleUnbindDevice = endpoint({
  path: '/api/base/manage/vehicle/unbindDevice',
  access: button('bindDevice', '绑定设备'),
  title: '解绑终端',
  input: z.object({ vehicleId: id, time: dateTime.optional() }),
});

export const vehicleExport = endpoint({
  path: '/api/base/manage/vehicle/export',
  access: button('export', '导出'),
  title: '导出车辆',
  input: vehicleFilters.extend({
    sort: pageQuery.shape.sort,
    fields: z.array(z.string().max(40)).min(1, '最少勾选一个显示的字段').max(100).optional(),
    /** ticked rows only */
    ids: z.array(id).max(500, '一次最多导出500条勾选的记录').optional(),
    /** absent: xlsx, csv beyond 100,000 rows */
    format: z.enum(['xlsx', 'csv']).optional(),
  }),
  output: z.object({ id }),
});

export const vehicleChangeHis = endpoint({
  path: '/api/base/manage/vehicle/changeHis',
  access: vehicleRead,
  title: '车辆变更记录',
  input: pageQuery.extend({ id }),
  output: pageOf(
    z.object({
      id,
      time: dateTime,
      userName: z.string(),
      action: z.string(),
      changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
});
export type ChangeRow = z.infer<typeof vehicleChangeHis.output>['list'][number];

export const vehiclePapers = paperCalls({
  base: '/api/base/manage/vehicle',
  noun: '车辆',
  read: { menu },
  edit: button('edit', '编辑'),
  types: vehiclePaper,
});
export const { list: vehiclePaperList, add: vehiclePaperAdd, del: vehiclePaperDel } = vehiclePapers;
