import { z } from 'zod';
import { carrierOptions, customerOptions } from '../../base/reference/options';
import { columns } from '../../core/columns';
import { endpoint } from '../../core/endpoint';
import { keysOf } from '../../core/keys';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { by, filterSet } from '../../core/register/filters';
import { exportOptions } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import { lateFilterWords, lateState, tempState, tempWords } from '../figures';
import { orderAction, orderCode } from '../order/calls';
import { waybillKind } from '../waybill/enums';
import { waybillCode } from '../waybill/shapes';

const base = '/api/tms/tracking';
const ofOrders = { menu: menus.orderTracking.id } as const;
const ofWaybills = { menu: menus.waybillTracking.id } as const;
const text = z.string();
const nullable = z.string().nullable();
const numeric = z.number().nullable();

/** Present place of a row's truck; null when it never reported. Times in the company's zone. */
const live = z
  .object({
    lng: z.number(),
    lat: z.number(),
    speedKmh: z.number().nullable(),
    acc: z.boolean(),
    time: dateTime,
    /** the position is older than `freshMin` */
    stale: z.boolean(),
    address: text,
  })
  .nullable();
export type TrackingLive = z.infer<typeof live>;

export const orderTrackRow = z.object({
  id,
  orderCode: text,
  customerOrderNo: nullable,
  customerName: text,
  receiver: text,
  receiveArea: text,
  receiveAddress: text,
  receiveLng: numeric,
  receiveLat: numeric,
  orderStatus: z.number(),
  /** the last step in words: `发车 09:12 青浦分拨中心` */
  lastEvent: text,
  lastTime: dateTime.nullable(),
  temperatureType: z.number(),
  tempMin: numeric,
  tempMax: numeric,
  /** ℃ in the compartment of the goods: the probe farthest outside of what they need, otherwise the mean */
  boxTemp: numeric,
  temp: tempState,
  totalPieces: z.number(),
  arriveTo: dateTime,
  etaTime: dateTime.nullable(),
  /** minutes later than the receiver asked for; negative: earlier */
  delayMin: numeric,
  late: lateState,
  waybillCode: nullable,
  waybillKind: numeric,
  vehicleId: nullable,
  /** when its trip left, and when that was over */
  departTime: dateTime.nullable(),
  endTime: dateTime.nullable(),
  plateNo: text,
  vehicleColor: numeric,
  driverName: text,
  driverPhone: text,
  stopDone: z.number(),
  stopCount: z.number(),
  /** distance still to drive along the remaining stops, km */
  remainKm: numeric,
  tempCompliance: numeric,
  abnormalCount: z.number(),
  /** receiptStatus of its receipt document; null while it has none */
  receiptStatus: numeric,
  /** site of the company where the goods lie and wait for their next trip; null while they are elsewhere. The truck that brought them says nothing about them then */
  siteName: nullable,
  /** where that site lies, when it has a shape */
  siteLng: numeric,
  siteLat: numeric,
  /** pieces that its receiver is to sign for */
  deliveredPieces: z.number(),
  allowActions: z.array(orderAction),
  /** marked with a star by the caller */
  followed: z.boolean(),
  live,
});
export type OrderTrackRow = z.infer<typeof orderTrackRow>;

export const orderTrackColumns = columns<OrderTrackRow>()([
  { value: 'orderCode', label: '订单号', width: 150, fixed: 'left', sortable: true, noEdit: true },
  { value: 'orderStatus', label: '状态', width: 76, dict: 'orderStatus', sortable: true },
  { value: 'receiveArea', label: '收货点', width: 116, wide: 170 },
  { value: 'late', label: '时效', width: 122 },
  { value: 'etaTime', label: '预计到达', width: 100, sortable: true },
  { value: 'lastEvent', label: '最新动态', width: 156 },
  { value: 'customerName', label: '客户', width: 110, wide: 186, sortable: true },
  { value: 'siteName', label: '当前位置', width: 170, wide: 250 },
  { value: 'stopDone', label: '进度', width: 96 },
  { value: 'plateNo', label: '车牌号', width: 104 },
  { value: 'driverName', label: '司机', width: 72 },
  { value: 'driverPhone', label: '司机电话', width: 110 },
  { value: 'arriveTo', label: '要求到达', width: 112, sortable: true },
  { value: 'remainKm', label: '剩余里程(km)', width: 92, align: 'right' },
  { value: 'boxTemp', label: '当前温度 / 要求', width: 144, align: 'right' },
  { value: 'tempCompliance', label: '达标率(%)', width: 80, align: 'right', sortable: true },
  { value: 'abnormalCount', label: '异常', width: 56, align: 'right' },
  { value: 'receiptStatus', label: '回单', width: 84, dict: 'receiptStatus' },
  { value: 'waybillCode', label: '运单号', width: 132 },
  { value: 'totalPieces', label: '件数', width: 64, align: 'right', hidden: true },
  { value: 'customerOrderNo', label: '客户单号', width: 120, hidden: true },
]);

