import { type ByteReader, ByteWriter, writeCount } from '../../../bytes';

/** Query of some settings by their ids (0x8106, JT/T 808-2013 8.11); the terminal answers with 0x0104. */
export interface QueryParameters {
  ids: number[];
}

/** Decodes a query. Throws RangeError when the body ends too early. */
export function decodeQueryParameters(r: ByteReader): QueryParameters {
  return { ids: r.list('ids', r.u8('count'), () => r.u32('no')) };
}

/** Body of a query: a count and the ids. Throws RangeError for more than 255 of them. */
export function encodeQueryParameters(m: QueryParameters): Uint8Array {
  const w = writeCount(new ByteWriter(), m.ids.length);
  for (const id of m.ids) w.u32(id);
  return w.result();
}
