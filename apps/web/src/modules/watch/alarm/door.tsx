import { lazy } from 'react';

export type { WalkedAlarm } from './detail/drawer';
export { AlarmSide } from './detail/side';
/** What the location page and details of vehicles show of alarms. */
export { AlarmDock } from './feed/dock';
export { type LiveAlarmList, useLiveAlarms } from './feed/use-live';
/** What the form of 转维修 is given. */
export type { RepairOfAlarm } from './handle/repair-slot';
export { useRecordLink } from './links';
export { type AlarmForm, canHandle, Figures, HandleDot, LevelMark } from './words';

/** Brings a table and a drawer along: the map does without. */
export const RecentAlarms = lazy(async () => ({ default: (await import('./feed/recent')).RecentAlarms }));
/** 详情 and 处理 of one alarm, and of many at once: what reports of alarms open. */
export const AlarmDrawer = lazy(async () => ({ default: (await import('./detail/drawer')).AlarmDrawer }));
export const BatchHandle = lazy(async () => ({ default: (await import('./handle/batch')).BatchHandle }));
