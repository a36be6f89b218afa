import { ByteWriter } from '../bytes';
import type { Item } from '../jt808/messages/position/0200';
import { encodeTime } from '../jt808/time';
import { encodeText } from '../text';

/** A camera alarm as a terminal of T/JSATL 12-2017 reports it. It happens at a moment and has no end, so its flag is 0 (not applicable). */
export interface CameraAlarm {
  /** 0x64 road, 0x65 driver, 0x67 blind spot */
  item: 0x64 | 0x65 | 0x67;
  type: number;
  /** 1 or 2; blind-spot alarms have none */
  level: 1 | 2;
  alarmId: number;
  speedKmh: number;
  lat: number;
  lng: number;
  altitudeM: number;
  /** epoch ms */
  time: number;
  terminalId: string;
  /** files that the terminal has of it */
  attachments?: number;
}

/** Bytes of the terminal id in the alarm identifier. */
const idBytes = 7;
/** The alarm as an item of a location report (0x0200), 47 bytes, or 41 for item 0x67. */
export function encodeSafetyItem(alarm: CameraAlarm): Item {
  const w = new ByteWriter(47).u32(alarm.alarmId).u8(0).u8(alarm.type);
  if (alarm.item !== 0x67) w.u8(alarm.level).bytes(new Uint8Array(5));
  const time = encodeTime(alarm.time);
  w.u8(Math.round(alarm.speedKmh)).u16(Math.round(alarm.altitudeM) & 0xffff);
  w.u32(Math.round(alarm.lat * 1e6))
    .u32(Math.round(alarm.lng * 1e6))
    .bytes(time)
    .u16(1);
  w.padded(encodeText(alarm.terminalId), idBytes).bytes(time);
  // number within the second, number of files, reserved byte
  w.u8(0)
    .u8(alarm.attachments ?? 0)
    .u8(0);
  return { id: alarm.item, data: w.result() };
}
