import { type ByteReader, ByteWriter } from '../../../bytes';

/** Kinds of media. */
export const mediaKind = { image: 0, audio: 1, video: 2 } as const;

/** A photo, sound or video that the terminal has taken (0x0800, JT/T 808-2013 8.51); 0x0801 begins with the same fields. */
export interface MediaEvent {
  /** Number that the terminal gave it, greater than 0. */
  mediaId: number;
  /** One of {@link mediaKind}. */
  kind: number;
  /** 0 JPEG, 1 TIF, 2 MP3, 3 WAV, 4 WMV. */
  format: number;
  /** Why it was taken: 0 platform's order, 1 timer, 2 robbery, 3 collision or rollover, 4 door open, 5 door closed, 6 closed and above 20 km/h, 7 distance. */
  event: number;
  channel: number;
}

/** Reads the five fields of an event. */
export const readMediaEvent = (r: ByteReader): MediaEvent => ({
  mediaId: r.u32('mediaId'),
  kind: r.u8('kind'),
  format: r.u8('format'),
  event: r.u8('event'),
  channel: r.u8('channel'),
});

/** Writes the five fields of an event, 8 bytes. */
export const writeMediaEvent = (w: ByteWriter, m: MediaEvent): ByteWriter =>
  w.u32(m.mediaId).u8(m.kind).u8(m.format).u8(m.event).u8(m.channel);

/** Decodes an event. Throws RangeError when the body ends too early. */
export const decodeMediaEvent = (r: ByteReader): MediaEvent => readMediaEvent(r);

/** Body of an event, 8 bytes. */
export const encodeMediaEvent = (m: MediaEvent): Uint8Array => writeMediaEvent(new ByteWriter(8), m).result();
