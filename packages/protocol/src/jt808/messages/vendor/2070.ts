import { ByteReader, ByteWriter } from '../../../bytes';
import { decodeTime } from '../../time';
import { writeTime } from '../../time-range';

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
export function decodeAccelerations(data: Uint8Array): Accelerations {
  const r = new ByteReader(data);
  const samples = Array.from({ length: Math.ceil(data.length / SAMPLE_BYTES) }, () => ({
    time: decodeTime(r.bytes(6), 0),
    x: readSigned(r),
    y: readSigned(r),
    z: readSigned(r),
  }));
  return { samples };
}

function readSigned(r: ByteReader): number {
  const word = r.u16();
  return word & SIGN && word !== SIGN ? -(word & ~SIGN) : word & ~SIGN;
}

const toSigned = (value: number): number => (value < 0 ? SIGN | -value : value);

/** Body of samples; a sample without a time gets zeros. */
export function encodeAccelerations({ samples }: Accelerations): Uint8Array {
  const w = new ByteWriter(SAMPLE_BYTES * samples.length);
  for (const { time, x, y, z } of samples) writeTime(w, time).u16(toSigned(x)).u16(toSigned(y)).u16(toSigned(z));
  return w.result();
}
