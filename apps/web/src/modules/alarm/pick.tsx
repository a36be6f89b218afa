/** What the location page shows of alarms. */
export { AlarmPanel } from './alarm-panel';
export { AlarmSide } from './alarm-side';
export { Figures, LevelMark } from './alarm-words';
export { type LiveAlarmList, useLiveAlarms } from './use-live-alarms';
