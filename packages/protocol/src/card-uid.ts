import { toHex } from './bytes';

/** Most bytes that a card reader's message has; longer data comes from another device. */
const longest = 64;
/** First printable character. Readers put NUL, STX, ETX, line ends and spaces around the number; all of them lie below it. */
const firstSign = 0x21;
/** Lengths in bytes of a card number sent as bare bytes: 4, 7 and 10 are the sizes of ISO 14443, 5 is EM4100. */
const rawLengths = new Set([4, 5, 7, 10]);

/**
 * Number of the card that a reader at a serial port of the terminal has read, as capital hexadecimal digits; null when the data is not a card number.
 * `data` is what the terminal passed on in 0x0900. Readers send the number as text (`0A1B2C3D`, `0A:1B:2C:3D`, `UID:0A1B2C3D`, between STX and ETX or
 * before a line end; EM4100 readers add a checksum of two digits) or as bare bytes. Decimal digits cannot be told from hexadecimal ones and are
 * read as hexadecimal.
 */
export function cardUidOf(data: Uint8Array): string | null {
  if (data.length > longest) return null;
  const text = String.fromCharCode(...data.filter((byte) => byte >= firstSign));
  const digits = text.replace(/^(?:UID|CARD|ID)[:=]/i, '').replace(/[:-]/g, '');
  if (/^(?:[0-9A-F]{2}){4,10}$/i.test(digits)) return withoutChecksum(digits.toUpperCase(), data);
  // data that ends a line was meant as text, and as text it is not a card number
  if (!rawLengths.has(data.length) || data.at(-1) === 0x0a) return null;
  return toHex(data).toUpperCase();
}

/** The number without the checksum of EM4100 readers, which send STX, five bytes and their XOR as hexadecimal digits, ETX. */
function withoutChecksum(digits: string, data: Uint8Array): string {
  if (digits.length !== 12 || data[0] !== 2) return digits;
  const bytes = [...(digits.match(/../g) ?? [])].map((pair) => Number.parseInt(pair, 16));
  return bytes.slice(0, 5).reduce((sum, byte) => sum ^ byte, 0) === bytes[5] ? digits.slice(0, 10) : digits;
}
