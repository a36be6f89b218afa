import { type ByteReader, ByteWriter } from '../../../bytes';
import { readSizedText, writeSizedText } from '../../../text';
import { type Recording, readRecording, writeRecording } from './recording';

/** Order to upload recordings by FTP (0x9206, JT/T 1078-2016 chapter 5). The terminal answers with 0x0001, and with 0x1206 when it is done. */
export interface UploadRecordings extends Recording {
  host: string;
  port: number;
  user: string;
  password: string;
  /** Folder on the server. */
  path: string;
  /** When it may upload: bit 0 by Wi-Fi, 1 by LAN, 2 by the mobile network. */
  conditions: number;
}

/** Decodes a query for recordings (0x9205, JT/T 1078-2016 chapter 5), which is answered with 0x1205. Throws RangeError when the body ends too early. */
export const decodeQueryRecordings = (r: ByteReader): Recording => readRecording(r);

/** Body of a query, 24 bytes. */
export const encodeQueryRecordings = (m: Recording): Uint8Array => writeRecording(new ByteWriter(24), m).result();

/** Decodes an order to upload. Throws RangeError when the body ends inside a field. */
export function decodeUploadRecordings(r: ByteReader): UploadRecordings {
  const host = readSizedText(r, 'host');
  const port = r.u16('port');
  const server = {
    host,
    port,
    user: readSizedText(r, 'user'),
    password: readSizedText(r, 'password'),
    path: readSizedText(r, 'path'),
  };
  return { ...server, ...readRecording(r), conditions: r.u8('conditions') };
}

/** Body of an order to upload. Throws RangeError when a text has more than 255 bytes. */
export function encodeUploadRecordings(m: UploadRecordings): Uint8Array {
  const w = writeSizedText(new ByteWriter(128), m.host).u16(m.port);
  for (const text of [m.user, m.password, m.path]) writeSizedText(w, text);
  return writeRecording(w, m).u8(m.conditions).result();
}
