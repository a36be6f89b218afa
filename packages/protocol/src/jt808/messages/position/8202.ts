import { type ByteReader, ByteWriter } from '../../../bytes';

/**
 * Temporary tracking (0x8202, JT/T 808-2013 8.21): the terminal reports every `intervalS` seconds for `validityS` seconds. Interval 0 stops it, and
 * no duration follows.
 */
export interface TrackControl {
  intervalS: number;
  validityS: number;
}

/** Decodes a tracking order. Throws RangeError when the body ends too early. */
export function decodeTrackControl(r: ByteReader): TrackControl {
  const intervalS = r.u16('intervalS');
  return { intervalS, validityS: intervalS > 0 ? r.u32('validityS') : 0 };
}

/** Body of a tracking order, 6 bytes, or 2 for the one that stops it. */
export function encodeTrackControl(m: TrackControl): Uint8Array {
  const w = new ByteWriter(6).u16(m.intervalS);
  return m.intervalS > 0 ? w.u32(m.validityS).result() : w.result();
}