/** Tabs of the list: all orders on their way, these by state, and the completed ones. */
export const orderTabs = {
  running: '进行中',
  toLoad: '待装车',
  loading: '装车中',
  inTransit: '运输中',
  completed: '已完成',
} as const;
/** Filters of the tracked orders; days are those of the company, both included. */
export const orderTrackFilters = filterSet({
  tab: by.own(by.key('状态', orderTabs, { bar: false })),
  code: by.text('单号', {
    main: true,
    hint: '订单号 / 客户单号 / 运单号',
    width: 200,
    columns: ['order_code', 'customer_order_no', 'w.waybill_code'],
  }),
  late: by.own(by.key('时效', lateFilterWords, { width: 130 })),
  temp: by.own(by.key('温度', tempWords, { width: 120 })),
  customerId: by.record('客户', 'customer', customerOptions, { width: 170 }),
  arriveFrom: by.days('要求到达', 'arriveTo', { columns: ['arrive_to'] }),
  receiver: by.text('收货人/电话', { max: 20, width: 160, columns: ['receiver', 'receive_phone'] }),
  receiveArea: by.text('收货城市', { max: 40, area: true, columns: ['receive_area', 'receive_address'] }),
  plateNo: by.text('车牌号', { max: 20, width: 130, columns: ['v.plate_no'] }),
  followed: by.own(by.only('关注', '已关注', { width: 120 })),
});
const orderFilters = orderTrackFilters.schema;
export type OrderTrackFilters = z.output<typeof orderFilters>;

export const orderTrackPage = endpoint({
  path: `${base}/orderPage`,
  access: ofOrders,
  title: '订单跟踪列表',
  input: pageQuery.extend(orderFilters.shape),
  output: pageOf(orderTrackRow),
});
export const orderTrackCount = endpoint({
  path: `${base}/orderCount`,
  access: ofOrders,
  title: '订单跟踪各状态数量',
  input: orderFilters.omit({ tab: true }),
  output: z.record(z.string(), z.number()),
});
export const orderTrackExport = endpoint({
  path: `${base}/orderExport`,
  access: button('orderTracking', 'export'),
  title: '导出订单跟踪',
  input: orderFilters.extend(exportOptions),
  output: z.object({ id }),
});

const stop = z.object({
  seq: z.number(),
  stopType: z.number(),
  name: text,
  lng: numeric,
  lat: numeric,
  planArriveTime: dateTime.nullable(),
  windowEnd: dateTime.nullable(),
  etaTime: dateTime.nullable(),
  arriveTime: dateTime.nullable(),
  leaveTime: dateTime.nullable(),
  arriveSource: numeric,
  leaveSource: numeric,
  stopStatus: z.number(),
  /** minutes later than the end of its window, without one than planned, by the real arrival, the expected one, or now */
  lateMin: numeric,
  late: lateState,
});
export type TrackStop = z.infer<typeof stop>;

