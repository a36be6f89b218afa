import type { ByteReader, ByteWriter } from '../../../bytes';
import { readTimeRange, type TimeRange, writeTimeRange } from '../../time-range';

/** Which recordings are meant (0x9205, 0x9206), or what one recording is (0x1205): JT/T 1078-2016 chapter 5. */
export interface Recording extends TimeRange {
  /** Logical channel; 0 = every channel. */
  channel: number;
  /** Alarm word as of a location; 0 = whatever the alarm. */
  alarmBits: number;
  /** Video alarms as of item 0x14 of a location. */
  videoAlarmBits: number;
  /** 0 sound and picture, 1 sound, 2 picture, 3 sound or picture. */
  kind: number;
  /** 0 any, 1 main, 2 sub. */
  stream: number;
  /** 0 any, 1 main, 2 disaster. */
  storage: number;
}

/** Reads 24 bytes. */
export function readRecording(r: ByteReader): Recording {
  const channel = r.u8('channel');
  const range = readTimeRange(r);
  // 64 alarm bits: the upper ones are those of the video
  const videoAlarmBits = r.u32('videoAlarmBits');
  return {
    channel,
    ...range,
    alarmBits: r.u32('alarmBits'),
    videoAlarmBits,
    kind: r.u8('kind'),
    stream: r.u8('stream'),
    storage: r.u8('storage'),
  };
}

/** Writes 24 bytes. */
export const writeRecording = (w: ByteWriter, m: Recording): ByteWriter =>
  writeTimeRange(w.u8(m.channel), m).u32(m.videoAlarmBits).u32(m.alarmBits).u8(m.kind).u8(m.stream).u8(m.storage);
