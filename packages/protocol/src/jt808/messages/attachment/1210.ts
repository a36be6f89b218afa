import { type ByteReader, ByteWriter, writeCount } from '../../../bytes';
import { encodeText, readSizedText, readText, writeSizedText } from '../../../text';
import { type AlarmIdentifier, type IdentifierWidth, identifierWidths, readIdentifier } from './identifier';

/** Files of an alarm that a terminal is about to send (0x1210, T/JSATL 12-2017). After a broken link it lists those that are not finished. */
export interface AttachmentList {
  terminalId: string;
  identifier: AlarmIdentifier;
  /** The platform's number of the alarm, from 0x9208. */
  alarmNo: string;
  /** The files were asked for again. */
  again: boolean;
  files: Array<{ name: string; bytes: number }>;
}

const ALARM_NO_BYTES = 32;

/** Decodes a list. The provincial standard is the one with which the files use the body up. Throws RangeError when none of them does. */
export function decodeAttachmentList(r: ByteReader): AttachmentList {
  for (const width of identifierWidths) {
    const list = readList(r.attempt(), width);
    if (list) return list;
  }
  throw new RangeError('files of an alarm by no standard that is known');
}

/** The list by one standard; null when it does not end where the body ends. */
function readList(r: ByteReader, { bytes, idBytes }: IdentifierWidth): AttachmentList | null {
  if (r.remaining < idBytes + bytes + ALARM_NO_BYTES + 2) return null;
  const list: AttachmentList = {
    terminalId: readText(r, 'terminalId', idBytes),
    identifier: readIdentifier(r.part(bytes, 'identifier'), idBytes),
    alarmNo: readText(r, 'alarmNo', ALARM_NO_BYTES),
    again: r.u8('again') === 1,
    files: [],
  };
  const count = r.u8('count');
  for (let i = 0; i < count; i++) {
    const length = r.ahead[0] ?? 0;
    if (r.remaining < 1 + length + 4) return null;
    list.files.push(r.entry('files', i, () => ({ name: readSizedText(r, 'name'), bytes: r.u32('bytes') })));
  }
  return r.remaining === 0 ? list : null;
}

/** Body of a list. Throws RangeError for more than 255 files, a name of more than 255 bytes and an identifier of a width that nobody uses. */
export function encodeAttachmentList(m: AttachmentList): Uint8Array {
  const width = identifierWidths.find(({ bytes }) => bytes === m.identifier.raw.length);
  if (!width) throw new RangeError(`an alarm identifier of ${m.identifier.raw.length} bytes`);
  const w = new ByteWriter(128)
    .padded(encodeText(m.terminalId), width.idBytes)
    .bytes(m.identifier.raw)
    .padded(encodeText(m.alarmNo), ALARM_NO_BYTES)
    .u8(m.again ? 1 : 0);
  writeCount(w, m.files.length);
  for (const { name, bytes } of m.files) writeSizedText(w, name).u32(bytes);
  return w.result();
}
