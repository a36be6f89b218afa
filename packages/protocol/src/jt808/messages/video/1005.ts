import { type ByteReader, ByteWriter } from '../../../bytes';
import { readTimeRange, type TimeRange, writeTimeRange } from '../../time-range';

/** Passengers counted between two times (0x1005, JT/T 1078-2016 chapter 5). */
export interface PassengerCount extends TimeRange {
  gotOn: number;
  gotOff: number;
}

/** Decodes a count. Throws RangeError when the body ends too early. */
export function decodePassengerCount(r: ByteReader): PassengerCount {
  return { ...readTimeRange(r), gotOn: r.u16('gotOn'), gotOff: r.u16('gotOff') };
}

/** Body of a count, 16 bytes. */
export const encodePassengerCount = (m: PassengerCount): Uint8Array =>
  writeTimeRange(new ByteWriter(16), m).u16(m.gotOn).u16(m.gotOff).result();
