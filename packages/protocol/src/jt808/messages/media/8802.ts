import { type ByteReader, ByteWriter } from '../../../bytes';
import { readTimeRange, type TimeRange, writeTimeRange } from '../../time-range';

/** Which of the stored photos, sounds and videos are meant. */
export interface MediaSearch extends TimeRange {
  /** One of `mediaKind`. */
  kind: number;
  /** 0 = every channel. */
  channel: number;
  /** Why it was taken, as in 0x0800. */
  event: number;
}

/** Order to send stored media (0x8803, JT/T 808-2013 8.58): they come as 0x0801. */
export interface UploadMedia extends MediaSearch {
  /** The terminal deletes what it has sent. */
  remove: boolean;
}

const readSearch = (r: ByteReader): MediaSearch => ({
  kind: r.u8('kind'),
  channel: r.u8('channel'),
  event: r.u8('event'),
  ...readTimeRange(r),
});

const writeSearch = (w: ByteWriter, m: MediaSearch): ByteWriter =>
  writeTimeRange(w.u8(m.kind).u8(m.channel).u8(m.event), m);

/** Decodes a search (0x8802, JT/T 808-2013 8.56), which is answered with 0x0802. Throws RangeError when the body ends too early. */
export const decodeMediaSearch = (r: ByteReader): MediaSearch => readSearch(r);

/** Body of a search, 15 bytes. */
export const encodeMediaSearch = (m: MediaSearch): Uint8Array => writeSearch(new ByteWriter(15), m).result();

/** Decodes an order to send. Throws RangeError when the body ends too early. */
export function decodeUploadMedia(r: ByteReader): UploadMedia {
  return { ...readSearch(r), remove: r.u8('remove') === 1 };
}

/** Body of an order to send, 16 bytes. */
export const encodeUploadMedia = (m: UploadMedia): Uint8Array =>
  writeSearch(new ByteWriter(16), m)
    .u8(m.remove ? 1 : 0)
    .result();
