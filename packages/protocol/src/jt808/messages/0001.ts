import { ByteReader, ByteWriter } from '../../bytes';

/** Result codes of general answers; 4 is the platform's only. */
export const replyResult = { ok: 0, failure: 1, badMessage: 2, unsupported: 3, alarmConfirmed: 4 } as const;

/** General answer, of the terminal (0x0001) and of the platform (0x8001). */
export interface GeneralReply {
  /** Serial and id of the message that is answered. */
  replySerial: number;
  replyId: number;
  result: number;
}

export function decodeGeneralReply(data: Uint8Array): GeneralReply {
  const r = new ByteReader(data);
  return { replySerial: r.u16(), replyId: r.u16(), result: r.u8() };
}

export function encodeGeneralReply(m: GeneralReply): Uint8Array {
  return new ByteWriter(5).u16(m.replySerial).u16(m.replyId).u8(m.result).result();
}

/** An answer that is only the serial of its question: what 0x0201 and others begin with. */
export function encodeReplySerial(serial: number): Uint8Array {
  return new ByteWriter(2).u16(serial).result();
}
