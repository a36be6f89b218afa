import { toBcd, toHex, u16At, u32At } from '../bytes';

/** Layout of the header. Editions 2011 and 2013 have the same one; they differ in the body of the registration only. */
export type HeaderVersion = '2013' | '2019';

/** Header of a message (JT/T 808-2013 and 2019 4.4.3). */
export interface Header {
  msgId: number;
  version: HeaderVersion;
  /** Protocol version of the 2019 header, from 1; 0 in a header that has none. */
  protocolVersion: number;
  /** 0 = plain; bit 0 = RSA, the others are reserved. */
  encryption: number;
  /** Phone number as sent, BCD of 6 bytes or of 10 (2019). A copy, because answers send it back byte for byte. */
  phone: Uint8Array;
  /** Identity of the terminal, see {@link phoneKeyOf}. */
  phoneKey: string;
  /**
   * Number that the sender counts its frames by, wraps at 65535. It matches answers on one connection; terminals restart and repeat it, so it
   * identifies nothing else.
   */
  serial: number;
  /** Which package of how many this is, from 1; null for a message in one frame. */
  subpackage: { total: number; no: number } | null;
  /** Declared length of the body in bytes. */
  bodyLength: number;
  /** Where the body begins in the payload. */
  bodyOffset: number;
}

/**
 * Why a header cannot be read. short: it is incomplete. length: the declared body length fits no layout. package: the package numbers are impossible.
 */
export type HeaderFault = 'short' | 'length' | 'package';

/** Electronic locks: their serial has one byte, and the bits of the attributes above the length mean something else. */
export const isLockId = (msgId: number): boolean => msgId === 0x5501 || msgId === 0x5502 || msgId === LOCK_REPLY;
/** What a lock is answered: the length stands alone in its attributes. */
const LOCK_REPLY = 0x4401;
const FLAG_2019 = 0x4000;
const FLAG_SUBPACKAGED = 0x2000;
const LOCK_HEADER_BYTES = 11;

/**
 * Reads the header of a payload (unescaped, without checksum; JT/T 808-2013 and 2019 4.4.3). Some 2019 terminals set the version flag and keep the
 * 6-byte phone number of 2013; they are read so when only that layout fits the length. `lenient` accepts a body that is not as long as declared. `before` is a header
 * of the same connection: where the terminal is the same, its number need not be read anew.
 */
export function parseHeader(
  payload: Uint8Array,
  lenient = false,
  before: Pick<Header, 'phone' | 'phoneKey'> | null = null,
): Header | HeaderFault {
  if (payload.length < 12) return 'short';
  const msgId = u16At(payload, 0);
  if (isLockId(msgId)) return parseLockHeader(msgId, payload, lenient);
  const attributes = u16At(payload, 2);
  const flagged = (attributes & FLAG_2019) !== 0;
  const subpackageBytes = attributes & FLAG_SUBPACKAGED ? 4 : 0;
  const bodyLength = attributes & 0x3ff;
  const long = flagged && payload.length >= 17 + subpackageBytes;
  const fitsLong = long && payload.length === 17 + subpackageBytes + bodyLength;
  const fitsShort = payload.length === 12 + subpackageBytes + bodyLength;
  if (!fitsLong && !fitsShort && !lenient) return 'length';
  const wide = fitsLong || (long && !fitsShort);
  const phoneAt = wide ? 5 : 4;
  const serialAt = wide ? 15 : 10;
  const bodyOffset = serialAt + 2 + subpackageBytes;
  if (payload.length < bodyOffset) return 'short';
  const subpackage = subpackageBytes ? { total: u16At(payload, serialAt + 2), no: u16At(payload, serialAt + 4) } : null;
  if (subpackage && (subpackage.no < 1 || subpackage.no > subpackage.total)) return 'package';
  const { phone, phoneKey } =
    before && isAt(payload, phoneAt, serialAt, before.phone) ? before : readPhone(payload, phoneAt, serialAt);
  return {
    msgId,
    version: flagged ? '2019' : '2013',
    protocolVersion: wide ? (payload[4] ?? 0) : 0,
    encryption: (attributes >> 10) & 7,
    phone,
    phoneKey,
    serial: u16At(payload, serialAt),
    subpackage,
    bodyLength,
    bodyOffset,
  };
}

function readPhone(payload: Uint8Array, from: number, to: number): Pick<Header, 'phone' | 'phoneKey'> {
  const phone = Uint8Array.prototype.slice.call(payload, from, to);
  return { phone, phoneKey: phoneKeyOf(phone) };
}

/** Whether these bytes stand in a payload from `from` to before `to`. */
function isAt(payload: Uint8Array, from: number, to: number, bytes: Uint8Array): boolean {
  if (to - from !== bytes.length) return false;
  for (let i = 0; i < bytes.length; i++) if (payload[from + i] !== bytes[i]) return false;
  return true;
}

