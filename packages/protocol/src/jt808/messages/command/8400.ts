import { type ByteReader, ByteWriter } from '../../../bytes';
import { encodeText, readText } from '../../../text';

/** The terminal shall call a number (0x8400, JT/T 808-2013 8.31). */
export interface CallBack {
  /** The cabin is listened to, and the driver hears nothing. */
  listen: boolean;
  /** 20 characters at most. */
  number: string;
}

/** Decodes a call-back. Throws RangeError when the body is empty. Some platforms pad the number with zeros, which are left out. */
export function decodeCallBack(r: ByteReader): CallBack {
  return { listen: r.u8('listen') === 1, number: readText(r, 'number', r.remaining) };
}

/** Body of a call-back. Throws RangeError when the number has more than 20 bytes. */
export function encodeCallBack(m: CallBack): Uint8Array {
  const number = encodeText(m.number);
  if (number.length > 20) throw new RangeError(`a telephone number of ${number.length} bytes, 20 are possible`);
  return new ByteWriter(21)
    .u8(m.listen ? 1 : 0)
    .bytes(number)
    .result();
}
