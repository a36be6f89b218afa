import { type ByteReader, ByteWriter, writeCount } from '../../../bytes';

/** Deletes areas of a terminal: circles (0x8601, JT/T 808-2013 8.36), rectangles (0x8603, 8.38), polygons (0x8605, 8.40) or lines (0x8607, 8.42). */
export interface DeleteAreas {
  /** Areas to delete; none of them means all of that kind. */
  ids: number[];
}

/** Decodes an order to delete. Throws RangeError when the body ends too early. */
export function decodeDeleteAreas(r: ByteReader): DeleteAreas {
  return { ids: r.list('ids', r.u8('count'), () => r.u32('no')) };
}

/** Body of an order to delete: a count and the ids. Throws RangeError for more than 255 of them. */
export function encodeDeleteAreas({ ids }: DeleteAreas): Uint8Array {
  const w = writeCount(new ByteWriter(), ids.length);
  for (const id of ids) w.u32(id);
  return w.result();
}
