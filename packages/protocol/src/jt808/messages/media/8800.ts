import { type ByteReader, ByteWriter, writeCount } from '../../../bytes';

/** Answer to a photo, sound or video (0x8800, JT/T 808-2013 8.53). */
export interface MediaReply {
  mediaId: number;
  /** Numbers of the packages that have to be sent again, from 1; none when the file is complete. */
  missing: number[];
}

/** Decodes an answer. Throws RangeError when it ends inside a field. 2011 sends the count even when it is 0. */
export function decodeMediaReply(r: ByteReader): MediaReply {
  const mediaId = r.u32('mediaId');
  return { mediaId, missing: r.remaining > 0 ? r.list('missing', r.u8('count'), () => r.u16('no')) : [] };
}

/** Body of an answer: the number alone when nothing is missing. Throws RangeError for more than 255 packages. */
export function encodeMediaReply(m: MediaReply): Uint8Array {
  const w = new ByteWriter(5 + 2 * m.missing.length).u32(m.mediaId);
  if (m.missing.length === 0) return w.result();
  writeCount(w, m.missing.length);
  for (const no of m.missing) w.u16(no);
  return w.result();
}
