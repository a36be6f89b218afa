import { type ByteReader, ByteWriter } from '../../../bytes';
import { encodeText, readText } from '../../../text';
import type { HeaderVersion } from '../../header';

/** Text for the driver (0x8300, JT/T 808-2013 8.23). */
export interface TextMessage {
  /** 2013: bit 0 emergency, 2 display, 3 read aloud. 2019: bits 0-1 are 01 service, 10 emergency or 11 notice; 2 display, 3 read aloud. */
  flags: number;
  /** 2019 only: 1 notice, 2 service; else 0. */
  kind: number;
  text: string;
}

/** Decodes a text. Throws RangeError when the body ends too early. */
export function decodeTextMessage(r: ByteReader, version: HeaderVersion): TextMessage {
  const flags = r.u8('flags');
  return { flags, kind: version === '2019' ? r.u8('kind') : 0, text: readText(r, 'text', r.remaining) };
}

/** Body of a text; only 2019 sends its kind. */
export function encodeTextMessage(m: TextMessage, version: HeaderVersion): Uint8Array {
  const w = new ByteWriter().u8(m.flags);
  if (version === '2019') w.u8(m.kind);
  return w.bytes(encodeText(m.text)).result();
}
