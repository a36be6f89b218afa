import { type ByteReader, ByteWriter } from '../../../bytes';
import { decodeLocation, encodeLocation, type Location } from './0200';

/** Several locations in one message (0x0704, JT/T 808-2013 8.49). */
export interface LocationBatch {
  /** True for type 1, reports that were stored where there was no radio link; false for a normal batch. */
  late: boolean;
  locations: Location[];
  /** Number of locations that were announced and cannot be read because they are too short or cut off. */
  damaged: number;
}

/** Decodes a batch. Throws RangeError when count or type are missing; damaged locations are counted and the others kept. */
export function decodeLocationBatch(r: ByteReader): LocationBatch {
  const count = r.u16('count');
  const batch: LocationBatch = { late: r.u8('late') === 1, locations: [], damaged: 0 };
  for (let i = 0; i < count; i++) {
    if (r.remaining < 2) {
      batch.damaged += count - i;
      break;
    }
    const body = r.entry('locations', i, () => readBody(r));
    if (body.length < 28) batch.damaged++;
    else batch.locations.push(decodeLocation(body));
  }
  return batch;
}

function readBody(r: ByteReader): Uint8Array {
  const length = r.u16('locationLength');
  return r.bytes(Math.min(length, r.remaining), 'location', 'location');
}

/** Body of a batch. Throws RangeError for a location that cannot be encoded, see `encodeLocation`. */
export function encodeLocationBatch(m: LocationBatch): Uint8Array {
  const w = new ByteWriter(1024).u16(m.locations.length).u8(m.late ? 1 : 0);
  for (const location of m.locations) {
    const body = encodeLocation(location);
    w.u16(body.length).bytes(body);
  }
  return w.result();
}
