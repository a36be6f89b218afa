import { type ByteReader, ByteWriter } from '../../../bytes';

/** Answer to a question for the time 0x0109 (0x8109, of some makers, in no standard): date and time in UTC as numbers, then a zero. */
export interface TimeSync {
  /** Epoch ms, whole seconds; null when the date is impossible. */
  time: number | null;
}

/** Decodes an answer. Throws RangeError when the body ends too early; the zero behind the seconds may be missing. */
export function decodeTimeSync(r: ByteReader): TimeSync {
  const fields: [number, number, number, number, number, number] = [
    r.u16('year'),
    r.u8('month'),
    r.u8('day'),
    r.u8('hour'),
    r.u8('minute'),
    r.u8('second'),
  ];
  const [year, month, day, hour, minute, second] = fields;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const back = fieldsOf(date);
  return { time: fields.every((value, i) => value === back[i]) ? date.getTime() : null };
}

const fieldsOf = (d: Date): number[] => [
  d.getUTCFullYear(),
  d.getUTCMonth() + 1,
  d.getUTCDate(),
  d.getUTCHours(),
  d.getUTCMinutes(),
  d.getUTCSeconds(),
];

/** Body of an answer, 8 bytes; zeros when there is no time. */
export function encodeTimeSync({ time }: TimeSync): Uint8Array {
  const w = new ByteWriter(8);
  const [year = 0, ...rest] = time === null ? [0, 0, 0, 0, 0, 0] : fieldsOf(new Date(time));
  w.u16(year);
  for (const value of rest) w.u8(value);
  return w.u8(0).result();
}
