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

/** Reads a time BCD[6] in China's time: epoch ms, null when it does not exist. */
export const readTime = (r: ByteReader, name: string): number | null => decodeTime(r.bytes(6, name, 'time'), 0);

/** Reads two times BCD[6] in China's time. A time that does not exist counts as none. */
export const readTimeRange = (r: ByteReader): TimeRange => ({ from: readTime(r, 'from'), to: readTime(r, 'to') });

/** Writes two times BCD[6] in China's time, zeros for none. */
export const writeTimeRange = (w: ByteWriter, { from, to }: TimeRange): ByteWriter => writeTime(writeTime(w, from), to);

/** Writes a time BCD[6] in China's time, zeros for none. */
export const writeTime = (w: ByteWriter, time: number | null): ByteWriter =>
  w.bytes(time === null ? noTime : encodeTime(time));
