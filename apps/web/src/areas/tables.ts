import { type Area, areaKeys } from '@tongda/contract/shell/areas';
import { type Route, type RouteKey, routes } from '@tongda/contract/shell/routes';
import type { PageLoader, Pages } from '../kit/page';
import { downloadPages } from '../modules/base/download/pages';
import { identityPages } from '../modules/base/identity/pages';
import { messagePages } from '../modules/base/message/pages';
import { orgPages } from '../modules/base/org/pages';
import { posterPages } from '../modules/base/print/pages';
import { openapiPages } from '../modules/company/openapi/pages';
import { profilePages } from '../modules/company/profile/pages';
import { resourceAuthPages } from '../modules/company/resource-auth/pages';
import { rolePages } from '../modules/company/role/pages';
import { surveyPages } from '../modules/company/survey/pages';
import { userPages } from '../modules/company/user/pages';
import { placePages } from '../modules/ground/place/pages';
import { routePlanPages } from '../modules/ground/route-plan/pages';
import { transportRoutePages } from '../modules/ground/transport-route/pages';
import { cardPages } from '../modules/resources/card/pages';
import { carrierPages } from '../modules/resources/carrier/pages';
import { customerPages } from '../modules/resources/customer/pages';
import { devicePages } from '../modules/resources/device/pages';
import { deviceSetupPages } from '../modules/resources/device-setup/pages';
import { driverPages } from '../modules/resources/driver/pages';
import { equipmentPages } from '../modules/resources/equipment/pages';
import { fleetPages } from '../modules/resources/fleet/pages';
import { framePages } from '../modules/resources/frame/pages';
import { itemNamePages } from '../modules/resources/item-name/pages';
import { itemProfilePages } from '../modules/resources/item-profile/pages';
import { repairRequestPages } from '../modules/resources/repair-request/pages';
import { storePages } from '../modules/resources/store/pages';
import { vehiclePages } from '../modules/resources/vehicle/pages';
import { alarmRulePages } from '../modules/rules/alarm-rule/pages';
import { deviceSharePages } from '../modules/rules/device-share/pages';
import { forwardingPages } from '../modules/rules/forwarding/pages';
import { pushPages } from '../modules/rules/push/pages';
import { customModulePages } from '../modules/trade/custom-module/pages';
import { deviceFeePages } from '../modules/trade/device-fee/pages';
import { erpOrderPages } from '../modules/trade/erp-order/pages';
import { memberPages } from '../modules/trade/member/pages';
import { memberPlanPages } from '../modules/trade/member-plan/pages';
import { orderAuditPages } from '../modules/trade/order-audit/pages';
import { abnormalPages } from '../modules/transport/abnormal/pages';
import { driverAppPages } from '../modules/transport/driver-app/pages';
import { orderPages } from '../modules/transport/order/pages';
import { pickUpPages } from '../modules/transport/pick-up/pages';
import { printPages } from '../modules/transport/print/pages';
import { receiptPages } from '../modules/transport/receipt/pages';
import { receiptOrderPages } from '../modules/transport/receipt-order/pages';
import { tmsHomePages } from '../modules/transport/tms-home/pages';
import { trackingPages } from '../modules/transport/tracking/pages';
import { tripPages } from '../modules/transport/trip/pages';
import { waybillPages } from '../modules/transport/waybill/pages';
import { alarmPages } from '../modules/watch/alarm/pages';
import { commandPages } from '../modules/watch/command/pages';
import { locationPages } from '../modules/watch/location/pages';
import { sealPages } from '../modules/watch/seal/pages';
import { trackPages } from '../modules/watch/track/pages';
import { vehicleGroupPages } from '../modules/watch/vehicle-group/pages';
import { reportPages } from '../reports/kit/screens';
import { shellPages } from '../shell/pages';

/** The pages of every module: one line a module. */
const pages: Pages = {
  ...orderAuditPages,
  ...memberPlanPages,
  ...customModulePages,
  ...surveyPages,
  ...shellPages,
  ...identityPages,
  ...locationPages,
  ...trackPages,
  ...sealPages,
  ...profilePages,
  ...vehicleGroupPages,
  ...messagePages,
  ...downloadPages,
  ...memberPages,
  ...openapiPages,
  ...orgPages,
  ...rolePages,
  ...resourceAuthPages,
  ...userPages,
  ...deviceFeePages,
  ...erpOrderPages,
  ...equipmentPages,
  ...devicePages,
  ...deviceSetupPages,
  ...reportPages,
  ...pushPages,
  ...forwardingPages,
  ...deviceSharePages,
  ...alarmRulePages,
  ...vehiclePages,
  ...fleetPages,
  ...driverPages,
  ...customerPages,
  ...storePages,
  ...posterPages,
  ...printPages,
  ...cardPages,
  ...carrierPages,
  ...placePages,
  ...transportRoutePages,
  ...routePlanPages,
  ...alarmPages,
  ...commandPages,
  ...framePages,
  ...itemProfilePages,
  ...repairRequestPages,
  ...tmsHomePages,
  ...orderPages,
  ...waybillPages,
  ...pickUpPages,
  ...receiptOrderPages,
  ...trackingPages,
  ...abnormalPages,
  ...receiptPages,
  ...itemNamePages,
  ...driverAppPages,
  ...tripPages,
};

/** The pages of a sub-application: of every screen that the contract mounts in it. The missing-page screen alone makes none. */
function tableOf(area: Area): Pages | undefined {
  // the table above names every route once
  const own = (Object.entries(pages) as Array<[RouteKey, PageLoader]>).filter(([key]) => {
    const { in: mounted }: Route = routes[key];
    return mounted.includes(area);
  });
  return own.some(([key]) => key !== 'notFound') ? Object.fromEntries(own) : undefined;
}

/** The sub-applications that have pages today. */
export const tables: Partial<Record<Area, Pages>> = Object.fromEntries(
  areaKeys.flatMap((area) => {
    const table = tableOf(area);
    return table ? [[area, table]] : [];
  }),
);