/** The header of an electronic lock's message: 2013 with a serial of one byte, never encrypted or in packages. */
function parseLockHeader(msgId: number, payload: Uint8Array, lenient: boolean): Header | HeaderFault {
  const bodyLength = u16At(payload, 2) & 0x3ff;
  if (payload.length !== LOCK_HEADER_BYTES + bodyLength && !lenient) return 'length';
  return {
    msgId,
    version: '2013',
    protocolVersion: 0,
    encryption: 0,
    ...readPhone(payload, 4, 10),
    serial: payload[10] ?? 0,
    subpackage: null,
    bodyLength,
    bodyOffset: LOCK_HEADER_BYTES,
  };
}

/**
 * Identity of a terminal: the digits of its phone number without leading zeros, which terminals pad differently. Six bytes that are not digits are an IMEI
 * as a binary number of 14 digits, whose check digit is added (as Traccar does); any other bytes are written in hexadecimal.
 */
export function phoneKeyOf(phone: Uint8Array): string {
  const hex = toHex(phone);
  if (!/[a-f]/.test(hex)) return stripZeros(hex);
  if (phone.length !== 6) return stripZeros(hex);
  const imei = String(u16At(phone, 0) * 0x1_0000_0000 + u32At(phone, 2));
  return imei + luhnDigit(imei);
}

const stripZeros = (digits: string): string => digits.replace(/^0+(?=.)/, '');

/** Luhn check digit of an IMEI's first 14 digits. */
function luhnDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighed = i % 2 === 0 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return (10 - (sum % 10)) % 10;
}

/** What the header of a frame to be sent says besides its message id. */
export interface FrameParams {
  /** Digits, which are padded here; or the phone bytes of the header that is answered. */
  phone: string | Uint8Array;
  serial: number;
  version: HeaderVersion;
  /** 2019 only; 1 when left out. */
  protocolVersion?: number;
  encryption?: number;
}

/**
 * Payload of a frame: its header (JT/T 808-2013 and 2019 4.4.3) and `body`. Throws RangeError when the body has more than 1,023 bytes or the phone
 * number is not made of digits.
 */
export function encodePayload(
  msgId: number,
  params: FrameParams,
  body: Uint8Array,
  subpackage?: { total: number; no: number },
): Uint8Array {
  if (body.length > 0x3ff) throw new RangeError(`a body of ${body.length} bytes needs subpackages`);
  if (isLockId(msgId)) return encodeLockPayload(msgId, params, body);
  const phone = toPhoneBytes(params.phone, params.version);
  const wide = phone.length === 10;
  const bodyOffset = 6 + phone.length + (wide ? 1 : 0) + (subpackage ? 4 : 0);
  const payload = new Uint8Array(bodyOffset + body.length);
  const attributes =
    body.length |
    ((params.encryption ?? 0) << 10) |
    (subpackage ? FLAG_SUBPACKAGED : 0) |
    (params.version === '2019' ? FLAG_2019 : 0);
  let at = putU16(payload, 0, msgId);
  at = putU16(payload, at, attributes);
  if (wide) payload[at++] = params.protocolVersion ?? 1;
  payload.set(phone, at);
  at = putU16(payload, at + phone.length, params.serial);
  if (subpackage) {
    at = putU16(payload, at, subpackage.total);
    at = putU16(payload, at, subpackage.no);
  }
  payload.set(body, at);
  return payload;
}

/** Payload of an electronic lock's frame; bit 15 of its attributes asks for an answer. */
function encodeLockPayload(msgId: number, params: FrameParams, body: Uint8Array): Uint8Array {
  const payload = new Uint8Array(LOCK_HEADER_BYTES + body.length);
  putU16(payload, putU16(payload, 0, msgId), msgId === LOCK_REPLY ? body.length : 0x8000 | body.length);
  payload.set(toPhoneBytes(params.phone, '2013').subarray(0, 6), 4);
  payload[10] = params.serial;
  payload.set(body, LOCK_HEADER_BYTES);
  return payload;
}

/** Writes a word at `at`; answers the place behind it. */
function putU16(data: Uint8Array, at: number, value: number): number {
  data[at] = value >> 8;
  data[at + 1] = value;
  return at + 2;
}

function toPhoneBytes(phone: string | Uint8Array, version: HeaderVersion): Uint8Array {
  return typeof phone === 'string' ? toBcd(phone, version === '2019' ? 10 : 6) : phone;
}

/** Header of an answer: layout and phone bytes of the message that is answered, `serial` counted by ourselves. */
export function replyParams(header: Header, serial: number): FrameParams {
  return { phone: header.phone, serial, version: header.version, protocolVersion: header.protocolVersion };
}
