import { type ByteReader, ByteWriter } from '../../../bytes';
import { readTime, readTimeRange, type TimeRange, writeTime, writeTimeRange } from '../../time-range';
import { readServer, type StreamServer, writeServer } from './server';

/** Asks for recorded sound and picture (0x9201, JT/T 1078-2016 chapter 5): the terminal answers with 0x1205 and sends them to the server. */
export interface StartPlayback extends StreamServer, TimeRange {
  channel: number;
  /** 0 sound and picture, 1 sound, 2 picture, 3 sound or picture. */
  kind: number;
  /** 0 any, 1 main, 2 sub. */
  stream: number;
  /** 0 any, 1 main, 2 disaster. */
  storage: number;
  /** 0 normal, 1 fast forward, 2 key frames backwards, 3 key frames, 4 one frame. */
  mode: number;
  /** For modes 1 and 2: 0 as it likes, 1 once, 2 twice, 3 4 times, 4 8 times, 5 16 times. */
  speed: number;
}

/** Changes a playback (0x9202, JT/T 1078-2016 chapter 5). */
export interface PlaybackControl {
  channel: number;
  /** 0 start, 1 pause, 2 end, 3 fast forward, 4 key frames backwards, 5 go to the position, 6 key frames. */
  command: number;
  /** As of {@link StartPlayback}. */
  speed: number;
  /** Where to go for command 5, epoch ms; else null, sent as zeros. */
  position: number | null;
}

/** Decodes a request. Throws RangeError when the body ends inside a field. */
export function decodeStartPlayback(r: ByteReader): StartPlayback {
  const what = { ...readServer(r), channel: r.u8('channel'), kind: r.u8('kind'), stream: r.u8('stream') };
  return { ...what, storage: r.u8('storage'), mode: r.u8('mode'), speed: r.u8('speed'), ...readTimeRange(r) };
}

/** Body of a request. Throws RangeError when the host has more than 255 bytes. */
export function encodeStartPlayback(m: StartPlayback): Uint8Array {
  const w = writeServer(new ByteWriter(48), m).u8(m.channel).u8(m.kind).u8(m.stream);
  return writeTimeRange(w.u8(m.storage).u8(m.mode).u8(m.speed), m).result();
}

/** Decodes a change. Throws RangeError when the body ends too early. */
export function decodePlaybackControl(r: ByteReader): PlaybackControl {
  return {
    channel: r.u8('channel'),
    command: r.u8('command'),
    speed: r.u8('speed'),
    position: readTime(r, 'position'),
  };
}

/** Body of a change, 9 bytes. */
export const encodePlaybackControl = (m: PlaybackControl): Uint8Array =>
  writeTime(new ByteWriter(9).u8(m.channel).u8(m.command).u8(m.speed), m.position).result();
