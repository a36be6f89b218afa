import { type ByteReader, ByteWriter } from '../../../bytes';
import { readSizedText, writeSizedText } from '../../../text';

/** A question for the driver with the answers that he may choose from (0x8302, JT/T 808-2013 8.26; removed in 2019). He answers with 0x0302. */
export interface Question {
  /** Bit 0 emergency, 3 read aloud, 4 shown on the advertising screen. */
  flags: number;
  text: string;
  /** Answers with the number that 0x0302 names them by. */
  answers: Array<{ id: number; text: string }>;
}

/** Decodes a question. Throws RangeError when the body ends inside a field. */
export function decodeQuestion(r: ByteReader): Question {
  const question: Question = { flags: r.u8('flags'), text: readSizedText(r, 'text'), answers: [] };
  while (r.remaining > 0) question.answers.push({ id: r.u8('id'), text: readSizedText(r, 'text', 2) });
  return question;
}

/** Body of a question. Throws RangeError when its text has more than 255 bytes or an answer more than 65,535. */
export function encodeQuestion(m: Question): Uint8Array {
  const w = writeSizedText(new ByteWriter(128).u8(m.flags), m.text);
  for (const { id, text } of m.answers) writeSizedText(w.u8(id), text, 2);
  return w.result();
}
