import { type ByteReader, ByteWriter, writeCount } from '../../../bytes';
import { readSizedText, writeSizedText } from '../../../text';

/** How a list that the terminal keeps is changed (0x8301, 0x8303, 0x8401); the codes differ a little from list to list. */
export const listMode = { deleteAll: 0, replace: 1, append: 2, modify: 3, delete: 4 } as const;

/** Events that the driver may report by choosing them (0x8301, JT/T 808-2013 8.24; removed in 2019). He does so with 0x0301. */
export interface EventMenu {
  /** One of {@link listMode}. */
  mode: number;
  events: Array<{ id: number; text: string }>;
}

/** Decodes a menu. Nothing has to follow the order to delete all. Throws RangeError when the body ends inside a field. */
export function decodeEventMenu(r: ByteReader): EventMenu {
  const mode = r.u8('mode');
  if (mode === listMode.deleteAll && r.remaining === 0) return { mode, events: [] };
  return { mode, events: r.list('events', r.u8('count'), () => ({ id: r.u8('id'), text: readSizedText(r, 'text') })) };
}

/** Body of a menu. Throws RangeError for more than 255 events and for texts of more than 255 bytes. */
export function encodeEventMenu(m: EventMenu): Uint8Array {
  const w = new ByteWriter(128).u8(m.mode);
  if (m.mode === listMode.deleteAll && m.events.length === 0) return w.result();
  writeCount(w, m.events.length);
  for (const { id, text } of m.events) writeSizedText(w.u8(id), text);
  return w.result();
}
