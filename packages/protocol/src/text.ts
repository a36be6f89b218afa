import type { ByteReader, ByteWriter } from './bytes';

/** STRING of JT/T 808-2013 4.2: GBK, padded with zero bytes. Some makers send UTF-8 instead, which is recognised where it cannot be GBK. */
const gbk = new TextDecoder('gbk');
const utf8 = new TextDecoder('utf-8', { fatal: true });
let gbkCodes: Map<string, number> | undefined;

/**
 * Code of every GBK character. Node can decode GBK but not encode it, so the table is made by decoding all pairs of bytes at the first use (about
 * 24,000 characters).
 */
function loadGbkCodes(): Map<string, number> {
  if (gbkCodes) return gbkCodes;
  const table = new Map<string, number>();
  const pair = new Uint8Array(2);
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      pair[0] = lead;
      pair[1] = trail;
      const char = gbk.decode(pair);
      if ([...char].length === 1 && char !== '\ufffd' && !table.has(char)) table.set(char, (lead << 8) | trail);
    }
  }
  gbkCodes = table;
  return table;
}

/** Signs of good print that GBK lacks, and what says the same: a question mark in place of a minus would turn a temperature round. */
const plainSigns: Readonly<Record<string, string>> = { '\u2212': '-', '\u00a0': ' ', '\u202f': ' ', '\u2011': '-' };

/** GBK bytes. A real minus and spaces that do not break become plain ones; other characters that GBK lacks become a question mark. */
export function encodeText(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const printed of text) {
    const char = plainSigns[printed] ?? printed;
    const point = char.codePointAt(0) ?? 0;
    const code = point < 0x80 ? point : (loadGbkCodes().get(char) ?? 0x3f);
    if (code > 0xff) bytes.push(code >> 8);
    bytes.push(code & 0xff);
  }
  return Uint8Array.from(bytes);
}

/** Text of GBK (or UTF-8) bytes without the zero padding on either side. Bytes that are no character become U+FFFD. */
export function decodeText(data: Uint8Array): string {
  let from = 0;
  let to = data.length;
  while (from < to && data[from] === 0) from++;
  while (to > from && data[to - 1] === 0) to--;
  const bytes = data.subarray(from, to);
  if (bytes.length <= 256 && isAscii(bytes)) return String.fromCharCode(...bytes);
  return decodeUtf8(bytes) ?? gbk.decode(bytes);
}

function isAscii(data: Uint8Array): boolean {
  for (const b of data) if (b > 0x7f) return false;
  return true;
}

/**
 * The text when the bytes are UTF-8, else null. Every character beyond ASCII has to be a Chinese one: the GBK bytes of "鲁" are valid UTF-8 too, but
 * give another script.
 */
function decodeUtf8(data: Uint8Array): string | null {
  try {
    const text = utf8.decode(data);
    for (const char of text) {
      const point = char.codePointAt(0) ?? 0;
      if (point > 0x7f && point < 0x2e80) return null;
    }
    return text;
  } catch {
    return null;
  }
}

/** Text of the next `length` bytes. Throws RangeError when it is cut off. */
export const readText = (r: ByteReader, name: string, length: number): string =>
  decodeText(r.bytes(length, name, 'text'));

/** Text with its length in bytes in front of it, in one byte or in two. Throws RangeError when it is cut off. */
export function readSizedText(r: ByteReader, name: string, lengthBytes: 1 | 2 = 1): string {
  const length = `${name}Length`;
  return readText(r, name, lengthBytes === 1 ? r.u8(length) : r.u16(length));
}

/** Writes what {@link readSizedText} reads. Throws RangeError when the text takes more bytes than its length can say. */
export function writeSizedText(w: ByteWriter, text: string, lengthBytes: 1 | 2 = 1): ByteWriter {
  const data = encodeText(text);
  const limit = lengthBytes === 1 ? 0xff : 0xffff;
  if (data.length > limit) throw new RangeError(`a text of ${data.length} bytes, ${limit} are possible`);
  return (lengthBytes === 1 ? w.u8(data.length) : w.u16(data.length)).bytes(data);
}
