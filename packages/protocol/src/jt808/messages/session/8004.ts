import type { ByteReader } from '../../../bytes';
import { decodeTime, encodeTime } from '../../time';

/** Answer to the time query 0x0004 (0x8004, JT/T 808-2019 8.5): the server's clock, which this message alone writes in UTC. */
export interface ServerTime {
  /** Epoch ms; null when the date is impossible. */
  time: number | null;
}

/** Decodes the time. Throws RangeError when its 6 bytes are incomplete. */
export function decodeServerTime(r: ByteReader): ServerTime {
  return { time: decodeTime(r.bytes(6, 'time', 'utcTime'), 0, 0) };
}

/** Body of the answer, 6 bytes. Throws RangeError without a time. */
export function encodeServerTime(m: ServerTime): Uint8Array {
  if (m.time === null) throw new RangeError('no time to send');
  return encodeTime(m.time, 0);
}
