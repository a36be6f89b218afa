import { z } from 'zod';
import { button } from '../buttons';
import { columns } from '../core/columns';
import { endpoint } from '../core/endpoint';
import { optionalId, optionalNumber, optionalText } from '../core/inputs';
import { dateOnly, dateTime, id, pageOf, pageQuery } from '../core/page';
import { exportOptions, filterCode, filterText, version } from '../core/resource';
import { transportStatus } from '../enums/transport';
import { temperatureType } from '../enums/vehicle';
import { driverConfirmStatus, stowStatus, waybillKind } from '../enums/waybill';
import { menus } from '../menus';
import { orderCode } from '../order/order';
import { stowMachine, waybillMachine } from './status';

const text = z.string();
const nullable = z.string().nullable();
const numeric = z.number().nullable();

/** 运单号: `TD`, `PZ` or `YS` by kind, yyMMdd, five digits. */
export const waybillCode = z.string('请选择运单').trim().min(1, '请选择运单').max(30, '运单号最多30个字符');
/** Why somebody does what cannot simply be undone. */
export const reasonOf = (noun: string) =>
  z.string(`请填写${noun}`).trim().min(2, `${noun}至少2个字符`).max(100, `${noun}最多100个字符`);

/** What may be done with a waybill now, by the server's word. `load`, `rollback` are steps of loading, the others of the trip. */
export const waybillAction = z.enum([...new Set([...waybillMachine.verbs, ...stowMachine.verbs])] as [
  string,
  ...string[],
]);

export const waybillRow = z.object({
  id,
  waybillCode: text,
  waybillKind: z.number(),
  fromName: text,
  toName: text,
  vehicleId: nullable,
  plateNo: text,
  vehicleColor: numeric,
  vehicleCq: numeric,
  carrierName: text,
  driverId: nullable,
  driverName: text,
  driverPhone: text,
  /** driverConfirmStatus: has the driver taken the trip on his phone */
  driverConfirm: z.number(),
  coDriverName: text,
  orderCount: z.number(),
  signedCount: z.number(),
  stopCount: z.number(),
  stopDone: z.number(),
  nextStop: nullable,
  totalPieces: z.number(),
  loadPieces: z.number(),
  totalWeight: z.number(),
  totalVolume: z.number(),
  loadRateWeight: numeric,
  loadRateVolume: numeric,
  temperatureTypes: z.array(z.number()),
  setTemp: numeric,
  /** what the box shows now, ℃ */
  boxTemp: numeric,
  planDistanceKm: z.number(),
  planDepartTime: dateTime,
  planArriveTime: dateTime,
  actualDepartTime: dateTime.nullable(),
  actualArriveTime: dateTime.nullable(),
  departSource: numeric,
  arriveSource: numeric,
  /** next stop, as the truck's positions have it; how far behind its window, min; 0 in time, 1 expected late, 2 late */
  etaTime: dateTime.nullable(),
  delayMin: numeric,
  delayLevel: z.number(),
  /** coolerStatus before loading; null: not cooled for this trip */
  coolerStatus: numeric,
  /** the truck left the loading place and nobody noted a departure (疑似已发车) */
  suspectDepartTime: dateTime.nullable(),
  /** papers of vehicle and driver that ran out or do within 30 days (保险 还有12天) */
  paperWarn: text,
  /** minutes that the departure was or is late */
  departLateMin: z.number(),
  transportStatus: z.number(),
  stowStatus: z.number(),
  /** somebody began to load */
  loadStarted: z.boolean(),
  sealNo: nullable,
  reloadFrom: nullable,
  closeReason: nullable,
  remark: text,
  createUser: text,
  createTime: dateTime,
  version: z.number(),
  allowActions: z.array(waybillAction),
});
export type WaybillRow = z.infer<typeof waybillRow>;

