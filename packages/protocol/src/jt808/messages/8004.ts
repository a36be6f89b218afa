import { decodeTime, encodeTime } from '../time';

/** Answer to the time query 0x0004: the server's clock, in UTC by the text of 2019. */
export interface ServerTime {
  /** Epoch ms; null when the date is impossible. */
  time: number | null;
}

export function decodeServerTime(data: Uint8Array): ServerTime {
  if (data.length < 6) throw new RangeError('6 bytes wanted');
  return { time: decodeTime(data, 0, 0) };
}

export function encodeServerTime(m: ServerTime): Uint8Array {
  if (m.time === null) throw new RangeError('no time to send');
  return encodeTime(m.time, 0);
}
