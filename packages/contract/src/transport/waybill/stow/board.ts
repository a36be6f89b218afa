import { z } from 'zod';
import { endpoint } from '../../../core/endpoint';
import { optionalId } from '../../../core/field/inputs';
import { timeWindow } from '../../../core/field/time-window';
import { dateTime, id } from '../../../core/page';
import { version } from '../../../core/register/pieces';
import { menus } from '../../../shell/menus';
import { button } from '../../../shell/rights';
import { orderCode } from '../../order/calls';
import { waybillKind } from '../enums';
import { autoCheck, waybillCode, waybillHeader, waybillMore } from '../shapes';

const base = '/api/tms/stowage';
const read = {
  menu: [
    menus.customerOrder.id,
    menus.waybillStowage.id,
    menus.transportTask.id,
    menus.pickUpOrder.id,
    menus.billOfLading.id,
  ],
} as const;
/** people at the docks read trips too */
const readDocks = { menu: [...read.menu, menus.departureManage.id, menus.arrivalManage.id] } as const;
const text = z.string();
const numeric = z.number().nullable();

/**
 * 限行区 around a point: its hours (empty: always) and the total mass in tons above which it keeps vehicles out (null: all vehicles). `named`: no
 * 限行区, but an area that some vehicles name as their own 限行区域.
 */
const truckLimits = z.array(
  z.object({
    placeId: id.optional(),
    name: text,
    hours: z.array(timeWindow),
    overT: numeric,
    named: z.boolean().optional(),
  }),
);
const site = z.object({ placeId: id, name: text, lng: numeric, lat: numeric, limits: truckLimits.optional() });
export type BoardSite = z.infer<typeof site>;

/** An order of the board. Times in the company's zone. */
export const boardOrder = z.object({
  /** id of the order, or on a 提单 of the pick-up order */
  id,
  /** id of the customer order */
  orderId: id,
  orderCode: text,
  priority: z.number(),
  customerName: text,
  orderStatus: z.number(),
  shipper: text,
  shipPhone: text,
  shipArea: text,
  shipAddress: text,
  shipLng: numeric,
  shipLat: numeric,
  receiver: text,
  receivePhone: text,
  receiveArea: text,
  receiveAddress: text,
  receiveLng: numeric,
  receiveLat: numeric,
  arriveFrom: dateTime.nullable(),
  arriveTo: dateTime,
  temperatureType: z.number(),
  tempMin: numeric,
  tempMax: numeric,
  pieces: z.number(),
  weightKg: z.number(),
  volumeM3: z.number(),
  /** pallet places; null when they are unknown */
  pallets: numeric,
  unloadMin: numeric,
  deliveryMode: z.number(),
  pickUpFlag: z.number(),
  /** where the goods lie: a site, or the point where they change vehicles */
  site: site.extend({ placeId: id.nullable() }).nullable(),
  /** 车型限制 of the receiving store (`4.2米以下`); empty without one */
  vehicleLimit: text,
  shipLimits: truckLimits,
  receiveLimits: truckLimits,
  poolReason: z.string().nullable(),
  /** conflict groups of its goods, and the groups that must not travel with them */
  conflictGroups: z.array(text),
  conflictsWith: z.array(text),
});
export type BoardOrder = z.infer<typeof boardOrder>;

/** How many waiting orders the board shows; what is due first comes first. */
export const poolLimit = 500;

export const stowagePool = endpoint({
  path: `${base}/pool`,
  access: read,
  title: '待配载订单',
  /** `pickUps`: answers pick-up orders that wait for a 提单, in the same shape */
  input: z.object({ pickUps: z.boolean().default(false) }).default({ pickUps: false }),
  output: z.object({ list: z.array(boardOrder), total: z.number() }),
});

/** `warns`: an expired paper is a warning and does not forbid the trip */
const certificate = z.object({ name: text, expireOn: z.string().nullable(), warns: z.boolean().optional() });
export const boardVehicle = z.object({
  vehicleId: id,
  plateNo: text,
  vehicleColor: z.number(),
  vehicleType: text,
  lengthM: numeric,
  totalWeightKg: numeric,
  vehicleStatus: z.number(),
  ratedLoadKg: numeric,
  boxVolumeM3: numeric,
  palletSlots: numeric,
  /** 通行证 for 限行区, with first and last day (both included; null: open) */
  passes: z.array(z.object({ placeId: id, from: z.string().nullable(), until: z.string().nullable() })),
  /** areas that this vehicle must not enter (限行区域 of its form) */
  limitAreaIds: z.array(id),
  compartments: z.array(
    z.object({ no: z.number(), name: text, volumeM3: numeric, tempMin: numeric, tempMax: numeric }),
  ),
  probeSilentMin: numeric,
  certificates: z.array(certificate),
  busy: z.array(z.object({ waybillCode: text, from: dateTime, to: dateTime })),
  driverId: z.string().nullable(),
  driverName: text,
  driverPhone: text,
  driverCertificates: z.array(certificate),
  driverLicenceClass: z.string().nullable(),
  carrierName: text,
  lng: numeric,
  lat: numeric,
  /** minutes of lateness that its company accepts when it plans */
  lateToleranceMin: z.number(),
});
export type BoardVehicle = z.infer<typeof boardVehicle>;