export const waybillColumns = columns<WaybillRow>()([
  { value: 'waybillCode', label: '运单号', width: 132, fixed: 'left', sortable: true, noEdit: true },
  { value: 'transportStatus', label: '运输状态', width: 84, dict: 'transportStatus', sortable: true },
  { value: 'stowStatus', label: '装载', width: 72, dict: 'stowStatus' },
  { value: 'plateNo', label: '车牌号', width: 104, sortable: true },
  { value: 'driverName', label: '司机', width: 72 },
  { value: 'driverConfirm', label: '接单', width: 72, dict: 'driverConfirmStatus' },
  { value: 'fromName', label: '发站', width: 132 },
  { value: 'toName', label: '到站', width: 132 },
  { value: 'stopDone', label: '点位进度', width: 76, align: 'right' },
  { value: 'signedCount', label: '签收', width: 64, align: 'right' },
  { value: 'totalPieces', label: '件数', width: 64, align: 'right', sortable: true },
  { value: 'totalWeight', label: '重量 kg', width: 84, align: 'right', sortable: true },
  { value: 'totalVolume', label: '体积 m³', width: 84, align: 'right', sortable: true },
  { value: 'loadRateWeight', label: '装载率', width: 84, align: 'right', sortable: true },
  { value: 'temperatureTypes', label: '温层', width: 64 },
  { value: 'boxTemp', label: '厢温 / 设定', width: 96, align: 'right' },
  { value: 'planDepartTime', label: '计划发车', width: 112, sortable: true },
  { value: 'actualDepartTime', label: '实际发车', width: 112, sortable: true },
  { value: 'nextStop', label: '下一站', width: 150 },
  { value: 'etaTime', label: '预计到达', width: 150, sortable: true },
  { value: 'planArriveTime', label: '计划完成', width: 112, sortable: true },
  { value: 'actualArriveTime', label: '实际完成', width: 112, sortable: true, hidden: true },
  { value: 'planDistanceKm', label: '计划里程 km', width: 92, align: 'right', hidden: true },
  { value: 'sealNo', label: '铅封号', width: 96, hidden: true },
  { value: 'carrierName', label: '承运商', width: 110, hidden: true },
  { value: 'coDriverName', label: '副司机', width: 72, hidden: true },
  { value: 'driverPhone', label: '司机电话', width: 110, hidden: true },
  { value: 'reloadFrom', label: '换装来源', width: 132, hidden: true },
  { value: 'createUser', label: '创建人', width: 76, hidden: true },
  { value: 'createTime', label: '创建时间', width: 112, sortable: true, hidden: true },
  { value: 'remark', label: '备注', width: 140, hidden: true },
]);

export const waybillFilters = z.object({
  transportStatus: filterCode(transportStatus.codes),
  stowStatus: filterCode(stowStatus.codes),
  driverConfirm: filterCode(driverConfirmStatus.codes),
  waybillCode: filterText(30),
  orderCode: filterText(30),
  plateNo: filterText(20),
  driverName: filterText(20),
  carrierId: id.optional(),
  temperatureType: filterCode(temperatureType.codes),
  /** days of the company, both included */
  planFrom: dateOnly.optional(),
  planTo: dateOnly.optional(),
});
export type WaybillFilters = z.output<typeof waybillFilters>;

