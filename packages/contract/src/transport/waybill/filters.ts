import type { z } from 'zod';
import { carrierOptions } from '../../base/reference/options';
import { by, filterSet } from '../../core/register/filters';
import { temperatureType } from '../../resources/vehicle/enums';
import { transportStatus } from '../enums';
import { driverConfirmStatus, stowStatus } from './enums';
import { stowageRoutes, stowageSites } from './stow/board';

// The lists of waybills, of departures and of arrivals share most of their filters (transport.md C). Their SQL joins the waybill as `w`, its vehicle
// as `v` and its driver as `d`.
const site = { width: 170 } as const;
export const tripFilters = {
  waybillCode: by.text('运单号', { max: 30, width: 180, main: true, columns: ['w.waybill_code'] }),
  orderCode: by.own(by.text('订单号', { max: 30, width: 180 })),
  plateNo: by.text('车牌号', { max: 20, width: 150, columns: ['v.plate_no'] }),
  driverName: by.text('司机', { max: 20, width: 130, columns: ['d.name'] }),
  /** site where the trip begins */
  fromPlaceId: by.record('发站', 'place', stowageSites, { ...site, columns: ['w.from_place_id'] }),
  routeId: by.record('线路', 'transport_route', stowageRoutes, { ...site, columns: ['w.route_id'] }),
  carrierId: by.record('承运商', 'carrier', carrierOptions, { ...site, columns: ['w.carrier_id'] }),
  temperatureType: by.code('温层', temperatureType, { width: 130, inside: true, columns: ['w.temperature_types'] }),
  /** whether something abnormal was reported of it and not withdrawn */
  abnormal: by.own(by.has('异常', { width: 120 })),
};
const { waybillCode, orderCode, plateNo, driverName, fromPlaceId, ...ofTrip } = tripFilters;

/** Filters of the lists of waybills; days are those of the company, both included. */
export const waybillFilters = filterSet({
  transportStatus: by.code('运输状态', transportStatus, { bar: false }),
  waybillCode,
  orderCode,
  plateNo,
  driverName,
  planFrom: by.days('计划发车', 'planTo', { columns: ['plan_depart_at'] }),
  stowStatus: by.code('装载', stowStatus, { width: 140 }),
  driverConfirm: by.code('接单', driverConfirmStatus, { width: 130 }),
  fromPlaceId,
  /** site where the trip ends */
  toPlaceId: by.record('到站', 'place', stowageSites, site),
  ...ofTrip,
});
export type WaybillFilters = z.output<typeof waybillFilters.schema>;
