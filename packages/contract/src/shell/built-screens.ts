import * as download from '../base/download/screens';
import * as identity from '../base/identity/screens';
import * as message from '../base/message/screens';

import * as org from '../base/org/screens';
import * as posters from '../base/print/screens';
import * as openapi from '../company/openapi/screens';
import * as profile from '../company/profile/screens';
import * as resourceAuth from '../company/resource-auth/screens';
import * as role from '../company/role/screens';
import * as survey from '../company/survey/screens';
import * as user from '../company/user/screens';
import * as place from '../ground/place/screens';
import * as routePlan from '../ground/route-plan/screens';
import * as transportRoute from '../ground/transport-route/screens';
import { builtReportRights, builtReportScreens } from '../reports/screens';
import * as card from '../resources/card/screens';
import * as carrier from '../resources/carrier/screens';
import * as customer from '../resources/customer/screens';
import * as device from '../resources/device/screens';
import * as deviceSetup from '../resources/device-setup/screens';
import * as driver from '../resources/driver/screens';
import * as equipment from '../resources/equipment/screens';
import * as fleet from '../resources/fleet/screens';
import * as frame from '../resources/frame/screens';
import * as itemName from '../resources/item-name/screens';
import * as itemProfile from '../resources/item-profile/screens';
import * as repairRequest from '../resources/repair-request/screens';
import * as store from '../resources/store/screens';
import * as vehicle from '../resources/vehicle/screens';
import * as alarmRule from '../rules/alarm-rule/screens';
import * as deviceShare from '../rules/device-share/screens';
import * as forwarding from '../rules/forwarding/screens';
import * as push from '../rules/push/screens';
import * as customModule from '../trade/custom-module/screens';
import * as deviceFee from '../trade/device-fee/screens';
import * as erpOrder from '../trade/erp-order/screens';
import * as member from '../trade/member/screens';
import * as memberPlan from '../trade/member-plan/screens';
import * as orderAudit from '../trade/order-audit/screens';
import * as abnormal from '../transport/abnormal/screens';
import * as driverApp from '../transport/driver-app/screens';
import * as order from '../transport/order/screens';
import * as pickUp from '../transport/pick-up/screens';
import * as print from '../transport/print/screens';
import * as receipt from '../transport/receipt/screens';
import * as receiptOrder from '../transport/receipt-order/screens';
import * as tmsHome from '../transport/tms-home/screens';
import * as tracking from '../transport/tracking/screens';
import * as trip from '../transport/trip/screens';
import * as waybill from '../transport/waybill/screens';
import * as alarm from '../watch/alarm/screens';
import * as command from '../watch/command/screens';
import * as location from '../watch/location/screens';
import * as seal from '../watch/seal/screens';
import * as track from '../watch/track/screens';
import * as vehicleGroup from '../watch/vehicle-group/screens';
import * as shell from './own-screens';

/**
 * The modules that have screens: one line a module, whatever number of screens it has. What stands in a module's `screens.ts` is built.
 */
export const builtScreens = {
  ...orderAudit.orderAuditScreens,
  ...memberPlan.memberPlanScreens,
  ...customModule.customModuleScreens,
  ...survey.surveyScreens,
  ...shell.shellScreens,
  ...identity.identityScreens,
  ...location.locationScreens,
  ...track.trackScreens,
  ...seal.sealScreens,
  ...profile.profileScreens,
  ...vehicleGroup.vehicleGroupScreens,
  ...message.messageScreens,
  ...download.downloadScreens,
  ...member.memberScreens,
  ...openapi.openapiScreens,
  ...org.orgScreens,
  ...role.roleScreens,
  ...resourceAuth.resourceAuthScreens,
  ...user.userScreens,
  ...deviceFee.deviceFeeScreens,
  ...erpOrder.erpOrderScreens,
  ...equipment.equipmentScreens,
  ...device.deviceScreens,
  ...deviceSetup.deviceSetupScreens,
  ...builtReportScreens,
  ...push.pushScreens,
  ...forwarding.forwardingScreens,
  ...deviceShare.deviceShareScreens,
  ...alarmRule.alarmRuleScreens,
  ...vehicle.vehicleScreens,
  ...fleet.fleetScreens,
  ...driver.driverScreens,
  ...customer.customerScreens,
  ...store.storeScreens,
  ...posters.posterScreens,
  ...print.printScreens,
  ...card.cardScreens,
  ...carrier.carrierScreens,
  ...place.placeScreens,
  ...transportRoute.transportRouteScreens,
  ...routePlan.routePlanScreens,
  ...alarm.alarmScreens,
  ...command.commandScreens,
  ...frame.frameScreens,
  ...itemProfile.itemProfileScreens,
  ...repairRequest.repairRequestScreens,
  ...tmsHome.tmsHomeScreens,
  ...order.orderScreens,
  ...waybill.waybillScreens,
  ...pickUp.pickUpScreens,
  ...receiptOrder.receiptOrderScreens,
  ...tracking.trackingScreens,
  ...abnormal.abnormalScreens,
  ...receipt.receiptScreens,
  ...itemName.itemNameScreens,
  ...driverApp.driverAppScreens,
  ...trip.tripScreens,
} as const;

/** What a role may be given on these screens. */
export const builtRights = {
  ...orderAudit.orderAuditRights,
  ...memberPlan.memberPlanRights,
  ...customModule.customModuleRights,
  ...command.commandRights,
  ...frame.frameRights,
  ...itemProfile.itemProfileRights,
  ...repairRequest.repairRequestRights,
  ...survey.surveyRights,
  ...member.memberRights,
  ...openapi.openapiRights,
  ...org.orgRights,
  ...role.roleRights,
  ...resourceAuth.resourceAuthRights,
  ...user.userRights,
  ...deviceFee.deviceFeeRights,
  ...erpOrder.erpOrderRights,
  ...equipment.equipmentRights,
  ...device.deviceRights,
  ...deviceSetup.deviceSetupRights,
  ...builtReportRights,
  ...push.pushRights,
  ...forwarding.forwardingRights,
  ...deviceShare.deviceShareRights,
  ...alarmRule.alarmRuleRights,
  ...vehicle.vehicleRights,
  ...fleet.fleetRights,
  ...driver.driverRights,
  ...customer.customerRights,
  ...store.storeRights,
  ...card.cardRights,
  ...carrier.carrierRights,
  ...place.placeRights,
  ...transportRoute.transportRouteRights,
  ...routePlan.routePlanRights,
  ...alarm.alarmRights,
  ...order.orderRights,
  ...waybill.waybillRights,
  ...pickUp.pickUpRights,
  ...receiptOrder.receiptOrderRights,
  ...tracking.trackingRights,
  ...abnormal.abnormalRights,
  ...receipt.receiptRights,
  ...itemName.itemNameRights,
} as const;