const stopOut = z.object({
  seq: z.number(),
  stopType: z.number(),
  placeId: nullable,
  name: text,
  address: text,
  contact: text,
  phone: text,
  lng: numeric,
  lat: numeric,
  windowStart: dateTime.nullable(),
  windowEnd: dateTime.nullable(),
  serviceMin: z.number(),
  planArriveTime: dateTime.nullable(),
  arriveTime: dateTime.nullable(),
  leaveTime: dateTime.nullable(),
  arriveSource: numeric,
  leaveSource: numeric,
  stopStatus: z.number(),
  checked: z.boolean(),
});
const legOut = z.object({
  orderCode: text,
  orderStatus: z.number(),
  customerName: text,
  receiver: text,
  fromSeq: z.number(),
  toSeq: z.number(),
  legType: z.number(),
  final: z.boolean(),
  temperatureType: z.number(),
  planPieces: z.number(),
  loadPieces: z.number(),
  unloadPieces: numeric,
  weightKg: z.number(),
  volumeM3: z.number(),
  compartmentNo: numeric,
  loadSeq: numeric,
  transportationStatus: z.number(),
  signedAt: dateTime.nullable(),
  signer: nullable,
  signPieces: numeric,
  rejectPieces: numeric,
});
export const autoCheck = z.object({
  code: text,
  level: z.enum(['block', 'warn', 'ok']),
  msg: text,
  value: numeric,
  limit: numeric,
});
/** Pictures of one departure or arrival. */
export const maxCheckFiles = 9;
const checkItem = z.object({ item: text, ok: z.boolean(), remark: text, fileIds: z.array(id).default([]) });
/** for the links of `recordPictures` */
const fileIds = z.array(id);
const departureOut = z.object({
  id,
  departTime: dateTime,
  source: z.number(),
  planPieces: z.number(),
  loadPieces: z.number(),
  sealNo: nullable,
  boxTemp: numeric,
  overrideReason: nullable,
  checkItems: z.array(checkItem),
  remark: text,
  checkUser: text,
  revokedAt: dateTime.nullable(),
  revokeReason: nullable,
  fileIds,
});
export const arrivalLine = z.object({
  orderCode: text,
  loaded: z.number(),
  unloaded: z.number(),
  damaged: z.number(),
  short: z.number(),
  over: z.number(),
  productTemp: numeric,
});
const arrivalOut = z.object({
  id,
  stopSeq: z.number(),
  arriveTime: dateTime,
  source: z.number(),
  sealNoSeen: nullable,
  sealOk: z.boolean().nullable(),
  boxTemp: numeric,
  /** what the probes said then; why somebody wrote something else */
  probeTemp: numeric,
  boxTempReason: nullable,
  lines: z.array(arrivalLine),
  remark: text,
  checkUser: text,
  fileIds,
});
const reloadOut = z.object({
  id,
  fromCode: text,
  toCode: text,
  reason: z.number(),
  remark: text,
  placeName: text,
  lng: numeric,
  lat: numeric,
  reloadTime: dateTime,
  lines: z.array(
    z.object({
      orderCode: text,
      loaded: z.number(),
      moved: z.number(),
      short: z.number(),
      over: z.number(),
      productTemp: numeric,
    }),
  ),
  operator: text,
  fileIds,
});
export const waybillDetailOut = waybillRow.extend({
  coDriverId: nullable,
  fromPlaceId: nullable,
  toPlaceId: nullable,
  stops: z.array(stopOut),
  legs: z.array(legOut),
  departures: z.array(departureOut),
  arrivals: z.array(arrivalOut),
  /** changes of vehicles, out of this waybill and into it */
  reloads: z.array(reloadOut),
  /** where the vehicle is now; null when nobody knows */
  live: z.object({ lng: z.number(), lat: z.number(), time: dateTime, speedKmh: z.number() }).nullable(),
});
export type WaybillDetail = z.infer<typeof waybillDetailOut>;
export type WaybillStop = WaybillDetail['stops'][number];
export type WaybillLeg = WaybillDetail['legs'][number];

/** Who drives what and when; the orders of a waybill are the board's. */
export const waybillHeader = z.object({
  vehicleId: id,
  driverId: optionalId,
  coDriverId: optionalId,
  planDepartTime: z.string('请选择计划发车时间').min(1, '请选择计划发车时间').pipe(dateTime),
  setTemp: optionalNumber({ min: -40, max: 40, places: 1, unit: '℃' }),
  sealNo: optionalText(30),
  remark: z.string().trim().max(200, '备注最多200个字符').default(''),
});

