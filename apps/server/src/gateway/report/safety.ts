import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import type { SafetyEvent } from '@tongda/contract/core/topics';
import { toHex } from '@tongda/protocol/bytes';
import { decodeSafetyItem, safetyItemIds } from '@tongda/protocol/jsatl12/alarm-items';
import { type Location, motionOf } from '@tongda/protocol/jt808/messages/position/0200';
import { type Dialect, timeIn } from '../terminal/dialect';

/** An alarm's own time is used when it is not older or further ahead than this, else the time of the report it came with. */
const oldestMs = 180 * dayMs;
const aheadMs = 10 * minuteMs;

/** Whether a device's time can be right for something received at `receiveTime`; both epoch ms. */
export const isBelievable = (time: number, receiveTime: number): boolean =>
  time > receiveTime - oldestMs && time <= receiveTime + aheadMs;

/** The active-safety alarms (T/JSATL 12, items 0x64-0x67 and 0x70) in a location report; undefined when there are none. Times are epoch ms. */
export function safetyEventsOf(
  location: Location,
  reportTime: number,
  receiveTime: number,
  dialect?: Dialect | null,
): SafetyEvent[] | undefined {
  const standard = dialect?.safety ?? null;
  if (standard === 'none') return undefined;
  let events: SafetyEvent[] | undefined;
  for (const item of location.items) {
    if (!safetyItemIds.has(item.id)) continue;
    const alarm = decodeSafetyItem(item, standard);
    if (!alarm) continue;
    events ??= [];
    const told = timeIn(dialect, alarm.time);
    const t = told !== null && isBelievable(told, receiveTime) ? told : null;
    events.push({
      item: alarm.item,
      type: 'type' in alarm ? alarm.type : 0,
      level: 'level' in alarm ? alarm.level : null,
      flag: alarm.flag,
      alarmId: alarm.alarmId,
      identifier: toHex(alarm.identifier.raw),
      t: t ?? reportTime,
      ...(t === null ? { timeAbnormal: true as const } : {}),
      // one byte: 255 is not known, as are values that the standard (0-250) does not have
      speedKmh: alarm.speedKmh > 250 ? motionOf(location).speedKmh : alarm.speedKmh,
      attachments: alarm.identifier.attachments,
    });
  }
  return events;
}
