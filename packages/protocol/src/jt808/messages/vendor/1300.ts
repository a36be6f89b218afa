import type { ByteReader } from '../../../bytes';
/** Text that a terminal answers a command with, in UTF-16 with the upper byte first (0x1300, of some makers, in no standard). */
export interface WideTextReply {
  text: string;
}

const utf16 = new TextDecoder('utf-16be', { ignoreBOM: true });

/** Decodes a text. A single byte at the end becomes U+FFFD; nothing is too short. */
export const decodeWideTextReply = (r: ByteReader): WideTextReply => ({
  text: utf16.decode(r.rest('text', 'wideText')),
});

/** Body of a text: two bytes for each unit of UTF-16. */
export function encodeWideTextReply({ text }: WideTextReply): Uint8Array {
  const data = new Uint8Array(2 * text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    data[2 * i] = unit >> 8;
    data[2 * i + 1] = unit;
  }
  return data;
}
