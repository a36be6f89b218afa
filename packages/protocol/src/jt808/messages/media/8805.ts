import { type ByteReader, ByteWriter } from '../../../bytes';

/** Order to send one stored photo, sound or video (0x8805, JT/T 808-2013 8.60): it comes as 0x0801. */
export interface UploadOneMedia {
  mediaId: number;
  /** The terminal deletes it afterwards. */
  remove: boolean;
}

/** Decodes an order. Throws RangeError when the body ends too early. */
export function decodeUploadOneMedia(r: ByteReader): UploadOneMedia {
  return { mediaId: r.u32('mediaId'), remove: r.u8('remove') === 1 };
}

/** Body of an order, 5 bytes. */
export const encodeUploadOneMedia = (m: UploadOneMedia): Uint8Array =>
  new ByteWriter(5)
    .u32(m.mediaId)
    .u8(m.remove ? 1 : 0)
    .result();
