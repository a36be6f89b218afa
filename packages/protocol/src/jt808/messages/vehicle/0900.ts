import { type ByteReader, ByteWriter } from '../../../bytes';

/** Types of transparent data that are read here: data of a device at serial port 1 or 2 of the terminal. */
export const transparentType = { serial1: 0x41, serial2: 0x42 } as const;

/**
 * Data that the terminal passes on unread: up 0x0900 (JT/T 808-2013 8.62, 2019 8.61), down 0x8900 (8.61, 2019 8.60). Its meaning depends on the type and on the device that sent it.
 */
export interface Transparent {
  type: number;
  data: Uint8Array;
}

/** Decodes transparent data. Throws RangeError when the type is missing. */
export function decodeTransparent(r: ByteReader): Transparent {
  const type = r.u8('type');
  return { type, data: r.rest('data') };
}

/** Body of transparent data: the type and the bytes behind it. */
export const encodeTransparent = ({ type, data }: Transparent): Uint8Array =>
  new ByteWriter(1 + data.length).u8(type).bytes(data).result();
