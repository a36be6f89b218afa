import { ByteReader, ByteWriter, writeCount } from '../../../bytes';
import { decodeText, encodeText, writeSizedText } from '../../../text';
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
export function decodeAttachmentList(data: Uint8Array): AttachmentList {
  for (const width of identifierWidths) {
    const list = readList(data, width);
    if (list) return list;
  }
  throw new RangeError('files of an alarm by no standard that is known');
}

/** The list by one standard; null when it does not end where the body ends. */
function readList(data: Uint8Array, { bytes, idBytes }: IdentifierWidth): AttachmentList | null {
  if (data.length < idBytes + bytes + ALARM_NO_BYTES + 2) return null;
  const r = new ByteReader(data);
  const list: AttachmentList = {
    terminalId: decodeText(r.bytes(idBytes)),
    identifier: readIdentifier(r.bytes(bytes), idBytes),
    alarmNo: decodeText(r.bytes(ALARM_NO_BYTES)),
    again: r.u8() === 1,
    files: [],
  };
  for (let count = r.u8(); count > 0; count--) {
    const length = r.remaining > 0 ? r.u8() : 0;
    if (r.remaining < length + 4) return null;
    list.files.push({ name: decodeText(r.bytes(length)), bytes: r.u32() });
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
