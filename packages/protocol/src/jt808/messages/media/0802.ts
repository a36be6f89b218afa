import { type ByteReader, ByteWriter } from '../../../bytes';
import { BASIC_BYTES, decodeLocation, encodeLocation, type Location } from '../position/0200';

/** A photo, sound or video that a terminal has stored. */
export interface StoredMedia {
  /** Number that 0x8805 asks for it by; null in the layout of 2011, which has none. */
  mediaId: number | null;
  /** One of `mediaKind`. */
  kind: number;
  channel: number;
  /** Why it was taken, as in 0x0800. */
  event: number;
  /** Where it was taken, without items of additional information. */
  location: Location;
}

/** Answer to a search for stored media (0x0802, JT/T 808-2013 8.57). */
export interface MediaList {
  /** Serial of the search. */
  replySerial: number;
  media: StoredMedia[];
}

const ROW_2011 = 3 + BASIC_BYTES;

/** Decodes an answer. Rows without a number (2011) are known by their width. Throws RangeError when a row that was counted is cut off. */
export function decodeMediaList(r: ByteReader): MediaList {
  const replySerial = r.u16('replySerial');
  const count = r.u16('count');
  const numbered = r.remaining !== count * ROW_2011;
  const media = r.list('media', count, () => ({
    mediaId: numbered ? r.u32('mediaId') : null,
    kind: r.u8('kind'),
    channel: r.u8('channel'),
    event: r.u8('event'),
    location: decodeLocation(r.bytes(BASIC_BYTES, 'location', 'location')),
  }));
  return { replySerial, media };
}

/** Body of an answer. Throws RangeError for a location without a time. */
export function encodeMediaList(m: MediaList): Uint8Array {
  const w = new ByteWriter(4 + 35 * m.media.length).u16(m.replySerial).u16(m.media.length);
  for (const one of m.media) {
    if (one.mediaId !== null) w.u32(one.mediaId);
    w.u8(one.kind).u8(one.channel).u8(one.event).bytes(encodeLocation(one.location));
  }
  return w.result();
}
