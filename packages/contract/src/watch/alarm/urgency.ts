import { z } from 'zod';
import { hourMs, minuteMs } from '../../core/durations';
import { defineEnum } from '../../core/enum';
import { type EpisodeLevel, episodeLevel, episodeStatus } from './episode';

/**
 * Who has to look at an alarm that nobody finished, the most urgent first. Header, chips, feed, card and register count by it and by nothing else; the
 * server works it out (`urgencyOf` in its alarm module) and says it with every alarm. Finished and withdrawn alarms have none.
 */
export const alarmUrgency = defineEnum('alarmUrgency', {
  /** told within `overdueMs`, nobody took it up */
  fresh: [1, '新'],
  /** nobody took it up in that time */
  unacknowledged: [2, '未确认'],
  /** somebody took it up (处理中) */
  working: [3, '处理中'],
  /** goes on for longer than `lastingMs`: folded away, unless it is severe and nobody took it up */
  lasting: [4, '长期'],
  /** ended longer than `pastMs` ago and nobody finished it: no dispatcher can do anything about it any more, the register keeps it */
  past: [5, '逾期'],
});
export type AlarmUrgency = (typeof alarmUrgency.codes)[number];

/** As long as an alarm is new: an ordinary or severe one that nobody took up for so long is 超时未处理 (report.md 6). */
export const overdueMs = 30 * minuteMs;
/** A shift: what goes on for longer is a state of the vehicle, not news. */
export const lastingMs = 8 * hourMs;
/** As long as an ended alarm stays in the feed. */
export const pastMs = 24 * hourMs;
/** Level from which an open alarm puts the red ring on its vehicle and counts it as 报警, and from which it is heard. */
export const ringLevel = episodeLevel.ordinary;

/** How many alarms there are of each urgency, and how many vehicles are in alarm now. */
export const alarmCounts = z.object({
  fresh: z.number().int(),
  unacknowledged: z.number().int(),
  working: z.number().int(),
  lasting: z.number().int(),
  past: z.number().int(),
  vehicles: z.number().int(),
});
export type AlarmCounts = z.infer<typeof alarmCounts>;
export const noAlarms: AlarmCounts = { fresh: 0, unacknowledged: 0, working: 0, lasting: 0, past: 0, vehicles: 0 };

/** What each count says, for its title: the same words wherever it stands. */
export const countWords: Readonly<Record<keyof AlarmCounts, string>> = {
  fresh: '新：30 分钟内的报警，还没有人确认',
  unacknowledged: '未确认：超过 30 分钟还没有人确认',
  working: '处理中：已经有人在处理',
  lasting: '长期：持续超过 8 小时（未确认的严重报警除外）',
  past: '逾期：结束超过 24 小时，仍没有处理结果',
  vehicles: '报警车辆：正在发生一般以上报警的车辆，不含长期',
};

/** What decides whether an alarm counts its vehicle as 报警. */
interface Counted {
  urgency: AlarmUrgency | null;
  status: (typeof episodeStatus.codes)[number];
  level: EpisodeLevel;
}
/** Whether the alarm counts its vehicle as 报警 and puts the red ring on it: it goes on, is no mere notice, and no state of long standing. */
export const isRinging = ({ urgency, status, level }: Counted): boolean =>
  status === episodeStatus.open && level >= ringLevel && urgency !== null && urgency < alarmUrgency.lasting;

const countKeys = {
  [alarmUrgency.fresh]: 'fresh',
  [alarmUrgency.unacknowledged]: 'unacknowledged',
  [alarmUrgency.working]: 'working',
  [alarmUrgency.lasting]: 'lasting',
  [alarmUrgency.past]: 'past',
} as const;
/** The count that alarms of an urgency belong to. */
export const countKey = (urgency: AlarmUrgency): Exclude<keyof AlarmCounts, 'vehicles'> => countKeys[urgency];

/** Counts of a list of alarms, as the server counts all there are. */
export function countAlarmRows(list: ReadonlyArray<Counted & { vehicleId: string }>): AlarmCounts {
  const counts = { ...noAlarms };
  for (const { urgency } of list) if (urgency !== null) counts[countKey(urgency)]++;
  counts.vehicles = new Set(list.filter(isRinging).map(({ vehicleId }) => vehicleId)).size;
  return counts;
}
