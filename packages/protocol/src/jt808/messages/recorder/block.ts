import type { ByteReader, ByteWriter } from '../../../bytes';

/**
 * Data block of a driving recorder (GB/T 19056): start mark, command, length, a reserved byte, data and their XOR. In JT/T 808 it stands behind the
 * command byte of 0x8700, 0x0700 and 0x8701.
 */
export interface RecorderBlock {
  /** Start mark: 0x557A of a recorder's answer, 0xAA75 of a command; senders do not keep to it. */
  mark: number;
  command: number;
  reserved: number;
  data: Uint8Array;
  /** The recorder could not do it (commands 0xFA and 0xFB, which have no length and no data). */
  failed: boolean;
}

const FAILED = [0xfa, 0xfb];
/** Mark, command, length, reserved byte and XOR; an error has no length. */
const FRAME_BYTES = 7;
const ERROR_BYTES = 5;

/** Reads bytes as one block. Null when they are none: the length or the XOR, which counts from the start mark on, does not fit. */
export function readRecorderBlock(r: ByteReader): RecorderBlock | null {
  const whole = r.ahead;
  if (whole.length < ERROR_BYTES) return null;
  const mark = r.u16('mark');
  const command = r.u8('blockCommand');
  const failed = FAILED.includes(command);
  const length = failed ? 0 : whole.length < FRAME_BYTES ? -1 : r.u16('blockLength');
  if (length < 0 || whole.length !== length + (failed ? ERROR_BYTES : FRAME_BYTES)) return null;
  const block = { mark, command, reserved: r.u8('reserved'), data: r.bytes(length, 'blockData'), failed };
  r.u8('xor');
  return xorOf(whole) === 0 ? block : null;
}

/** Writes a block with its XOR. Throws RangeError when its data has more than 65,535 bytes. */
export function writeRecorderBlock(w: ByteWriter, block: RecorderBlock): ByteWriter {
  if (block.data.length > 0xffff) throw new RangeError(`a block of ${block.data.length} bytes`);
  const from = w.length;
  w.u16(block.mark).u8(block.command);
  if (!block.failed) w.u16(block.data.length);
  w.u8(block.reserved);
  if (!block.failed) w.bytes(block.data);
  return w.u8(xorOf(w.result().subarray(from)));
}

function xorOf(data: Uint8Array): number {
  let sum = 0;
  for (const b of data) sum ^= b;
  return sum;
}
