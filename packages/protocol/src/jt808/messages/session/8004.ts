import { decodeTime, encodeTime } from '../../time';

/** Answer to the time query 0x0004 (0x8004, JT/T 808-2019 8.5): the server's clock, which this message alone writes in UTC. */
export interface ServerTime {
  /** Epoch ms; null when the date is impossible. */
  time: number | null;
}

/** Decodes the time. Throws RangeError when its 6 bytes are incomplete. */
export function decodeServerTime(data: Uint8Array): ServerTime {
  if (data.length < 6) throw new RangeError('6 bytes wanted');
  return { time: decodeTime(data, 0, 0) };
}

/** Body of the answer, 6 bytes. Throws RangeError without a time. */
export function encodeServerTime(m: ServerTime): Uint8Array {
  if (m.time === null) throw new RangeError('no time to send');
  return encodeTime(m.time, 0);
}
