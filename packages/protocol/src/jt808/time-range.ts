import type { ByteReader, ByteWriter } from '../bytes';
import { decodeTime, encodeTime } from './time';

/** A span of time in a query or an order. */
export interface TimeRange {
  /** Epoch ms; null = without a beginning, sent as zeros. */
  from: number | null;
  /** Epoch ms; null = without an end, sent as zeros. */
  to: number | null;
}

const noTime = new Uint8Array(6);

/** Reads two times BCD[6] in China's time. A time that does not exist counts as none. */
export const readTimeRange = (r: ByteReader): TimeRange => ({
  from: decodeTime(r.bytes(6), 0),
  to: decodeTime(r.bytes(6), 0),
});

/** Writes two times BCD[6] in China's time, zeros for none. */
export const writeTimeRange = (w: ByteWriter, { from, to }: TimeRange): ByteWriter => writeTime(writeTime(w, from), to);

/** Writes a time BCD[6] in China's time, zeros for none. */
export const writeTime = (w: ByteWriter, time: number | null): ByteWriter =>
  w.bytes(time === null ? noTime : encodeTime(time));
