import type { ByteReader } from '../../../bytes';
/**
 * A message of one maker whose layout is not published: 0x0091 and 0x0093 (the only frames known are those of a demonstration of SmallChi's library),
 * 0x0310 (setting of a parameter), 0x1007 (time zone), 0x8888 (photo). The bytes are kept as they are.
 */
export interface OpaqueMessage {
  data: Uint8Array;
}

/** Keeps the bytes; nothing is too short. */
export const decodeOpaque = (r: ByteReader): OpaqueMessage => ({ data: r.rest('data') });

/** The bytes as they were. */
export const encodeOpaque = ({ data }: OpaqueMessage): Uint8Array => data;
