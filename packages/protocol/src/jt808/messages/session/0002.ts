import type { ByteReader } from '../../../bytes';
/**
 * Messages without a body in the standard: heartbeat 0x0002 (JT/T 808-2013 8.3), logout 0x0003 (8.7), time query 0x0004 (2019 8.4), queries of
 * parameters 0x8104 (8.10), properties 0x8107 (8.14), position 0x8201 (8.19) and driver 0x8702 (8.47), link check 0x8204 (2019 8.26), and the query of
 * audio and video properties 0x9003 (JT/T 1078-2016 chapter 5).
 */
export interface EmptyMessage {
  /** Bytes that were sent nevertheless: some makers append battery, signal and status to the heartbeat. */
  extra: Uint8Array;
}

const NOTHING = new Uint8Array(0);

/** A message without a body. */
export const emptyMessage: EmptyMessage = { extra: NOTHING };

/** Keeps whatever was sent; nothing is too short. */
export function decodeEmpty(r: ByteReader): EmptyMessage {
  return r.remaining === 0 ? emptyMessage : { extra: r.rest('extra') };
}

/** The bytes as they were. */
export function encodeEmpty(m: EmptyMessage): Uint8Array {
  return m.extra;
}
