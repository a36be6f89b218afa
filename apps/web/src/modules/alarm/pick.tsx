/** What the location page and details of vehicles show of alarms. */
export { AlarmPanel } from './alarm-panel';
export { AlarmSide } from './alarm-side';
export { Figures, LevelMark } from './alarm-words';
export { RecentAlarms } from './recent-alarms';
export { type LiveAlarmList, useLiveAlarms } from './use-live-alarms';
