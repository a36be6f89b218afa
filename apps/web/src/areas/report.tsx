import { NotFoundPage } from '../shell/not-found-page';
import type { AreaPages } from './area-pages';

export const reportPages: AreaPages<'report'> = {
  reportHome: () => import('../shell/home').then((m) => m.AreaHome),
  portableController: () => import('../modules/equipment/portable-list-page').then((m) => m.PortableListPage),
  bluetoothLockList: () => import('../modules/equipment/lock-list-page').then((m) => m.LockListPage),
  vehicleEquipment: () => import('../modules/device/device-list-page').then((m) => m.DeviceListPage),
  ruleSettingsList: () => import('../modules/alarm-rule/rule-list-page').then((m) => m.RuleListPage),
  commonRuleEdit: () => import('../modules/alarm-rule/rule-edit-page').then((m) => m.CommonRulePage),
  overTemperatureRuleEdit: () => import('../modules/alarm-rule/rule-edit-page').then((m) => m.OverTemperatureRulePage),
  zoneRuleEdit: () => import('../modules/alarm-rule/rule-edit-page').then((m) => m.ZoneRulePage),
  doorMagnetRuleEdit: () => import('../modules/alarm-rule/rule-edit-page').then((m) => m.DoorRulePage),
  timelinessRuleEdit: () => import('../modules/alarm-rule/rule-edit-page').then((m) => m.TimelinessRulePage),
  activeSafetyRuleEdit: () => import('../modules/alarm-rule/rule-edit-page').then((m) => m.ActiveSafetyRulePage),
  pushSettingsList: () => import('../modules/push/push-list-page').then((m) => m.PushListPage),
  pushSettingsEdit: () => import('../modules/push/push-edit-page').then((m) => m.PushEditPage),
  sendLog: () => import('../modules/push/send-log-page').then((m) => m.SendLogPage),
  dailyDrivingSummaryReport: () => import('../modules/report/daily-driving-page').then((m) => m.DailyDrivingPage),
  notFound: async () => NotFoundPage,
};
