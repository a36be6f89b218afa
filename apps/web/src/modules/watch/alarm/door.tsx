import { lazy } from 'react';

export { useRecordLink } from './links';
/** What the location page and details of vehicles show of alarms. */
export { AlarmPanel } from './panel';
/** What the form of 转维修 is given. */
export type { RepairOfAlarm } from './repair-slot';
export { AlarmSide } from './side';
export { type LiveAlarmList, useLiveAlarms } from './use-live';
export { Figures, HandleDot, LevelMark } from './words';

/** Brings a table and a drawer along: the map does without. */
export const RecentAlarms = lazy(async () => ({ default: (await import('./recent')).RecentAlarms }));
