import { type ByteReader, ByteWriter } from '../../../bytes';
import { encodeText, readText } from '../../../text';
import { readServer, type StreamServer, writeServer } from '../video/server';
import { type AlarmIdentifier, identifierWidths, readIdentifier } from './identifier';

/** Asks for the files of an alarm (0x9208, T/JSATL 12-2017): the terminal connects to the attachment server and begins with 0x1210. */
export interface AskAttachments extends StreamServer {
  /** As the alarm's item had it; its width tells the provincial standard. */
  identifier: AlarmIdentifier;
  /** The platform's own number of the alarm, 32 bytes at most; the terminal names its files by it. */
  alarmNo: string;
}

const ALARM_NO_BYTES = 32;
const RESERVED_BYTES = 16;

/** Decodes a request. Throws RangeError when the body ends inside a field, and when the identifier has a width that nobody uses. */
export function decodeAskAttachments(r: ByteReader): AskAttachments {
  const server = readServer(r);
  const width = r.remaining - ALARM_NO_BYTES - RESERVED_BYTES;
  const known = identifierWidths.find(({ bytes }) => bytes === width);
  if (!known) throw new RangeError(`an alarm identifier of ${width} bytes`);
  const request = {
    ...server,
    identifier: readIdentifier(r.part(width, 'identifier'), known.idBytes),
    alarmNo: readText(r, 'alarmNo', ALARM_NO_BYTES),
  };
  r.rest('reserved');
  return request;
}

/** Body of a request. Throws RangeError when the host has more than 255 bytes. */
export const encodeAskAttachments = (m: AskAttachments): Uint8Array =>
  writeServer(new ByteWriter(128), m)
    .bytes(m.identifier.raw)
    .padded(encodeText(m.alarmNo), ALARM_NO_BYTES)
    .padded(new Uint8Array(0), RESERVED_BYTES)
    .result();