const leg = z.object({
  waybillCode: text,
  waybillKind: z.number(),
  legType: z.number(),
  transportationStatus: z.number(),
  planPieces: z.number(),
  loadPieces: z.number(),
  /** somebody counted `loadPieces` at the first stop */
  loadCounted: z.boolean(),
  vehicleId: nullable,
  plateNo: text,
  vehicleColor: numeric,
  driverName: text,
  driverPhone: text,
  fromSeq: z.number(),
  toSeq: z.number(),
  planDepartTime: dateTime,
  actualDepartTime: dateTime.nullable(),
  actualArriveTime: dateTime.nullable(),
  tempCompliance: numeric,
  stops: z.array(stop),
});
const happening = z.object({
  /** when it happened */
  time: dateTime,
  /** when it was entered, where that was later */
  enteredTime: dateTime.nullable(),
  text,
  remark: text,
  operator: text,
  /** eventSource */
  source: z.number(),
  waybillCode: nullable,
  /** what was photographed, with links of ten minutes: signatures for who may see receipts, pick-ups for who may see pick-up orders */
  pictures: z.array(z.object({ id, name: text, url: text, image: z.boolean() })),
});
/** All steps of one order, newest first, and the trips that carry it; of a split one the orders that it was divided into, which carry its goods. */
export const orderTimeline = endpoint({
  path: `${base}/orderTimeline`,
  access: ofOrders,
  title: '订单的运输过程',
  input: z.object({ orderCode }),
  output: z.object({
    order: orderTrackRow,
    /** number of the order that this one was divided from */
    parentCode: nullable,
    /** what a split order was divided into, without what was voided; empty for every other order */
    children: z.array(orderTrackRow),
    legs: z.array(leg),
    timeline: z.array(happening),
  }),
});
export type OrderTimeline = z.infer<typeof orderTimeline.output>;

/** Risks of a trip and their weights (transport.md D2). */
export const riskWeights = { late: 3, overTemp: 3, offline: 2, deviation: 2, longStop: 1 } as const;
export type Risk = keyof typeof riskWeights;
export const riskKeys = keysOf(riskWeights);
export const riskWords: Readonly<Record<Risk, string>> = {
  late: '晚到',
  overTemp: '超温',
  offline: '离线',
  deviation: '偏航',
  longStop: '久停',
};
/** `3·late + 3·overTemp + 2·offline + 2·deviation + 1·longStop`. */
export const riskScore = (risks: readonly Risk[]): number => risks.reduce((sum, risk) => sum + riskWeights[risk], 0);

export const waybillTrackRow = z.object({
  id,
  waybillCode: text,
  waybillKind: z.number(),
  transportStatus: z.number(),
  fromName: text,
  toName: text,
  vehicleId: nullable,
  plateNo: text,
  vehicleColor: numeric,
  driverName: text,
  driverPhone: text,
  carrierName: text,
  orderCount: z.number(),
  stopDone: z.number(),
  stopCount: z.number(),
  nextStop: nullable,
  nextPlanTime: dateTime.nullable(),
  etaTime: dateTime.nullable(),
  /** minutes by which the stop that is worst off of those still to come is, or is expected to be, later than promised */
  delayMin: numeric,
  /** … as a state, its place in `lateStates` */
  delayLevel: z.number(),
  planDepartTime: dateTime,
  actualDepartTime: dateTime.nullable(),
  actualArriveTime: dateTime.nullable(),
  setTemp: numeric,
  /** ℃ by probe; empty when the readings are old */
  temps: z.array(z.number()),
  reeferOn: z.boolean().nullable(),
  /** numbers of the doors that stand open */
  openDoors: z.array(z.number()),
  drivenKm: numeric,
  planKm: z.number(),
  /** minutes that the truck has stood where it is, counted from its departure */
  stayMin: numeric,
  /** when its terminal last reported; null while the trip is not on the road */
  reportTime: dateTime.nullable(),
  alarmCount: z.number(),
  abnormalCount: z.number(),
  risks: z.array(z.enum(riskKeys)),
  /** false: no terminal is bound to the truck now, so that nobody can say where it is */
  hasDevice: z.boolean(),
  /** marked with a star by the caller */
  followed: z.boolean(),
  live,
});
export type WaybillTrackRow = z.infer<typeof waybillTrackRow>;

