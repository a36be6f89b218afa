import { ByteReader, ByteWriter } from '../../bytes';

/** Types of transparent data that are read here: what a device at a serial port of the terminal said. */
export const transparentType = { serial1: 0x41, serial2: 0x42 } as const;

/** Data that the terminal passes on as it is (0x0900, JT/T 808 8.58): what it means, its type and the device behind it decide. */
export interface Transparent {
  type: number;
  data: Uint8Array;
}

/** Throws RangeError without a type. */
export function decodeTransparent(data: Uint8Array): Transparent {
  const r = new ByteReader(data);
  const type = r.u8();
  return { type, data: r.bytes(r.remaining) };
}

export const encodeTransparent = ({ type, data }: Transparent): Uint8Array =>
  new ByteWriter(1 + data.length).u8(type).bytes(data).result();
