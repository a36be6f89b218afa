import { type ByteReader, ByteWriter } from '../../../bytes';
import { readTime, writeTime } from '../../time-range';
import { BASIC_BYTES, decodeLocation, encodeLocation, type Location } from './0200';

/**
 * Batch of small trackers (0x0210, in no standard, as Traccar reads it): locations with one byte of length each, or, in 7 bytes, the charge of the
 * battery and the time.
 */
export interface SmallBatch {
  /** Charge of the battery in per cent; null in a batch of locations. */
  batteryPct: number | null;
  /** When the charge was measured, epoch ms; null in a batch of locations and for a date that does not exist. */
  time: number | null;
  locations: Location[];
  /** Number of locations that cannot be read because they are too short or cut off. */
  damaged: number;
}

const BATTERY_BYTES = 7;

/** Decodes either form; damaged locations are counted and the others kept. Never throws. */
export function decodeSmallBatch(r: ByteReader): SmallBatch {
  const batch: SmallBatch = { batteryPct: null, time: null, locations: [], damaged: 0 };
  if (r.remaining === BATTERY_BYTES) return { ...batch, batteryPct: r.u8('batteryPct'), time: readTime(r, 'time') };
  for (let i = 0; r.remaining > 0; i++) {
    const body = r.entry('locations', i, () =>
      r.bytes(Math.min(r.u8('locationLength'), r.remaining), 'location', 'location'),
    );
    if (body.length < BASIC_BYTES) batch.damaged++;
    else batch.locations.push(decodeLocation(body));
  }
  return batch;
}

/** Body of either form. Throws RangeError for a location without a time or with more than 255 bytes. */
export function encodeSmallBatch(m: SmallBatch): Uint8Array {
  const w = new ByteWriter(256);
  if (m.batteryPct !== null) return writeTime(w.u8(m.batteryPct), m.time).result();
  for (const location of m.locations) {
    const body = encodeLocation(location);
    if (body.length > 0xff) throw new RangeError(`a location of ${body.length} bytes`);
    w.u8(body.length).bytes(body);
  }
  return w.result();
}
