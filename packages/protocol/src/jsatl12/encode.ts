import { ByteWriter } from '../bytes';
import type { Item } from '../jt808/messages/0200';
import { encodeTime } from '../jt808/time';
import { encodeText } from '../text';

/** An alarm of the camera, as a terminal of T/JSATL 12-2017 tells it; one that happens at a moment has no end (flag 0). */
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
}

const idBytes = 7;
const identifierTail = 3;

/** The item as it travels in a location report. */
export function encodeSafetyItem(alarm: CameraAlarm): Item {
  const w = new ByteWriter(47).u32(alarm.alarmId).u8(0).u8(alarm.type);
  if (alarm.item !== 0x67) w.u8(alarm.level).bytes(new Uint8Array(5));
  const time = encodeTime(alarm.time);
  w.u8(Math.round(alarm.speedKmh)).u16(Math.round(alarm.altitudeM) & 0xffff);
  w.u32(Math.round(alarm.lat * 1e6))
    .u32(Math.round(alarm.lng * 1e6))
    .bytes(time)
    .u16(1);
  w.padded(encodeText(alarm.terminalId), idBytes).bytes(time).bytes(new Uint8Array(identifierTail));
  return { id: alarm.item, data: w.result() };
}
