import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const alarmRulePages = {
  ruleSettingsList: () => import('./list-page').then((m) => m.RuleListPage),
  commonRuleEdit: () => import('./edit-page').then((m) => m.CommonRulePage),
  overTemperatureRuleEdit: () => import('./edit-page').then((m) => m.OverTemperatureRulePage),
  zoneRuleEdit: () => import('./edit-page').then((m) => m.ZoneRulePage),
  doorMagnetRuleEdit: () => import('./edit-page').then((m) => m.DoorRulePage),
  timelinessRuleEdit: () => import('./edit-page').then((m) => m.TimelinessRulePage),
  activeSafetyRuleEdit: () => import('./edit-page').then((m) => m.ActiveSafetyRulePage),
} as const satisfies Pages;
