import { type ByteReader, ByteWriter } from '../../../bytes';

/** The driver's answer to a question (0x0302, JT/T 808-2013 8.27; removed in 2019). */
export interface QuestionReply {
  /** Serial of the question. */
  replySerial: number;
  /** Which of the answers he has chosen. */
  answerId: number;
}

/** Decodes an answer. Throws RangeError when the body ends too early. */
export function decodeQuestionReply(r: ByteReader): QuestionReply {
  return { replySerial: r.u16('replySerial'), answerId: r.u8('answerId') };
}

/** Body of an answer, 3 bytes. */
export const encodeQuestionReply = (m: QuestionReply): Uint8Array =>
  new ByteWriter(3).u16(m.replySerial).u8(m.answerId).result();
