import { type ByteReader, ByteWriter } from '../../../bytes';

/** Public RSA key of the platform (0x8A00, JT/T 808-2013 8.64) or of the terminal (0x0A00, 8.65). Bodies encrypted with it are refused here as unsupported. */
export interface RsaKey {
  exponent: number;
  /** 128 bytes. */
  modulus: Uint8Array;
}

const MODULUS_BYTES = 128;

/** Decodes a key. Throws RangeError when the body ends too early. */
export function decodeRsaKey(r: ByteReader): RsaKey {
  return { exponent: r.u32('exponent'), modulus: r.bytes(MODULUS_BYTES, 'modulus') };
}

/** Body of a key, 132 bytes. */
export const encodeRsaKey = (m: RsaKey): Uint8Array =>
  new ByteWriter(4 + MODULUS_BYTES).u32(m.exponent).padded(m.modulus, MODULUS_BYTES, 'front').result();
