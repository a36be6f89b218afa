import { NotFoundPage } from '../shell/page/not-found-page';
import type { AreaPages } from './area-pages';

export const reportPages: AreaPages<'report'> = {
  reportHome: () => import('../shell/frame/home').then((m) => m.AreaHome),
  portableController: () => import('../modules/resources/equipment/portable-list-page').then((m) => m.PortableListPage),
  bluetoothLockList: () => import('../modules/resources/equipment/lock-list-page').then((m) => m.LockListPage),
  vehicleEquipment: () => import('../modules/resources/device/list-page').then((m) => m.DeviceListPage),
  ruleSettingsList: () => import('../modules/rules/alarm-rule/list-page').then((m) => m.RuleListPage),
  commonRuleEdit: () => import('../modules/rules/alarm-rule/edit-page').then((m) => m.CommonRulePage),
  overTemperatureRuleEdit: () => import('../modules/rules/alarm-rule/edit-page').then((m) => m.OverTemperatureRulePage),
  zoneRuleEdit: () => import('../modules/rules/alarm-rule/edit-page').then((m) => m.ZoneRulePage),
  doorMagnetRuleEdit: () => import('../modules/rules/alarm-rule/edit-page').then((m) => m.DoorRulePage),
  timelinessRuleEdit: () => import('../modules/rules/alarm-rule/edit-page').then((m) => m.TimelinessRulePage),
  activeSafetyRuleEdit: () => import('../modules/rules/alarm-rule/edit-page').then((m) => m.ActiveSafetyRulePage),
  pushSettingsList: () => import('../modules/rules/push/list-page').then((m) => m.PushListPage),
  pushSettingsEdit: () => import('../modules/rules/push/edit-page').then((m) => m.PushEditPage),
  sendLog: () => import('../modules/rules/push/send-log-page').then((m) => m.SendLogPage),
  dailyDrivingSummaryReport: () => import('../reports/driving/daily-driving-page').then((m) => m.DailyDrivingPage),
  notFound: async () => NotFoundPage,
};