export const stowageVehicles = endpoint({
  path: `${base}/vehicles`,
  access: read,
  title: '可配载车辆',
  output: z.array(boardVehicle),
});

export const stowageSites = endpoint({
  path: `${base}/sites`,
  access: readDocks,
  title: '发站与到站',
  /** `own`: of the caller's department */
  output: z.array(site.extend({ own: z.boolean() })),
});

/** 线路 of the company that a waybill may follow. */
export const stowageRoutes = endpoint({
  path: `${base}/routes`,
  access: readDocks,
  title: '可选线路',
  output: z.array(
    z.object({ id, name: text, code: text, distanceKm: z.number(), durationMin: z.number(), enabled: z.boolean() }),
  ),
});
export type BoardRoute = z.infer<typeof stowageRoutes.output>[number];

/** A waybill that can still be filled. */
export const stowageLoads = endpoint({
  path: `${base}/loads`,
  access: read,
  title: '可继续配载的运单',
  input: z.object({ waybillCodes: z.array(waybillCode).max(50).optional(), pickUps: z.boolean().default(false) }),
  output: z.array(
    z.object({
      waybillCode: text,
      version: z.number(),
      waybillKind: z.number(),
      stowStatus: z.number(),
      vehicleId: z.string().nullable(),
      driverId: z.string().nullable(),
      driverName: text,
      planDepartTime: dateTime,
      fromPlaceId: z.string().nullable(),
      toPlaceId: z.string().nullable(),
      /** author of the draft; `own`: it is the caller's */
      createUser: text,
      own: z.boolean(),
      orders: z.array(boardOrder),
    }),
  ),
});

/** One truck as the dispatcher filled it. `orderCodes` is the sequence of unloading. */
/** 晚到放行: lets a load go that comes later than the company accepts; a right of its own beside 配载. */
export const lateOverride = button('transportTask', 'lateOverride');

const loadInput = waybillHeader.extend({
  waybillCode: waybillCode.optional(),
  version: version.optional(),
  waybillKind: z.literal(waybillKind.codes, '请选择提货、配送或干线'),
  /** 发站, where goods are loaded that lie at no site; absent: with their shippers */
  fromPlaceId: optionalId,
  /** 到站, for a trunk trip */
  toPlaceId: optionalId,
  orderCodes: z.array(orderCode).min(1, '请至少放入一个订单').max(200, '一车最多200个订单'),
  planArriveTime: waybillMore.shape.planArriveTime,
  /** absent: those of the waybill stay */
  stopPlans: waybillMore.shape.stopPlans,
  returnPlaceId: waybillMore.shape.returnPlaceId,
  lateReason: waybillMore.shape.lateReason,
});

const judged = z.object({
  possible: z.boolean(),
  /** nothing but lateness is in the way, which `lateReason` and the right `lateOverride` remove */
  onlyLate: z.boolean(),
  checks: z.array(autoCheck),
  loadRateWeight: numeric,
  loadRateVolume: numeric,
  setTemp: numeric,
  distanceKm: z.number(),
  /** planned end: the later one of the timetable's and the dispatcher's */
  arriveTime: dateTime,
  /** at the 返程点; null without one */
  returnTime: dateTime.nullable(),
  returnName: text,
  /** `orderCodes`: loaded or unloaded here */
  stops: z.array(
    z.object({
      seq: z.number(),
      stopType: z.number(),
      name: text,
      arriveTime: dateTime,
      windowStart: dateTime.nullable(),
      windowEnd: dateTime.nullable(),
      serviceMin: z.number(),
      orderCodes: z.array(text),
    }),
  ),
  /** compartments of the box: their orders, the temperatures that they reach, and the set-point that the goods need, ℃ */
  compartments: z.array(
    z.object({
      no: z.number(),
      name: text,
      tempMin: numeric,
      tempMax: numeric,
      setTemp: numeric,
      orders: z.number(),
      volumeM3: z.number(),
    }),
  ),
});

export const stowageCheck = endpoint({
  path: `${base}/check`,
  access: readDocks,
  title: '校验配载',
  input: loadInput,
  output: judged,
});
const confirmInput = loadInput.extend({
  /** false: kept as a draft (配载中) */
  confirm: z.boolean().default(true),
});
const confirmed = judged.extend({ waybillCode: text, version: z.number() });
export const stowageConfirm = endpoint({
  path: `${base}/confirm`,
  access: button('customerOrder', 'stowage'),
  title: '保存或确认配载',
  input: confirmInput,
  output: confirmed,
});
/** The same for pick-up orders, with a right of its own. */
export const pickUpStowConfirm = endpoint({
  path: `${base}/confirmPickUp`,
  access: button('pickUpOrder', 'stowage'),
  title: '保存或确认提货配载',
  input: confirmInput.extend({ waybillKind: z.literal(waybillKind.billOfLading, '提货单只能装到提单上') }),
  output: confirmed,
});
