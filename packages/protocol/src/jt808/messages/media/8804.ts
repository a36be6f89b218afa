import { type ByteReader, ByteWriter } from '../../../bytes';

/** Order to record sound in the cabin (0x8804, JT/T 808-2013 8.59). */
export interface RecordAudio {
  /** False stops a recording. */
  start: boolean;
  /** 0 = on and on. */
  seconds: number;
  /** Kept in the terminal instead of sent at once. */
  save: boolean;
  /** 0 8 kHz, 1 11 kHz, 2 23 kHz, 3 32 kHz. */
  sampleRate: number;
}

/** Decodes an order. Throws RangeError when the body ends too early. */
export function decodeRecordAudio(r: ByteReader): RecordAudio {
  return {
    start: r.u8('start') === 1,
    seconds: r.u16('seconds'),
    save: r.u8('save') === 1,
    sampleRate: r.u8('sampleRate'),
  };
}

/** Body of an order, 5 bytes. */
export const encodeRecordAudio = (m: RecordAudio): Uint8Array =>
  new ByteWriter(5)
    .u8(m.start ? 1 : 0)
    .u16(m.seconds)
    .u8(m.save ? 1 : 0)
    .u8(m.sampleRate)
    .result();
