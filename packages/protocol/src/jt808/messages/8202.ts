import { ByteReader, ByteWriter } from '../../bytes';

/** Temporary tracking: a report every `intervalS` for `validityS`; interval 0 stops it. */
export interface TrackControl {
  intervalS: number;
  validityS: number;
}

export function decodeTrackControl(data: Uint8Array): TrackControl {
  const r = new ByteReader(data);
  const intervalS = r.u16();
  return { intervalS, validityS: intervalS > 0 ? r.u32() : 0 };
}

export function encodeTrackControl(m: TrackControl): Uint8Array {
  const w = new ByteWriter(6).u16(m.intervalS);
  return m.intervalS > 0 ? w.u32(m.validityS).result() : w.result();
}
