import { ByteReader, ByteWriter } from '../../bytes';

/** Deletes circles (0x8601), rectangles (0x8603), polygons (0x8605) or lines (0x8607); without ids all of that kind. */
export interface DeleteAreas {
  ids: number[];
}

export function decodeDeleteAreas(data: Uint8Array): DeleteAreas {
  const r = new ByteReader(data);
  return { ids: Array.from({ length: r.u8() }, () => r.u32()) };
}

export function encodeDeleteAreas({ ids }: DeleteAreas): Uint8Array {
  const w = new ByteWriter().u8(ids.length);
  for (const id of ids) w.u32(id);
  return w.result();
}
