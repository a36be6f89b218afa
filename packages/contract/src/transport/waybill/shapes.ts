import { z } from 'zod';
import { optionalId, optionalNumber, optionalText } from '../../core/field/inputs';
import { dateTime, id } from '../../core/page';
import { lateState } from '../figures';
import { stowMachine, waybillMachine } from './status';
import { stopPlan } from './stop-plan';

const text = z.string();
const nullable = z.string().nullable();
const numeric = z.number().nullable();

/** 运单号: `TD`, `PZ` or `YS` by kind, yyMMdd, five digits. */
export const waybillCode = z.string('请选择运单').trim().min(1, '请选择运单').max(30, '运单号最多30个字符');
/** Steps that the server allows for a waybill in its present state: those of the trip and those of its loading. */
export const waybillAction = z.enum([...new Set([...waybillMachine.verbs, ...stowMachine.verbs])]);

/** A compartment of the box and its set-point, ℃. */
export const zoneTemp = z.object({ no: z.number().int().min(1).max(9), tempC: z.number().min(-40).max(40) });

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
  /** driverConfirmStatus: whether the driver has accepted the trip */
  driverConfirm: z.number(),
  coDriverName: text,
  orderCount: z.number(),
  signedCount: z.number(),
  stopCount: z.number(),
  stopDone: z.number(),
  nextStop: nullable,
  /** of its legs: planned, aboard (before the departure what is planned), and counted at the loading */
  planPieces: z.number(),
  totalPieces: z.number(),
  loadPieces: z.number(),
  /** somebody counted at the loading; false: `loadPieces` says nothing before the departure */
  loadCounted: z.boolean(),
  totalWeight: z.number(),
  totalVolume: z.number(),
  loadRateWeight: numeric,
  loadRateVolume: numeric,
  temperatureTypes: z.array(z.number()),
  setTemp: numeric,
  /** set-points of the compartments where a box has several, ℃ */
  zoneTemps: z.array(zoneTemp),
  /** measured temperature of the box now, ℃ */
  boxTemp: numeric,
  /** transport route (线路) that it follows */
  routeName: nullable,
  trailerPlate: nullable,
  planDistanceKm: z.number(),
  /** by the terminal's total since the departure, until the arrival of a trip that is over; null when one of them is unknown */
  drivenKm: numeric,
  /** dispatchSource of its orders; null while it has none */
  dispatchSource: numeric,
  /** 代收货款 of the orders that it delivers, yuan */
  codAmount: z.number(),
  /** orders that it delivers and that ask for a receipt, and how many of these receipts came back (uploaded or further) */
  receiptCount: z.number(),
  receiptBack: z.number(),
  /** where the truck is now, while it is on the road: the own site before the address; '' otherwise */
  place: text,
  /** expected arrival at the last stop */
  endEtaTime: dateTime.nullable(),
  planDepartTime: dateTime,
  planArriveTime: dateTime,
  actualDepartTime: dateTime.nullable(),
  actualArriveTime: dateTime.nullable(),
  departSource: numeric,
  arriveSource: numeric,
  /**
   * expected arrival at the next stop by the truck's positions; `delayMin`: minutes behind the window of the stop that is worst off of those to come;
   * `delayLevel`: 0 in time, 1 expected late, 2 late
   */
  etaTime: dateTime.nullable(),
  delayMin: numeric,
  delayLevel: z.number(),
  /** coolerStatus of the pre-cooling; null when the box was not cooled for this trip */
  coolerStatus: numeric,
  /** 疑似已发车: when the truck left the loading place while nobody entered a departure */
  suspectDepartTime: dateTime.nullable(),
  /** papers of vehicle and driver that have expired or will within 30 days (`保险 还有12天`) */
  paperWarn: text,
  /** minutes by which the departure was, or already is, later than planned */
  departLateMin: z.number(),
  transportStatus: z.number(),
  stowStatus: z.number(),
  /** loading has begun */
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
  /** when a trip on the road is expected there */
  etaTime: dateTime.nullable(),
  arriveSource: numeric,
  leaveSource: numeric,
  stopStatus: z.number(),
  checked: z.boolean(),
  /** by the arrival, the expected one, or now: minutes later than the end of its window, without one than planned */
  lateMin: numeric,
  late: lateState,
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
  /** somebody counted `loadPieces` at the first stop */
  loadCounted: z.boolean(),
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
/** How many pictures one departure or arrival may have. */
export const maxCheckFiles = 9;
const checkItem = z.object({ item: text, ok: z.boolean(), remark: text, fileIds: z.array(id).default([]) });
/** ids of files; `recordPictures` answers their links */
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
  /** what the probes measured then; `boxTempReason`: why somebody entered another temperature */
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
  routeId: nullable,
  /** 返程点, which the vehicle goes to when it is empty, and the planned arrival there */
  returnPlaceId: nullable,
  returnName: text,
  planReturnTime: dateTime.nullable(),
  stopPlans: z.array(stopPlan),
  /** pictures that the dock took before the departure */
  departFileIds: fileIds,
  stops: z.array(stopOut),
  legs: z.array(legOut),
  departures: z.array(departureOut),
  arrivals: z.array(arrivalOut),
  /** reloadings out of this waybill and into it */
  reloads: z.array(reloadOut),
  /** the vehicle's present place; null when it is unknown */
  live: z.object({ lng: z.number(), lat: z.number(), time: dateTime, speedKmh: z.number().nullable() }).nullable(),
});
export type WaybillDetail = z.infer<typeof waybillDetailOut>;
export type WaybillStop = WaybillDetail['stops'][number];
export type WaybillLeg = WaybillDetail['legs'][number];

