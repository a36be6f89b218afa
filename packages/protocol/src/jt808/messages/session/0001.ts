import { type ByteReader, ByteWriter } from '../../../bytes';

/** Result codes of general answers. Only the platform uses 4: the alarm of the report was dealt with. */
export const replyResult = { ok: 0, failure: 1, badMessage: 2, unsupported: 3, alarmConfirmed: 4 } as const;

/** General answer of the terminal (0x0001, JT/T 808-2013 8.1) and of the platform (0x8001, 8.2). */
export interface GeneralReply {
  /** Serial and id of the message that is answered. */
  replySerial: number;
  replyId: number;
  /** One of {@link replyResult}. */
  result: number;
}

/** Decodes a general answer. Throws RangeError when the body ends too early. */
export function decodeGeneralReply(r: ByteReader): GeneralReply {
  return { replySerial: r.u16('replySerial'), replyId: r.u16('replyId'), result: r.u8('result') };
}

/** Body of a general answer, 5 bytes. */
export function encodeGeneralReply(m: GeneralReply): Uint8Array {
  return new ByteWriter(5).u16(m.replySerial).u16(m.replyId).u8(m.result).result();
}

/** Serial of the message that is answered, 2 bytes: 0x0201 and other answers begin with it. */
export function encodeReplySerial(serial: number): Uint8Array {
  return new ByteWriter(2).u16(serial).result();
}
