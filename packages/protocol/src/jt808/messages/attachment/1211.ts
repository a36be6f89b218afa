import { type ByteReader, ByteWriter, writeCount } from '../../../bytes';
import { readSizedText, writeSizedText } from '../../../text';

/** A file that is about to be sent (0x1211, T/JSATL 12-2017) or has been sent (0x1212). The answer to the latter is 0x9212. */
export interface AttachmentFile {
  name: string;
  /** 0 picture, 1 sound, 2 video, 3 text, 4 other. */
  kind: number;
  bytes: number;
}

/** Answer to a file that has been sent (0x9212): which parts are missing. */
export interface AttachmentReply {
  name: string;
  /** As of {@link AttachmentFile}. */
  kind: number;
  /** 0 complete, 1 parts have to be sent again. */
  result: number;
  missing: Array<{ offset: number; length: number }>;
}

/** Decodes a file's name. Throws RangeError when the body ends inside a field. */
export function decodeAttachmentFile(r: ByteReader): AttachmentFile {
  return { name: readSizedText(r, 'name'), kind: r.u8('kind'), bytes: r.u32('bytes') };
}

/** Body of a file's name. Throws RangeError when it has more than 255 bytes. */
export const encodeAttachmentFile = (m: AttachmentFile): Uint8Array =>
  writeSizedText(new ByteWriter(64), m.name).u8(m.kind).u32(m.bytes).result();

/** Decodes an answer. Throws RangeError when the body ends inside a field. */
export function decodeAttachmentReply(r: ByteReader): AttachmentReply {
  const head = { name: readSizedText(r, 'name'), kind: r.u8('kind'), result: r.u8('result') };
  return {
    ...head,
    missing: r.list('missing', r.u8('count'), () => ({ offset: r.u32('offset'), length: r.u32('length') })),
  };
}

/** Body of an answer. Throws RangeError for more than 255 parts and a name of more than 255 bytes. */
export function encodeAttachmentReply(m: AttachmentReply): Uint8Array {
  const w = writeSizedText(new ByteWriter(64), m.name).u8(m.kind).u8(m.result);
  writeCount(w, m.missing.length);
  for (const { offset, length } of m.missing) w.u32(offset).u32(length);
  return w.result();
}
