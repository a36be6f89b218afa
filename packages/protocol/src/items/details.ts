import { u16At, u32At } from '../bytes';
import type { Item } from '../jt808/messages/position/0200';

/** Kind of an area: 0 none, 1 circle, 2 rectangle, 3 polygon, 4 section of a route. */
type AreaKind = number;

/**
 * Items of JT/T 808-2013 8.18 (additional information of 0x0200) that explain an alarm bit of their report. An item that was not sent is undefined.
 */
export interface AlarmDetails {
  /** 0x04: serial number of the alarm event that a person has to confirm (0x8203). */
  confirmEventId?: number;
  /** 0x05: one byte a tyre from front left, unit by maker; null = invalid. */
  tyrePressures?: Array<number | null>;
  /** 0x11: where the speed limit was exceeded. */
  overspeed?: { kind: AreaKind; areaId: number };
  /** 0x12: area or route entered (0) or left (1). */
  area?: { kind: AreaKind; areaId: number; direction: number };
  /** 0x13: time on a section, too short (0) or too long (1). */
  section?: { sectionId: number; seconds: number; result: number };
}

/** Reads the items that explain alarms. An item of an unexpected length is skipped: makers use the same ids for other things. */
export function readAlarmDetails(items: readonly Item[]): AlarmDetails {
  const details: AlarmDetails = {};
  for (const { id, data } of items) {
    if (id === 0x04 && data.length === 2) details.confirmEventId = u16At(data, 0);
    if (id === 0x05 && data.length === 30) details.tyrePressures = Array.from(data, (b) => (b === 0xff ? null : b));
    if (id === 0x11 && (data.length === 1 || data.length === 5)) {
      details.overspeed = { kind: data[0] ?? 0, areaId: u32At(data, 1) };
    }
    if (id === 0x12 && data.length === 6) {
      details.area = { kind: data[0] ?? 0, areaId: u32At(data, 1), direction: data[5] ?? 0 };
    }
    if (id === 0x13 && data.length === 7) {
      details.section = { sectionId: u32At(data, 0), seconds: u16At(data, 4), result: data[6] ?? 0 };
    }
  }
  return details;
}