export const waybillTrackColumns = columns<WaybillTrackRow>()([
  { value: 'waybillCode', label: '运单号', width: 154, fixed: 'left', sortable: true, noEdit: true },
  { value: 'plateNo', label: '车牌号', width: 104, sortable: true },
  { value: 'nextStop', label: '下一站', width: 166 },
  { value: 'etaTime', label: '预计到站', width: 100, sortable: true },
  { value: 'delayMin', label: '准点', width: 122, sortable: true },
  { value: 'risks', label: '关注', width: 96 },
  { value: 'driverName', label: '司机', width: 72 },
  { value: 'toName', label: '线路', width: 180 },
  { value: 'stopDone', label: '进度', width: 96 },
  { value: 'transportStatus', label: '运输状态', width: 84, dict: 'transportStatus' },
  { value: 'temps', label: '厢温 / 设定', width: 152, align: 'right' },
  { value: 'live', label: '速度 / ACC', width: 96 },
  { value: 'reeferOn', label: '冷机', width: 64 },
  { value: 'openDoors', label: '车门', width: 72 },
  { value: 'drivenKm', label: '已驶 / 计划(km)', width: 110, align: 'right' },
  { value: 'stayMin', label: '停留', width: 80, align: 'right' },
  { value: 'reportTime', label: '最后上报', width: 112 },
  { value: 'alarmCount', label: '报警', width: 56, align: 'right', sortable: true },
  { value: 'abnormalCount', label: '异常', width: 56, align: 'right' },
  { value: 'waybillKind', label: '类型', width: 76, dict: 'waybillKind', hidden: true },
  { value: 'planDepartTime', label: '计划发车', width: 112, sortable: true, hidden: true },
  { value: 'actualDepartTime', label: '实际发车', width: 112, sortable: true, hidden: true },
  { value: 'driverPhone', label: '司机电话', width: 110, hidden: true },
  { value: 'carrierName', label: '承运商', width: 110, hidden: true },
]);

/** Tabs of the list, by the state of the trip. */
export const waybillTabs = { inTransit: '运输中', toDepart: '待发车', complete: '运输完成' } as const;
/** Filters of the tracked waybills; days are those of the company, both included. */
export const waybillTrackFilters = filterSet({
  tab: by.own(by.key('状态', waybillTabs, { bar: false })),
  waybillCode: by.text('运单号', { max: 30, main: true, width: 170 }),
  plateNo: by.text('车牌号', { max: 20, width: 130, columns: ['v.plate_no'] }),
  driverName: by.text('司机', { max: 20, width: 120, columns: ['d.name'] }),
  carrierId: by.record('承运商', 'carrier', carrierOptions, { width: 160 }),
  waybillKind: by.code('类型', waybillKind, { width: 130 }),
  planFrom: by.days('计划发车', 'planTo', { columns: ['plan_depart_at'] }),
  followed: by.own(by.only('关注', '已关注', { width: 120 })),
  risk: by.own(by.key('风险', riskWords, { bar: false })),
});
const waybillFilters = waybillTrackFilters.schema;
export type WaybillTrackFilters = z.output<typeof waybillFilters>;

export const waybillTrackPage = endpoint({
  path: `${base}/waybillPage`,
  access: ofWaybills,
  title: '运单跟踪列表',
  input: pageQuery.extend(waybillFilters.shape),
  output: pageOf(waybillTrackRow),
});
/** Number of waybills by state, and of those on the road by risk. */
export const waybillTrackCount = endpoint({
  path: `${base}/waybillCount`,
  access: ofWaybills,
  title: '运单跟踪各状态与风险数量',
  input: waybillFilters.omit({ tab: true, risk: true }),
  output: z.record(z.string(), z.number()),
});
export const waybillTrackExport = endpoint({
  path: `${base}/waybillExport`,
  access: button('waybillTracking', 'export'),
  title: '导出运单跟踪',
  input: waybillFilters.extend(exportOptions),
  output: z.object({ id }),
});
/** The stops of one waybill with planned and real times, the alarms of its trip, and its steps. */
export const waybillTimeline = endpoint({
  path: `${base}/waybillTimeline`,
  access: ofWaybills,
  title: '运单的运输过程',
  input: z.object({ waybillCode }),
  output: z.object({
    waybill: waybillTrackRow,
    stops: z.array(stop),
    alarms: z.array(z.object({ id, text, level: z.number(), time: dateTime, endTime: dateTime.nullable() })),
    timeline: z.array(happening),
  }),
});
export type WaybillTimeline = z.infer<typeof waybillTimeline.output>;
export type Happening = z.infer<typeof happening>;
