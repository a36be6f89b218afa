import { lazy } from 'react';

/** What the location page and details of vehicles show of alarms. */
export { AlarmDock } from './dock';
export { useRecordLink } from './links';
/** What the form of 转维修 is given. */
export type { RepairOfAlarm } from './repair-slot';
export { AlarmSide } from './side';
export { type LiveAlarmList, useLiveAlarms } from './use-live';
export { type AlarmForm, Figures, HandleDot, LevelMark } from './words';

/** Brings a table and a drawer along: the map does without. */
export const RecentAlarms = lazy(async () => ({ default: (await import('./recent')).RecentAlarms }));
/** 详情 and 处理 of one alarm, and of many at once: what reports of alarms open. */
export const AlarmDrawer = lazy(async () => ({ default: (await import('./drawer')).AlarmDrawer }));
export const BatchHandle = lazy(async () => ({ default: (await import('./batch')).BatchHandle }));
