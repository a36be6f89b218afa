import { ByteReader, ByteWriter } from '../../bytes';
import { decodeText, encodeText } from '../../text';
import type { HeaderVersion } from '../header';

/** Authentication at the start of every connection. */
export interface Auth {
  code: string;
  /** 2019 only, else empty. */
  imei: string;
  softwareVersion: string;
}

/** A 2019 body that does not hold its own fields is taken as a bare code, which is what such firmwares send. */
export function decodeAuth(data: Uint8Array, version: HeaderVersion): Auth {
  const codeLength = data[0] ?? 0;
  if (version === '2013' || data.length < 1 + codeLength)
    return { code: decodeText(data), imei: '', softwareVersion: '' };
  const r = new ByteReader(data);
  const code = decodeText(r.bytes(r.u8()));
  const imei = decodeText(r.bytes(Math.min(15, r.remaining)));
  return { code, imei, softwareVersion: decodeText(r.rest()) };
}

export function encodeAuth(m: Auth, version: HeaderVersion): Uint8Array {
  const code = encodeText(m.code);
  if (version === '2013') return code;
  return new ByteWriter(80)
    .u8(code.length)
    .bytes(code)
    .padded(encodeText(m.imei), 15)
    .padded(encodeText(m.softwareVersion), 20)
    .result();
}
