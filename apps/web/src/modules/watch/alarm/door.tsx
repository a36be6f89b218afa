import { lazy } from 'react';

export { useRecordLink } from './alarm-links';
/** What the location page and details of vehicles show of alarms. */
export { AlarmPanel } from './alarm-panel';
export { AlarmSide } from './alarm-side';
export { Figures, HandleDot, LevelMark } from './alarm-words';
export { type LiveAlarmList, useLiveAlarms } from './use-live-alarms';

/** Brings a table and a drawer along: the map does without. */
export const RecentAlarms = lazy(async () => ({ default: (await import('./recent-alarms')).RecentAlarms }));
