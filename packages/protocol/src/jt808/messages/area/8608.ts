import { type ByteReader, ByteWriter } from '../../../bytes';

/** Kinds of areas. */
export const areaKind = { circle: 1, rect: 2, polygon: 3, route: 4 } as const;

/** Asks a terminal for its areas of one kind (0x8608, 2019 8.40), which answers with 0x0608. */
export interface QueryAreas {
  /** One of {@link areaKind}. */
  kind: number;
  /** Areas that are asked for; none of them means all of that kind. */
  ids: number[];
}

/** Decodes a query. Throws RangeError when an id that was counted is cut off. */
export function decodeQueryAreas(r: ByteReader): QueryAreas {
  const kind = r.u8('kind');
  return { kind, ids: readIds(r) };
}

/** Reads a count of four bytes and as many ids. Throws RangeError before anything is kept when they are not all there. */
export function readIds(r: ByteReader): number[] {
  const count = r.u32('count');
  if (count * 4 > r.remaining) throw new RangeError(`${count} ids in ${r.remaining} bytes`);
  return r.list('ids', count, () => r.u32('no'));
}

/** Body of a query: kind, count and ids. */
export function encodeQueryAreas(m: QueryAreas): Uint8Array {
  const w = new ByteWriter(5 + 4 * m.ids.length).u8(m.kind).u32(m.ids.length);
  for (const id of m.ids) w.u32(id);
  return w.result();
}
