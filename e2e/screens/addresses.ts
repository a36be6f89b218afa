import { getTvCode } from '@tongda/contract/base/identity/login-grant';
import { orgOptions } from '@tongda/contract/base/org/calls';
import { granteeType } from '@tongda/contract/base/org/enums';
import { interfacePage } from '@tongda/contract/company/openapi/calls';
import { openInterfacePage } from '@tongda/contract/company/openapi/interfaces';
import { surveyMine } from '@tongda/contract/company/survey/answer';
import { surveyPage } from '@tongda/contract/company/survey/manage-calls';
import { userPage } from '@tongda/contract/company/user/calls';
import { placePage } from '@tongda/contract/ground/place/calls';
import { planPage } from '@tongda/contract/ground/route-plan/calls';
import { routeRegister } from '@tongda/contract/ground/transport-route/calls';
import { dispatchReport } from '@tongda/contract/reports/customized/dispatch';
import { lineBindingReport } from '@tongda/contract/reports/customized/line-binding';
import { tripTemperatureReport } from '@tongda/contract/reports/customized/temperature';
import { tripReportShares } from '@tongda/contract/reports/customized/trip-report';
import { tripReport, tripShares } from '@tongda/contract/reports/driving/trip';
import { carrierRegister } from '@tongda/contract/resources/carrier/calls';
import { customerRegister } from '@tongda/contract/resources/customer/calls';
import { driverRegister } from '@tongda/contract/resources/driver/calls';
import { fleetRegister } from '@tongda/contract/resources/fleet/calls';
import { storeRegister } from '@tongda/contract/resources/store/calls';
import { vehiclePage } from '@tongda/contract/resources/vehicle/calls';
import { vehicleTree } from '@tongda/contract/resources/vehicle/tree';
import { rulePage } from '@tongda/contract/rules/alarm-rule/calls';
import { sharePage } from '@tongda/contract/rules/device-share/calls';
import { forwardPage } from '@tongda/contract/rules/forwarding/calls';
import { pushPage } from '@tongda/contract/rules/push/calls';
import type { RouteKey } from '@tongda/contract/shell/routes';
import { feePage } from '@tongda/contract/trade/device-fee/calls';
import { auditPage } from '@tongda/contract/trade/member/audit';
import { abnormalPage } from '@tongda/contract/transport/abnormal/calls';
import { driverTasks } from '@tongda/contract/transport/driver-app/calls';
import { orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import { orderPage } from '@tongda/contract/transport/order/calls';
import { pickUpPage } from '@tongda/contract/transport/pick-up/calls';
import { receiptPage } from '@tongda/contract/transport/receipt/calls';
import { receiptOrderPage } from '@tongda/contract/transport/receipt-order/calls';
import { signLinkCreate } from '@tongda/contract/transport/trip/receiver-sign';
import { shareCreate } from '@tongda/contract/transport/trip/share';
import { billOfLadingPage, transportTaskPage, waybillStowagePage } from '@tongda/contract/transport/waybill/calls';
import { arrivalPage } from '@tongda/contract/transport/waybill/dock/arrival';
import { departurePage } from '@tongda/contract/transport/waybill/dock/departure';
import { dateDaysAgo, wholeDaysSince } from '../fixtures/days';
import type { Api } from '../fixtures/test';
import { findVehicle } from '../fixtures/vehicles';

/** What stands in the path or the query of an address. */
type Values = Readonly<Record<string, string | number>>;
/** Finds the values of a screen's address with calls of the user who looks at it. */
type Finder = (api: Api) => Promise<Values>;

const page = { page: 1, size: 100 } as const;

/** The first row that fits. Throws when the demo company has none: the screen would be looked at empty. */
function pick<R>(rows: readonly R[], fits: (row: R) => boolean = () => true): R {
  const row = rows.find(fits);
  if (row === undefined) throw new Error('the demo company has no row for this screen');
  return row;
}

/** Lists begin with the newest, which may be another test's own and on its way through all states. */
const oldestFirst = <R>(rows: readonly R[]): R[] => [...rows].reverse();

const byId =
  (rowsOf: (api: Api) => Promise<{ list: ReadonlyArray<{ id: string }> }>): Finder =>
  async (api) => ({ id: pick((await rowsOf(api)).list).id });

const vehicle = byId((api) => api(vehiclePage, page));
/** A truck of the demo company that drives every day: others may have nothing to report. */
const truck = (api: Api) => findVehicle(api, '沪A7K205');
const fleet = byId((api) => api(fleetRegister.page, page));
const driver = byId((api) => api(driverRegister.page, page));
const customer = byId((api) => api(customerRegister.page, page));
const carrier = byId((api) => api(carrierRegister.page, page));
const store = byId((api) => api(storeRegister.page, page));
const route = byId((api) => api(routeRegister.page, page));
const plan = byId((api) => api(planPage, page));
const rule = byId((api) => api(rulePage, page));
const push = byId((api) => api(pushPage, page));
const survey = byId((api) => api(surveyPage, page));
const user = byId((api) => api(userPage, page));
const line = byId((api) => api(placePage, { ...page, kind: 'line' }));

/** The last 30 days and tomorrow. */
const lastMonth = () => ({ ...page, ...wholeDaysSince(29), endTime: `${dateDaysAgo(-1)} 23:59:59` });
/** A trip whose box has a probe and that is unloaded. */
const tripReportRow = async (api: Api) => {
  const { list } = await api(tripTemperatureReport.page, { ...page, ...wholeDaysSince(7) });
  return { id: pick(list, ({ endTime, max }) => endTime !== null && max !== null).id };
};
const judging = { allowedMin: 30, zone: 'own', lower: undefined, upper: undefined };
const shipment: Finder = async (api) => ({
  id: pick((await api(dispatchReport.page, lastMonth())).list, ({ status }) => status === 1 || status === 2).id,
});
const lineBinding: Finder = async (api) => ({
  id: pick((await api(lineBindingReport.page, lastMonth())).list).bindingId,
});

const order: Finder = async (api) => ({ id: pick((await api(orderPage, page)).list).orderCode });
const ordersThat = async (api: Api, status: number) => (await api(orderPage, { ...page, orderStatus: status })).list;
// parts of a split order wait too, and cannot be split again
const wholeOrder: Finder = async (api) => ({
  id: pick(oldestFirst(await ordersThat(api, orderStatus.toDispatch)), ({ allowActions }) =>
    allowActions.includes('splitOrder'),
  ).orderCode,
});
const pickUp: Finder = async (api) => ({ id: pick((await api(pickUpPage, page)).list).pickUpCode });
const receiptOrder: Finder = async (api) => ({ id: pick((await api(receiptOrderPage, page)).list).receiptCode });
// goods that have gone on are not counted any more
const openReceiptOrder: Finder = async (api) => ({
  id: pick(
    oldestFirst((await api(receiptOrderPage, page)).list),
    ({ allowActions }) => allowActions.includes('receive') || allowActions.includes('correct'),
  ).receiptCode,
});
const receipt: Finder = async (api) => ({ orderCode: pick((await api(receiptPage, page)).list).orderCode });
const grantee: Finder = async (api) => ({ granteeType: granteeType.user, granteeId: (await user(api)).id ?? '' });

const toDepart = ({ transportStatus: status }: { transportStatus: number }): boolean =>
  status === transportStatus.toDepart;
const bill: Finder = async (api) => ({ id: pick((await api(billOfLadingPage, page)).list, toDepart).waybillCode });
const stowage: Finder = async (api) => ({ id: pick((await api(waybillStowagePage, page)).list, toDepart).waybillCode });
const task: Finder = async (api) => ({ id: pick((await api(transportTaskPage, page)).list, toDepart).waybillCode });
const onRoad: Finder = async (api) => ({
  id: pick(
    (await api(waybillStowagePage, page)).list,
    ({ transportStatus: status }) => status === transportStatus.inTransit,
  ).waybillCode,
});
const departure: Finder = async (api) => ({ id: pick((await api(departurePage, page)).list, toDepart).waybillCode });
const driverTask = async (api: Api) =>
  pick((await api(driverTasks, undefined)).tasks, ({ orders }) => orders.length > 0);
const tokenOf = (url: string): Values => ({ token: url.split('/').at(-1) ?? '' });
const none: Finder = async () => ({});

/**
 * What the address of a screen says beside its path, for every screen that shows or changes one thing. Lists, maps, reports and dashboards
 * open without; any other screen that is missing here fails its test, so that nobody forgets.
 */
export const addresses: Partial<Record<RouteKey, Finder>> = {
  login: none,
  tvLogin: none,
  forgetPassword: none,
  verifyRecord: none,
  authBind: async (api) => ({ kind: 'tv', code: (await api(getTvCode, undefined)).code }),
  error: async () => ({ code: 'noauth' }),
  notFound: none,
  userInfo: none,
  userGrouping: none,
  memberBuy: none,
  memberInventory: async () => ({ step: 1 }),
  deviceShareEdit: none,
  deviceShareInvite: none,
  deviceShareOut: byId((api) => api(sharePage, { ...page, side: 'out' })),
  deviceShareIn: byId((api) => api(sharePage, { ...page, side: 'in' })),
  dataForwardingEdit: byId((api) => api(forwardPage, page)),
  subscriptionEdit: byId((api) => api(forwardPage, { ...page, use: 'app' })),
  interfaceDetails: async (api) => ({ id: pick((await api(interfacePage, undefined)).list).key }),
  survey: async (api) => ({ id: pick(await api(surveyMine, undefined)).decodeId ?? '' }),

  departmentEdit: async (api) => ({ id: pick(pick(await api(orgOptions, undefined)).children).id }),
  vehicleGrantEdit: grantee,
  vehicleGrantDetails: grantee,
  regionGrantEdit: grantee,
  regionGrantDetails: grantee,
  lockGrantEdit: grantee,
  lockGrantDetails: grantee,
  userEdit: user,
  equipmentCostDetails: async (api) => ({ deviceId: pick((await api(feePage, page)).list).id }),
  equipmentRenew: async () => ({ step: 1 }),

  parkingDetails: async (api) => ({ vehicleIds: JSON.stringify([(await truck(api)).id]) }),
  drivingSummaryDetails: async (api) => ({ vehicleIds: JSON.stringify([(await truck(api)).id]) }),

  vehicleEdit: vehicle,
  vehicleDetails: vehicle,
  vehicleProbe: vehicle,
  oilCalibration: async (api) => ({
    id: pick((await api(vehicleTree, { equip: ['oil'] })).flatMap(({ children = [] }) => children)).id,
  }),
  printVehicle: async (api) => ({ paper: 'card', ...(await vehicle(api)) }),
  fleetEdit: fleet,
  fleetDetails: fleet,
  driverEdit: driver,
  driverDetails: driver,
  customerEdit: customer,
  customerDetails: customer,
  carrierEdit: carrier,
  storeEdit: store,
  printQrcode: async (api) => ({ kind: 'vehicle', ids: (await vehicle(api)).id ?? '' }),
  lineNew: line,
  lineFromTrack: none,
  routeManageEdit: route,
  customDispatchEdit: shipment,
  customTemperatureDetails: tripReportRow,
  sharedTripTemperature: async (api) =>
    tokenOf((await api(tripReportShares.make, { ...(await tripReportRow(api)), ...judging, expireHours: 24 })).url),
  customLineBindingEdit: lineBinding,
  routeManageDetails: route,
  routePlanningEdit: none,
  routePlanningDetails: plan,

  pushSettingsEdit: push,
  commonRuleEdit: none,
  overTemperatureRuleEdit: rule,
  zoneRuleEdit: none,
  doorMagnetRuleEdit: none,
  timelinessRuleEdit: none,
  activeSafetyRuleEdit: none,

  customerOrderEdit: order,
  customerOrderSplit: wholeOrder,
  customerOrderStowage: none,
  customerOrderDetails: order,
  pickUpOrderEdit: pickUp,
  pickUpOrderStowage: none,
  pickUpOrderSplit: async (api) => ({
    id: pick((await api(pickUpPage, page)).list, ({ allowActions }) => allowActions.includes('splitOrder')).pickUpCode,
  }),
  pickUpOrderDetails: pickUp,
  receiptOrderEdit: openReceiptOrder,
  receiptOrderDetails: receiptOrder,
  billOfLadingStowage: none,
  billOfLadingEdit: bill,
  billOfLadingCheck: bill,
  waybillStowageEdit: stowage,
  waybillStowageCheck: stowage,
  waybillStowageStowage: none,
  waybillStowageReloading: onRoad,
  arrivalCheck: async (api) => {
    const { waybillCode, stopSeq } = pick((await api(arrivalPage, page)).list);
    return { id: waybillCode, seq: stopSeq };
  },
  departureEdit: departure,
  departureCheck: departure,
  transportTaskEdit: task,
  transportTaskCheck: task,
  transportTaskSplitPool: task,
  abnormalReportingDetails: async (api) => ({
    waybillCode:
      pick((await api(abnormalPage, page)).list, ({ waybillCode }) => waybillCode !== null).waybillCode ?? '',
  }),
  receiptManageDetails: receipt,
  receiptManageEdit: receipt,
  printOrder: async (api) => ({ template: 'consign', codes: (await order(api)).id ?? '' }),
  printPickUp: async (api) => ({ codes: (await pickUp(api)).id ?? '' }),
  printReceiptOrder: async (api) => ({ codes: (await receiptOrder(api)).id ?? '' }),
  printWaybill: async (api) => ({ template: 'handover', kind: 'task', codes: (await task(api)).id ?? '' }),

  driverHome: none,
  driverTask: async (api) => ({ waybillCode: (await driverTask(api)).waybillCode }),
  driverSign: async (api) => ({ orderCode: pick((await driverTask(api)).orders).orderCode }),
  driverAbnormal: async (api) => ({ waybillCode: (await driverTask(api)).waybillCode }),
  driverPlan: async (api) => ({ planId: pick((await api(driverTasks, undefined)).plans).id }),
  // a code that nobody printed: the page says so
  driverScan: async () => ({ code: 'unknown' }),
  // a link ends some days after the signature, so that an order is taken that nobody has signed for
  trackShare: async (api) => {
    const { orderCode } = pick(oldestFirst(await ordersThat(api, orderStatus.inTransit)));
    return tokenOf((await api(shareCreate, { orderCode, expireHours: 24 })).url);
  },
  sharedTrip: async (api) => {
    const { vehicleId, fromMs, untilMs } = pick(
      (await api(tripReport.page, { ...page, ...wholeDaysSince(1) })).list,
      ({ state }) => state === 'over',
    );
    return tokenOf((await api(tripShares.make, { vehicleId, fromMs, untilMs, expireHours: 24 })).url);
  },
  receiverSign: async (api) => {
    const onRoad = oldestFirst(await ordersThat(api, orderStatus.inTransit));
    // on the road is not yet on the truck that delivers them; only those can be signed for
    for (const { orderCode } of onRoad) {
      const link = await api(signLinkCreate, { orderCode }).catch(() => null);
      if (link) return tokenOf(link.url);
    }
    throw new Error('the demo company has no order that a receiver could sign for');
  },

  openInterfaceEdit: byId((api) => api(openInterfacePage, page)),
  questionnaireEdit: survey,
  questionnaireResult: survey,
  orderAuditDetails: async (api) => {
    const { kind, orderNo } = pick((await api(auditPage, page)).list);
    return { kind, orderNo };
  },
};
