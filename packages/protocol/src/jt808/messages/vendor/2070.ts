import { type ByteReader, ByteWriter } from '../../../bytes';
import { readTime, writeTime } from '../../time-range';

/** Accelerations along three axes (0x2070, of some makers, in no standard, as Traccar reads it). */
export interface Accelerations {
  samples: Array<{
    /** Epoch ms; null when the date is impossible. */
    time: number | null;
    /** In the maker's unit, bit 15 as the sign. */
    x: number;
    y: number;
    z: number;
  }>;
}

const SIGN = 0x8000;
const SAMPLE_BYTES = 12;

/** Decodes samples of 12 bytes. Throws RangeError when the last one is cut off. */
export function decodeAccelerations(r: ByteReader): Accelerations {
  const samples = r.list('samples', Math.ceil(r.remaining / SAMPLE_BYTES), () => ({
    time: readTime(r, 'time'),
    x: readSigned(r, 'x'),
    y: readSigned(r, 'y'),
    z: readSigned(r, 'z'),
  }));
  return { samples };
}

function readSigned(r: ByteReader, name: string): number {
  const word = r.u16(name);
  return word & SIGN && word !== SIGN ? -(word & ~SIGN) : word & ~SIGN;
}

const toSigned = (value: number): number => (value < 0 ? SIGN | -value : value);

/** Body of samples; a sample without a time gets zeros. */
export function encodeAccelerations({ samples }: Accelerations): Uint8Array {
  const w = new ByteWriter(SAMPLE_BYTES * samples.length);
  for (const { time, x, y, z } of samples) writeTime(w, time).u16(toSigned(x)).u16(toSigned(y)).u16(toSigned(z));
  return w.result();
}