/** Vehicle, crew and departure of a waybill. Its orders are chosen on the stowage board. */
export const waybillHeader = z.object({
  vehicleId: id,
  driverId: optionalId,
  coDriverId: optionalId,
  planDepartTime: z.string('请选择计划发车时间').min(1, '请选择计划发车时间').pipe(dateTime),
  setTemp: optionalNumber({ min: -40, max: 40, places: 1, unit: '℃' }),
  sealNo: optionalText(30),
  remark: z.string().trim().max(200, '备注最多200个字符').default(''),
});

/** Fields that the forms of a waybill change beside `waybillHeader`. An absent field stays as it is. */
export const waybillMore = z.object({
  routeId: optionalId.optional(),
  trailerPlate: optionalText(20).optional(),
  /** 发站 and 到站 of a trunk trip, 入库站点 of a 提单 */
  fromPlaceId: optionalId.optional(),
  toPlaceId: optionalId.optional(),
  /** planned end, not earlier than the timetable allows; absent: as the timetable has it */
  planArriveTime: dateTime.nullish(),
  zoneTemps: z.array(zoneTemp).max(9).optional(),
  /** orders in the sequence of their unloading, on a 提单 of their pick-up */
  orderCodes: z.array(z.string().min(1).max(30)).max(200).optional(),
  /** windows and stays of stops that differ from what their orders say */
  stopPlans: z.array(stopPlan).max(200).optional(),
  /** 返程点: the site that the vehicle goes to when it is empty */
  returnPlaceId: optionalId.optional(),
  /** why the trip goes although it comes later than the company accepts (晚到放行) */
  lateReason: optionalText(100).optional(),
});

export const waybillLabels: Readonly<
  Record<keyof z.infer<typeof waybillHeader> | keyof z.infer<typeof waybillMore>, string>
> = {
  vehicleId: '车辆',
  driverId: '司机',
  coDriverId: '副司机',
  planDepartTime: '计划发车',
  setTemp: '设定温度',
  sealNo: '铅封号',
  remark: '备注',
  fromPlaceId: '发站',
  toPlaceId: '到站',
  routeId: '线路',
  trailerPlate: '挂车',
  planArriveTime: '计划到站',
  zoneTemps: '分区设定温度',
  orderCodes: '途经点顺序',
  stopPlans: '时间窗与停留',
  returnPlaceId: '返程点',
  lateReason: '晚到原因',
};
