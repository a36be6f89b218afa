import { toHex } from './bytes';

/** More than that is no card. */
const longest = 64;
/** Signs of serial readers around and between what they read: NUL, STX, ETX, line ends, spaces are all below these. */
const firstSign = 0x21;
/** Lengths of the numbers that readers tell as bytes: ISO 14443 single, double and triple size, EM4100. */
const rawLengths = new Set([4, 5, 7, 10]);

/**
 * The number of a card as a reader at a serial port tells it, in capital hexadecimal digits; null when the data is nothing of a card. Readers send
 * it as text (`0A1B2C3D`, `0A:1B:2C:3D`, `UID:0A1B2C3D`, between STX and ETX or before a line end; ten digits and a checksum of two), or as the bare
 * bytes. A number in decimal digits cannot be told from hexadecimal ones and is taken for these.
 */
export function cardUidOf(data: Uint8Array): string | null {
  if (data.length > longest) return null;
  const text = String.fromCharCode(...data.filter((byte) => byte >= firstSign));
  const digits = text.replace(/^(?:UID|CARD|ID)[:=]/i, '').replace(/[:-]/g, '');
  if (/^(?:[0-9A-F]{2}){4,10}$/i.test(digits)) return withoutChecksum(digits.toUpperCase(), data);
  // what ends a line was meant to be read
  if (!rawLengths.has(data.length) || data.at(-1) === 0x0a) return null;
  return toHex(data).toUpperCase();
}

/** Readers of EM4100 cards send STX, five bytes and their XOR as hexadecimal digits, ETX. */
function withoutChecksum(digits: string, data: Uint8Array): string {
  if (digits.length !== 12 || data[0] !== 2) return digits;
  const bytes = [...(digits.match(/../g) ?? [])].map((pair) => Number.parseInt(pair, 16));
  return bytes.slice(0, 5).reduce((sum, byte) => sum ^ byte, 0) === bytes[5] ? digits.slice(0, 10) : digits;
}
