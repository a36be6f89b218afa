import { ByteReader, ByteWriter } from '../../bytes';

/** Query given parameters. */
export interface QueryParameters {
  ids: number[];
}

export function decodeQueryParameters(data: Uint8Array): QueryParameters {
  const r = new ByteReader(data);
  return { ids: Array.from({ length: r.u8() }, () => r.u32()) };
}

export function encodeQueryParameters(m: QueryParameters): Uint8Array {
  const w = new ByteWriter().u8(m.ids.length);
  for (const id of m.ids) w.u32(id);
  return w.result();
}
