import { type ByteReader, ByteWriter, writeCount } from '../../../bytes';
import { readSizedText, writeSizedText } from '../../../text';
import { listMode } from './8301';

/** An entry of the terminal's phone book. */
export interface Contact {
  /** 1 may call in, 2 may be called, 3 both. */
  direction: number;
  number: string;
  name: string;
}

/** Changes the terminal's phone book (0x8401, JT/T 808-2013 8.32). */
export interface PhoneBook {
  /** One of `listMode`; modify finds an entry by its name. */
  mode: number;
  contacts: Contact[];
}

/** Decodes a phone book. Nothing has to follow the order to delete all. Throws RangeError when the body ends inside a field. */
export function decodePhoneBook(r: ByteReader): PhoneBook {
  const mode = r.u8('mode');
  if (mode === listMode.deleteAll && r.remaining === 0) return { mode, contacts: [] };
  const contacts = r.list('contacts', r.u8('count'), () => ({
    direction: r.u8('direction'),
    number: readSizedText(r, 'number'),
    name: readSizedText(r, 'name'),
  }));
  return { mode, contacts };
}

/** Body of a phone book. Throws RangeError for more than 255 entries and for texts of more than 255 bytes. */
export function encodePhoneBook(m: PhoneBook): Uint8Array {
  const w = new ByteWriter(128).u8(m.mode);
  if (m.mode === listMode.deleteAll && m.contacts.length === 0) return w.result();
  writeCount(w, m.contacts.length);
  for (const { direction, number, name } of m.contacts) writeSizedText(writeSizedText(w.u8(direction), number), name);
  return w.result();
}
