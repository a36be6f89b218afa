import { alarmHandleStatus } from '../../watch/alarm/enums';
import { episodeLevel, episodeStatus } from '../../watch/alarm/episode';

/** Colours of the dot before a state's word; what recedes because it is over has a grey check (`done`). */
export type Dot = 'green' | 'blue' | 'amber' | 'red' | 'grey' | 'violet' | 'done';

/** How a reading or a figure came (实时, 补传, 缺口 …). */
export const arrivalDots = {
  real: 'green',
  late: 'grey',
  unproven: 'amber',
  none: 'red',
  gap: 'red',
  silent: 'grey',
} as const satisfies Record<string, Dot>;

/** 提示, 一般, 严重. */
export const levelDots = {
  [episodeLevel.notice]: 'blue',
  [episodeLevel.ordinary]: 'amber',
  [episodeLevel.severe]: 'red',
} as const satisfies Record<number, Dot>;

/** Whether an alarm still goes on. */
export const episodeDots = {
  [episodeStatus.open]: 'red',
  [episodeStatus.ended]: 'done',
  [episodeStatus.withdrawn]: 'grey',
} as const satisfies Record<number, Dot>;

/** Where the handling of an alarm stands. */
export const handleDots = {
  [alarmHandleStatus.open]: 'red',
  [alarmHandleStatus.inProgress]: 'amber',
  [alarmHandleStatus.closed]: 'green',
  [alarmHandleStatus.falseAlarm]: 'grey',
  [alarmHandleStatus.appeal]: 'violet',
  [alarmHandleStatus.overdue]: 'red',
} as const satisfies Record<number, Dot>;

/** What was reckoned or decided about a trip's temperatures, or about cooling a box before loading. */
export const verdictDots = {
  pass: 'green',
  reached: 'green',
  done: 'green',
  tight: 'amber',
  check: 'amber',
  running: 'blue',
  fail: 'red',
  missed: 'red',
  stopped: 'red',
  never: 'red',
} as const satisfies Record<string, Dot>;
