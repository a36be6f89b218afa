import { type ByteReader, ByteWriter } from '../../../bytes';
import { readServer, type StreamServer, writeServer } from './server';

/** Asks for live sound and picture (0x9101, JT/T 1078-2016 chapter 5): the terminal opens a connection to the server and sends them there. */
export interface StartStream extends StreamServer {
  channel: number;
  /** 0 sound and picture, 1 picture, 2 talk with the driver, 3 listen, 4 broadcast, 5 transparent data. */
  kind: number;
  /** 0 main, 1 sub. */
  stream: number;
}

/** Changes a live stream (0x9102, JT/T 1078-2016 chapter 5). */
export interface StreamControl {
  channel: number;
  /** 0 close, 1 change main and sub, 2 pause, 3 go on, 4 end the talk. */
  command: number;
  /** What is closed: 0 both, 1 sound, 2 picture. */
  closed: number;
  /** 0 main, 1 sub. */
  stream: number;
}

/** How many packets of a live stream get lost (0x9105, JT/T 1078-2016 chapter 5). */
export interface StreamLoss {
  channel: number;
  /** Per cent. */
  lossPct: number;
}

/** Decodes a request. Throws RangeError when the body ends inside a field. */
export function decodeStartStream(r: ByteReader): StartStream {
  return { ...readServer(r), channel: r.u8('channel'), kind: r.u8('kind'), stream: r.u8('stream') };
}

/** Body of a request. Throws RangeError when the host has more than 255 bytes. */
export const encodeStartStream = (m: StartStream): Uint8Array =>
  writeServer(new ByteWriter(32), m).u8(m.channel).u8(m.kind).u8(m.stream).result();

/** Decodes a change. Throws RangeError when the body ends too early. */
export function decodeStreamControl(r: ByteReader): StreamControl {
  return { channel: r.u8('channel'), command: r.u8('command'), closed: r.u8('closed'), stream: r.u8('stream') };
}

/** Body of a change, 4 bytes. */
export const encodeStreamControl = (m: StreamControl): Uint8Array =>
  Uint8Array.of(m.channel, m.command, m.closed, m.stream);

/** Decodes a loss. Throws RangeError when the body ends too early. */
export function decodeStreamLoss(r: ByteReader): StreamLoss {
  return { channel: r.u8('channel'), lossPct: r.u8('lossPct') };
}

/** Body of a loss, 2 bytes. */
export const encodeStreamLoss = (m: StreamLoss): Uint8Array => Uint8Array.of(m.channel, m.lossPct);
