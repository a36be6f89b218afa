import { type ByteReader, ByteWriter } from '../../../bytes';
import { readTime, writeTime } from '../../time-range';

/** Cuts the fuel off or lets it flow again (0xA006, of some makers, in no standard, as Traccar sends it). */
export interface FuelControl {
  cut: boolean;
  /** When the order was given, epoch ms; null when the date is impossible. */
  time: number | null;
}

/** Decodes an order. Throws RangeError when the body ends too early. */
export function decodeFuelControl(r: ByteReader): FuelControl {
  return { cut: r.u8('cut') === 1, time: readTime(r, 'time') };
}

/** Body of an order, 7 bytes. */
export const encodeFuelControl = (m: FuelControl): Uint8Array =>
  writeTime(new ByteWriter(7).u8(m.cut ? 1 : 0), m.time).result();
