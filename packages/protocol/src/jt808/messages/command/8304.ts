import { type ByteReader, ByteWriter } from '../../../bytes';
import { readSizedText, writeSizedText } from '../../../text';

/** News of a kind that the driver has subscribed to (0x8304, JT/T 808-2013 8.30; removed in 2019). */
export interface Info {
  kindId: number;
  text: string;
}

/** News that a terminal sends (0x0304). No edition of the standard has it; the only frames known are those of SmallChi's library. */
export interface InfoReply extends Info {
  replySerial: number;
}

const readInfo = (r: ByteReader): Info => ({ kindId: r.u8('kindId'), text: readSizedText(r, 'text', 2) });

/** Decodes news. Throws RangeError when the body ends inside a field. */
export const decodeInfo = (r: ByteReader): Info => readInfo(r);

/** Body of news. Throws RangeError when the text has more than 65,535 bytes. */
export const encodeInfo = (m: Info): Uint8Array => writeSizedText(new ByteWriter(128).u8(m.kindId), m.text, 2).result();

/** Decodes a terminal's news. Throws RangeError when the body ends inside a field. */
export function decodeInfoReply(r: ByteReader): InfoReply {
  return { replySerial: r.u16('replySerial'), ...readInfo(r) };
}

/** Body of a terminal's news: the serial of the message that is answered, then as in 0x8304. */
export const encodeInfoReply = (m: InfoReply): Uint8Array =>
  writeSizedText(new ByteWriter(128).u16(m.replySerial).u8(m.kindId), m.text, 2).result();
