import { type ByteReader, ByteWriter } from '../../../bytes';
import { encodeText, readText } from '../../../text';

/** Text that a terminal reports, mostly the answer to a command (0x6006, of some makers, in no standard, as Traccar reads it). */
export interface TextReport {
  /** Code of the encoding; the text is read as GBK whatever it says. */
  encoding: number;
  text: string;
}

/** Decodes a text. Throws RangeError when the body is empty. */
export function decodeTextReport(r: ByteReader): TextReport {
  return { encoding: r.u8('encoding'), text: readText(r, 'text', r.remaining) };
}

/** Body of a text. */
export const encodeTextReport = (m: TextReport): Uint8Array =>
  new ByteWriter(64).u8(m.encoding).bytes(encodeText(m.text)).result();
