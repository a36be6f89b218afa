import { type ByteReader, ByteWriter } from '../../../bytes';

/** What became of an order to shoot. */
export const shootResult = { ok: 0, failed: 1, noChannel: 2 } as const;

/** Answer to an order to shoot (0x0805, JT/T 808-2013 8.55). The photos themselves come as 0x0801. */
export interface ShootReply {
  /** Serial of the order. */
  replySerial: number;
  /** One of {@link shootResult}. */
  result: number;
  /** Numbers of the photos that were taken; empty unless the result is 0. */
  mediaIds: number[];
}

/** Decodes an answer. Throws RangeError when it ends inside a field. */
export function decodeShootReply(r: ByteReader): ShootReply {
  const reply: ShootReply = { replySerial: r.u16('replySerial'), result: r.u8('result'), mediaIds: [] };
  if (reply.result === shootResult.ok && r.remaining > 0)
    reply.mediaIds = r.list('mediaIds', r.u16('count'), () => r.u32('no'));
  return reply;
}

/** Body of an answer; the photos are listed with result 0 only. */
export function encodeShootReply(m: ShootReply): Uint8Array {
  const w = new ByteWriter(5 + 4 * m.mediaIds.length).u16(m.replySerial).u8(m.result);
  if (m.result !== shootResult.ok) return w.result();
  w.u16(m.mediaIds.length);
  for (const id of m.mediaIds) w.u32(id);
  return w.result();
}
