import { type ByteReader, ByteWriter } from '../../../bytes';

/** The driver has chosen an event of the menu 0x8301 (0x0301, JT/T 808-2013 8.25; removed in 2019). */
export interface EventReport {
  eventId: number;
}

/** Decodes a report. Throws RangeError when the body is empty. */
export const decodeEventReport = (r: ByteReader): EventReport => ({ eventId: r.u8('eventId') });

/** Body of a report, 1 byte. */
export const encodeEventReport = (m: EventReport): Uint8Array => new ByteWriter(1).u8(m.eventId).result();