export const waybillLabels: Readonly<Record<keyof z.infer<typeof waybillHeader>, string>> = {
  vehicleId: '车辆',
  driverId: '司机',
  coDriverId: '副司机',
  planDepartTime: '计划发车',
  setTemp: '设定温度',
  sealNo: '铅封号',
  remark: '备注',
};

const written = z.object({ waybillCode: text, version: z.number() });
const base = '/api/tms/waybill';

/** Kinds of waybills with a list of their own: what it is called, whose menu it is and which right each step needs. */
const kinds = {
  billOfLading: {
    kind: waybillKind.billOfLading,
    noun: '提单',
    menu: menus.billOfLading.id,
    edit: button('billOfLading', 'edit'),
    load: button('billOfLading', 'edit'),
    void: button('billOfLading', 'void'),
    finish: button('billOfLading', 'finish'),
    export: button('billOfLading', 'export'),
  },
  transportTask: {
    kind: waybillKind.transportTask,
    noun: '运输任务',
    menu: menus.transportTask.id,
    edit: button('transportTask', 'edit'),
    load: button('transportTask', 'load'),
    void: button('transportTask', 'void'),
    finish: button('transportTask', 'finish'),
    export: button('transportTask', 'export'),
  },
  waybillStowage: {
    kind: waybillKind.stowage,
    noun: '配载单',
    menu: menus.waybillStowage.id,
    edit: button('waybillStowage', 'edit'),
    load: button('waybillStowage', 'load'),
    void: button('waybillStowage', 'void'),
    finish: button('waybillStowage', 'finish'),
    export: button('waybillStowage', 'export'),
  },
} as const;

type KindName = keyof typeof kinds;

function callsOf(name: KindName) {
  const own = kinds[name];
  const read = { menu: own.menu } as const;
  const path = `${base}/${name}` as const;
  const step = z.object({ waybillCode, version });
  return {
    kind: own.kind,
    noun: own.noun,
    page: endpoint({
      path: `${path}/page`,
      access: read,
      title: `${own.noun}列表`,
      input: pageQuery.extend(waybillFilters.shape),
      output: pageOf(waybillRow),
    }),
    statusCount: endpoint({
      path: `${path}/statusCount`,
      access: read,
      title: `各状态的${own.noun}数`,
      input: waybillFilters.omit({ transportStatus: true }),
      output: z.record(z.string(), z.number()),
    }),
    detail: endpoint({
      path: `${path}/detail`,
      access: read,
      title: `${own.noun}详情`,
      input: z.object({ id: waybillCode }),
      output: waybillDetailOut,
    }),
    update: endpoint({
      path: `${path}/update`,
      access: own.edit,
      title: `编辑${own.noun}`,
      input: waybillHeader.extend({ waybillCode, version }),
      output: written,
    }),
    load: endpoint({
      path: `${path}/load`,
      access: own.load,
      title: `${own.noun}装车完成`,
      input: step,
      output: written,
    }),
    startLoad: endpoint({
      path: `${path}/startLoad`,
      access: own.load,
      title: `${own.noun}开始装车`,
      input: step,
      output: written,
    }),
    countLoad: endpoint({
      path: `${path}/countLoad`,
      access: own.load,
      title: `${own.noun}装车清点`,
      input: step.extend({
        orderCode,
        /** on board so far */
        pieces: z.number('请输入已装件数').int('件数须为整数').min(0, '件数不能小于0').max(999_999),
      }),
      output: written,
    }),
    rollback: endpoint({
      path: `${path}/rollback`,
      access: own.load,
      title: `撤销${own.noun}的装车`,
      input: step,
      output: written,
    }),
    finish: endpoint({
      path: `${path}/finish`,
      access: own.finish,
      title: `${own.noun}完成`,
      input: step,
      output: written,
    }),
    void: endpoint({
      path: `${path}/void`,
      access: own.void,
      title: `作废${own.noun}`,
      input: step.extend({ reason: reasonOf('作废原因') }),
      output: written,
    }),
    export: endpoint({
      path: `${path}/export`,
      access: own.export,
      title: `导出${own.noun}`,
      input: waybillFilters.extend(exportOptions),
      output: z.object({ id }),
    }),
  };
}
export type WaybillCalls = ReturnType<typeof callsOf>;

