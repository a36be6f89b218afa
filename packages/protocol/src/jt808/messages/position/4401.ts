import { type ByteReader, ByteWriter } from '../../../bytes';

/** General answer to an electronic lock (0x4401, in no standard, as Traccar writes it): without the serial of the message that it answers. */
export interface LockReply {
  replyId: number;
  /** 0 = success, as in 0x8001 */
  result: number;
}

/** Decodes an answer. Throws RangeError when the body is shorter than three bytes. */
export const decodeLockReply = (r: ByteReader): LockReply => ({ replyId: r.u16('replyId'), result: r.u8('result') });

/** Body of an answer. */
export const encodeLockReply = ({ replyId, result }: LockReply): Uint8Array =>
  new ByteWriter(3).u16(replyId).u8(result).result();
