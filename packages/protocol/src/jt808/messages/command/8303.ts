import { type ByteReader, ByteWriter, writeCount } from '../../../bytes';
import { readSizedText, writeSizedText } from '../../../text';
import { listMode } from './8301';

/** Kinds of news that the driver may subscribe to (0x8303, JT/T 808-2013 8.28; removed in 2019). He does so with 0x0303. */
export interface InfoMenu {
  /** One of `listMode`. */
  mode: number;
  kinds: Array<{ id: number; name: string }>;
}

/** Decodes a menu. Nothing has to follow the order to delete all. Throws RangeError when the body ends inside a field. */
export function decodeInfoMenu(r: ByteReader): InfoMenu {
  const mode = r.u8('mode');
  if (mode === listMode.deleteAll && r.remaining === 0) return { mode, kinds: [] };
  return { mode, kinds: r.list('kinds', r.u8('count'), () => ({ id: r.u8('id'), name: readSizedText(r, 'name', 2) })) };
}

/** Body of a menu. Throws RangeError for more than 255 kinds. */
export function encodeInfoMenu(m: InfoMenu): Uint8Array {
  const w = new ByteWriter(128).u8(m.mode);
  if (m.mode === listMode.deleteAll && m.kinds.length === 0) return w.result();
  writeCount(w, m.kinds.length);
  for (const { id, name } of m.kinds) writeSizedText(w.u8(id), name, 2);
  return w.result();
}
