import { expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes';
import { type Bodies, decodeBody, encodeBody, type Frame, type MsgId } from '../../src/jt808/codec';
import type { HeaderVersion } from '../../src/jt808/header';

/** A body worked out by hand: its bytes, in groups as the fields stand, and what they mean. */
export interface Example<K extends MsgId> {
  name: string;
  id: K;
  /** Edition; both when left out, because the layout is the same. */
  version?: HeaderVersion;
  /** Groups of hexadecimal digits, a space between the fields. */
  hex: string;
  body: Bodies[K];
  /** Only read: other terminals write it so, and we in another way. */
  readOnly?: boolean;
}

/** An example with its own type of body. */
export const example = <K extends MsgId>(one: Example<K>): Example<K> => one;

/** Reads and writes an example in each of its editions. */
export function checkExample<K extends MsgId>({ name, id, version, hex, body, readOnly }: Example<K>): void {
  const data = fromHex(hex.replaceAll(' ', ''));
  for (const edition of version ? [version] : (['2013', '2019'] as const)) {
    it(`${id.toString(16).padStart(4, '0')} ${edition} ${name}`, () => {
      const header = { msgId: id, version: edition } as Frame['header'];
      expect(decodeBody(header, data)).toEqual({ id, body });
      if (!readOnly) expect(toHex(encodeBody(id, body, edition))).toBe(toHex(data));
      // cut off anywhere, a body is read or refused, and never more than that
      for (let length = 0; length < data.length; length++) {
        const cut = decodeBody(header, data.subarray(0, length));
        expect(cut.id === null ? cut.why : cut.id).toBe(cut.id === null ? 'damaged' : id);
      }
    });
  }
}
