import { brandModule } from './base/brand/module';
import { dictionaryModule } from './base/dictionary/module';
import { downloadModule } from './base/download/module';
import { feedbackModule } from './base/feedback/module';
import { fileModule } from './base/file/module';
import { identityModule } from './base/identity/module';
import { mapModule } from './base/map/module';
import { messageModule } from './base/message/module';
import { orgModule } from './base/org/module';
import { prefsModule } from './base/prefs/module';
import { siteModule } from './base/site/module';
import { systemApplyModule } from './base/system-apply/module';
import { openapiModule } from './company/openapi/module';
import { profileModule } from './company/profile/module';
import { resourceAuthModule } from './company/resource-auth/module';
import { roleModule } from './company/role/module';
import { surveyModule } from './company/survey/module';
import { userModule } from './company/user/module';
import { placeModule } from './ground/place/module';
import { routePlanModule } from './ground/route-plan/module';
import { transportRouteModule } from './ground/transport-route/module';
import type { ServerModule } from './module';
import { cardModule } from './resources/card/module';
import { carrierModule } from './resources/carrier/module';
import { customerModule } from './resources/customer/module';
import { deviceModule } from './resources/device/module';
import { deviceSetupModule } from './resources/device-setup/module';
import { driverModule } from './resources/driver/module';
import { equipmentModule } from './resources/equipment/module';
import { fleetModule } from './resources/fleet/module';
import { frameModule } from './resources/frame/module';
import { itemNameModule } from './resources/item-name/module';
import { itemProfileModule } from './resources/item-profile/module';
import { repairRequestModule } from './resources/repair-request/module';
import { storeModule } from './resources/store/module';
import { vehicleModule } from './resources/vehicle/module';
import { alarmRuleModule } from './rules/alarm-rule/module';
import { deviceShareModule } from './rules/device-share/module';
import { forwardingModule } from './rules/forwarding/module';
import { pushModule } from './rules/push/module';
import { customModuleModule } from './trade/custom-module/module';
import { deviceFeeModule } from './trade/device-fee/module';
import { erpOrderModule } from './trade/erp-order/module';
import { memberModule } from './trade/member/module';
import { memberPlanModule } from './trade/member-plan/module';
import { orderAuditModule } from './trade/order-audit/module';
import { abnormalModule } from './transport/abnormal/module';
import { driverAppModule } from './transport/driver-app/module';
import { orderModule } from './transport/order/module';
import { pickUpModule } from './transport/pick-up/module';
import { printModule } from './transport/print/module';
import { receiptModule } from './transport/receipt/module';
import { receiptOrderModule } from './transport/receipt-order/module';
import { searchModule } from './transport/search/module';
import { tmsHomeModule } from './transport/tms-home/module';
import { trackingModule } from './transport/tracking/module';
import { tripModule } from './transport/trip/module';
import { waybillModule } from './transport/waybill/module';
import { alarmModule } from './watch/alarm/module';
import { commandModule } from './watch/command/module';
import { locationModule } from './watch/location/module';
import { sealModule } from './watch/seal/module';
import { trackModule } from './watch/track/module';
import { vehicleGroupModule } from './watch/vehicle-group/module';

/** Every module, in the order in which the API binds them: one line a module, whatever number of screens it has. */
export const modules: readonly ServerModule[] = [
  siteModule,
  identityModule,
  brandModule,
  systemApplyModule,
  feedbackModule,
  openapiModule,
  prefsModule,
  dictionaryModule,
  mapModule,
  surveyModule,
  roleModule,
  userModule,
  resourceAuthModule,
  downloadModule,
  vehicleModule,
  locationModule,
  alarmModule,
  commandModule,
  frameModule,
  placeModule,
  storeModule,
  transportRouteModule,
  routePlanModule,
  equipmentModule,
  trackModule,
  sealModule,
  messageModule,
  pushModule,
  forwardingModule,
  deviceShareModule,
  alarmRuleModule,
  fileModule,
  receiptModule,
  vehicleGroupModule,
  profileModule,
  deviceModule,
  deviceSetupModule,
  driverAppModule,
  printModule,
  orgModule,
  deviceFeeModule,
  memberModule,
  orderAuditModule,
  memberPlanModule,
  customModuleModule,
  erpOrderModule,
  driverModule,
  customerModule,
  fleetModule,
  carrierModule,
  cardModule,
  itemNameModule,
  itemProfileModule,
  repairRequestModule,
  orderModule,
  pickUpModule,
  receiptOrderModule,
  waybillModule,
  tmsHomeModule,
  abnormalModule,
  trackingModule,
  tripModule,
  searchModule,
];
