import { type ByteReader, ByteWriter } from '../../../bytes';
import { type RecorderBlock, readRecorderBlock, writeRecorderBlock } from './block';

/** Asks the driving recorder for its records (0x8700, JT/T 808-2013 8.43) or changes its settings (0x8701, 8.45). */
export interface RecorderCommand {
  /** Command of GB/T 19056: 00-15 read, 82-84 and C2-C4 set. */
  command: number;
  /** The data block; null when the bytes behind the command are none. */
  block: RecorderBlock | null;
  /** These bytes, when they are no block; else empty. */
  other: Uint8Array;
}

/** What the driving recorder answers (0x0700, JT/T 808-2013 8.44). */
export interface RecorderReply extends RecorderCommand {
  /** Serial of the message that is answered. */
  replySerial: number;
}

const NOTHING = new Uint8Array(0);

function readCommand(r: ByteReader): RecorderCommand {
  const command = r.u8('command');
  const block = readRecorderBlock(r.attempt());
  return { command, block, other: block ? NOTHING : r.rest('other') };
}

const writeCommand = (w: ByteWriter, { command, block, other }: RecorderCommand): ByteWriter =>
  block ? writeRecorderBlock(w.u8(command), block) : w.u8(command).bytes(other);

/** Decodes a command. Throws RangeError when the body is empty. */
export const decodeRecorderCommand = (r: ByteReader): RecorderCommand => readCommand(r);

/** Body of a command. Throws RangeError when the block has more than 65,535 bytes. */
export const encodeRecorderCommand = (m: RecorderCommand): Uint8Array => writeCommand(new ByteWriter(64), m).result();

/** Decodes an answer. Throws RangeError when serial or command are missing. */
export function decodeRecorderReply(r: ByteReader): RecorderReply {
  return { replySerial: r.u16('replySerial'), ...readCommand(r) };
}

/** Body of an answer: the serial, then as of a command. */
export const encodeRecorderReply = (m: RecorderReply): Uint8Array =>
  writeCommand(new ByteWriter(256).u16(m.replySerial), m).result();