export const transportTaskCalls: WaybillCalls = callsOf('transportTask');
export const waybillStowageCalls: WaybillCalls = callsOf('waybillStowage');
export const billOfLadingCalls: WaybillCalls = callsOf('billOfLading');
export const {
  page: billOfLadingPage,
  statusCount: billOfLadingStatusCount,
  detail: billOfLadingDetail,
  update: billOfLadingUpdate,
  startLoad: billOfLadingStartLoad,
  countLoad: billOfLadingCountLoad,
  load: billOfLadingLoad,
  rollback: billOfLadingRollback,
  finish: billOfLadingFinish,
  void: billOfLadingVoid,
  export: billOfLadingExport,
} = billOfLadingCalls;
/** Each of them on its own: the API document and the guard know calls by their exports. */
export const {
  page: transportTaskPage,
  statusCount: transportTaskStatusCount,
  detail: transportTaskDetail,
  update: transportTaskUpdate,
  load: transportTaskLoad,
  startLoad: transportTaskStartLoad,
  countLoad: transportTaskCountLoad,
  rollback: transportTaskRollback,
  finish: transportTaskFinish,
  void: transportTaskVoid,
  export: transportTaskExport,
} = transportTaskCalls;
export const {
  page: waybillStowagePage,
  statusCount: waybillStowageStatusCount,
  detail: waybillStowageDetail,
  update: waybillStowageUpdate,
  load: waybillStowageLoad,
  startLoad: waybillStowageStartLoad,
  countLoad: waybillStowageCountLoad,
  rollback: waybillStowageRollback,
  finish: waybillStowageFinish,
  void: waybillStowageVoid,
  export: waybillStowageExport,
} = waybillStowageCalls;

/** 改派: another vehicle or driver for a task that has not left; the driver is asked again (transport.md C15). */
export const transportTaskReassign = endpoint({
  path: `${base}/transportTask/reassign`,
  access: button('transportTask', 'reassign'),
  title: '改派',
  input: z.object({ waybillCode, version, vehicleId: id, driverId: optionalId, reason: reasonOf('改派原因') }),
  output: written,
});

/** Takes an order over for its receiver (transport.md 3.1, 4→5). */
export const orderSign = endpoint({
  path: '/api/tms/customerOrder/sign',
  access: button('customerOrder', 'sign'),
  title: '签收',
  input: z.object({
    orderCode,
    signer: z.string('请输入签收人').trim().min(2, '签收人为2~20个字符').max(20, '签收人最多20个字符'),
    signPieces: z.number('请输入实签件数').int('件数须为整数').min(0, '件数不能小于0'),
    rejectPieces: z.number().int('件数须为整数').min(0, '件数不能小于0').default(0),
    rejectReason: optionalText(100),
    signTime: dateTime.optional(),
  }),
  output: z.object({
    orderCode: text,
    orderStatus: z.number(),
    waybillCode: text,
    transportStatus: z.number(),
    /** the order by which refused goods go back; null when nothing was refused */
    returnCode: nullable,
  }),
});
export const orderRevokeSign = endpoint({
  path: '/api/tms/customerOrder/revokeSign',
  access: button('customerOrder', 'revokeSign'),
  title: '撤销签收',
  input: z.object({ orderCode, reason: reasonOf('撤销原因') }),
  output: z.object({ orderCode: text, orderStatus: z.number() }),
});

/** A signature may be taken back for so long (transport.md 3.1). */
export const revokeSignHours = 24;
