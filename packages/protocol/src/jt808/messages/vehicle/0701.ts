import { type ByteReader, ByteWriter } from '../../../bytes';

/**
 * Data with its length in front: an electronic waybill (0x0701, JT/T 808-2013 8.46; some makers answer text commands with it) or a message that was
 * compressed (0x0901, 8.63).
 */
export interface SizedData {
  /** The waybill as the terminal has it, or the gzip stream as sent: it is not unpacked here. */
  data: Uint8Array;
}

/** Decodes such data. Throws RangeError when it is shorter than its length says. */
export function decodeSizedData(r: ByteReader): SizedData {
  return { data: r.bytes(r.u32('dataLength'), 'data') };
}

/** Body of such data. */
export const encodeSizedData = ({ data }: SizedData): Uint8Array =>
  new ByteWriter(4 + data.length).u32(data.length).bytes(data).result();
