/** What the rest of the server uses of `alarm`: the only file of it that others import. */
export { countAlarmsByDay, countAlarmsByKind } from './days';
export { handleAlarms, markOverdue } from './handle';
export { alarmSpeed, firstHandled, isAlarmReadable, isWaiting } from './repo';
export { alarmTraces } from './trace';
