import { type ByteReader, ByteWriter } from '../../../bytes';
import type { HeaderVersion } from '../../header';

/** Request to send packages of a split message again: 0x8003 by the platform (JT/T 808-2013 8.4, 2019 8.6), 0x0005 by the terminal (2019 8.7). */
export interface ResendRequest {
  /** Serial of the first package of the message. */
  firstSerial: number;
  /** Numbers of the missing packages, from 1. */
  packages: number[];
}

/**
 * Decodes a request. The count is a byte before 2019 and a word since, which the length of the body tells. Throws RangeError when serial or count are
 * missing.
 */
export function decodeResendRequest(r: ByteReader): ResendRequest {
  const firstSerial = r.u16('firstSerial');
  const count = r.remaining % 2 === 1 ? r.u8('count') : r.u16('count');
  return { firstSerial, packages: r.list('packages', Math.min(count, r.remaining >> 1), () => r.u16('no')) };
}

/** Body of a request, with a count of one byte (2013) or of two (2019). */
export function encodeResendRequest(m: ResendRequest, version: HeaderVersion): Uint8Array {
  const w = new ByteWriter().u16(m.firstSerial);
  if (version === '2019') w.u16(m.packages.length);
  else w.u8(m.packages.length);
  for (const no of m.packages) w.u16(no);
  return w.result();
}
