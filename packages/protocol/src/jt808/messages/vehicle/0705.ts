import { type ByteReader, ByteWriter, toBcd, toHex } from '../../../bytes';

/** One frame of the vehicle's CAN bus. */
export interface CanFrame {
  /** Which bus of the terminal: 0 or 1. */
  channel: number;
  /** The id has 29 bits instead of 11. */
  extended: boolean;
  /** The data is an average of the interval instead of what was on the bus. */
  average: boolean;
  id: number;
  /** 8 bytes. */
  data: Uint8Array;
}

/** Frames of the CAN bus (0x0705, JT/T 808-2013 8.50). */
export interface CanData {
  /** When the first frame was taken, China's time: digits hhmmss and four of milliseconds. */
  time: string;
  frames: CanFrame[];
}

const CHANNEL = 0x80000000;
const EXTENDED = 0x40000000;
const AVERAGE = 0x20000000;
const ID = 0x1fffffff;

/** Decodes CAN data. Throws RangeError when a frame that was counted is cut off. */
export function decodeCanData(r: ByteReader): CanData {
  const count = r.u16('count');
  return { time: toHex(r.bytes(5, 'time', 'digits')), frames: r.list('frames', count, () => readCanFrame(r)) };
}

function readCanFrame(r: ByteReader): CanFrame {
  const word = r.u32('word');
  return {
    channel: word & CHANNEL ? 1 : 0,
    extended: (word & EXTENDED) !== 0,
    average: (word & AVERAGE) !== 0,
    id: word & ID,
    data: r.bytes(8, 'data'),
  };
}

/** Body of CAN data: 12 bytes a frame. Throws RangeError when the time is not made of 10 digits. */
export function encodeCanData(m: CanData): Uint8Array {
  const w = new ByteWriter(7 + 12 * m.frames.length).u16(m.frames.length).bytes(toBcd(m.time, 5));
  for (const f of m.frames) {
    const flags = (f.channel === 1 ? CHANNEL : 0) | (f.extended ? EXTENDED : 0) | (f.average ? AVERAGE : 0);
    w.u32(flags | f.id).padded(f.data, 8);
  }
  return w.result();
}
