import { type ByteReader, ByteWriter } from '../../../bytes';
import { encodeText, readSizedText, readText } from '../../../text';
import type { HeaderVersion } from '../../header';

/** Authentication at the beginning of every connection (0x0102, JT/T 808-2013 8.8). */
export interface Auth {
  /** Authentication code from the answer to the registration (0x8100). */
  code: string;
  /** 2019 only, else empty. */
  imei: string;
  /** 2019 only, else empty. */
  softwareVersion: string;
}

/** Decodes an authentication. A 2019 body too short for its fields is read as a bare code: some firmwares send it with a 2019 header. */
export function decodeAuth(r: ByteReader, version: HeaderVersion): Auth {
  const codeLength = r.ahead[0] ?? 0;
  if (version === '2013' || r.remaining < 1 + codeLength)
    return { code: readText(r, 'code', r.remaining), imei: '', softwareVersion: '' };
  const code = readSizedText(r, 'code');
  const imei = readText(r, 'imei', Math.min(15, r.remaining));
  return { code, imei, softwareVersion: readText(r, 'softwareVersion', r.remaining) };
}

/** Body of an authentication: the bare code (2013), or its length, the code, 15 bytes of IMEI and 20 of software version (2019). */
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
