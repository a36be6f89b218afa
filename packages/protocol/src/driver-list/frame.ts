import { ByteReader, ByteWriter, fromHex, toHex, writeCount } from '../bytes';
import { readSizedText, writeSizedText } from '../text';

/**
 * The white list of drivers in a terminal: whose cards its reader takes for a driver's. JT/T 808 has no message for it, so that it is transparent data
 * (0x8900) of this type, in a layout of the platform's own (decision 122).
 */
export const driverListType = 0xf7;

/** What happens to the drivers whom the terminal has already; the numbers are those of other lists (0x8301, 0x8401). */
export const driverListMode = { replace: 1, append: 2, modify: 3 } as const;

const SET = 0x01;

/** A driver by the number of his card, 4 to 10 bytes in hexadecimal capitals. */
export interface ListedDriver {
  cardNo: string;
  name: string;
}

/** The order to change the list; modify finds a driver by the number of his card, replace without drivers empties the list. */
export interface DriverList {
  /** one of `driverListMode` */
  mode: number;
  drivers: ListedDriver[];
}

/**
 * Bytes of the order: kind 0x01, mode, count, and of each driver the length and bytes of his card's number and the length and GBK text of his name.
 * Throws RangeError for more than 255 drivers, and for a number that is not hexadecimal.
 */
export function encodeDriverList({ mode, drivers }: DriverList): Uint8Array {
  const w = new ByteWriter(128).u8(SET).u8(mode);
  writeCount(w, drivers.length);
  for (const { cardNo, name } of drivers) {
    const card = fromHex(cardNo);
    writeSizedText(w.u8(card.length).bytes(card), name);
  }
  return w.result();
}

/** The order in bytes; null for bytes that are no such order. */
export function decodeDriverList(data: Uint8Array): DriverList | null {
  try {
    const r = new ByteReader(data);
    if (r.u8() !== SET) return null;
    const mode = r.u8();
    const drivers = Array.from({ length: r.u8() }, () => ({
      cardNo: toHex(r.bytes(r.u8())).toUpperCase(),
      name: readSizedText(r, 'name'),
    }));
    return r.remaining === 0 ? { mode, drivers } : null;
  } catch {
    // too short
    return null;
  }
}
