import { u16At } from '../bytes';

/** The records within the bytes of an item: where the values of its rows stand. */

/**
 * How the bytes of an item are laid out: `fixed` is one record; `list` the same record again and again; the next three are rows of parts
 * {length of id and data: word, id: word, data}, {id: byte, length: byte, data} and {id: word, length: byte, data}; in `mask-words` the second byte says
 * which words follow, part n being that of bit n. `word-id-nested` is a row of parts {id: word, length: byte, data} whose data are such rows again: a part
 * is its outer id * 65536 + its inner one, which is 0 for the data of the outer one as a whole. In `mask-tags` the first byte says what follows each
 * radio tag's address (6) and signal, part n being that of bit n. `comma-text` is text, part n being what stands behind its nth comma; it begins with $.
 */
export const itemLayouts = [
  'fixed',
  'list',
  'word-length-first',
  'byte-id-first',
  'word-id-first',
  'mask-words',
  'word-id-nested',
  'mask-tags',
  'comma-text',
] as const;
export type ItemLayout = (typeof itemLayouts)[number];

/** Bytes of what each bit of a mask stands for behind the address and signal of a radio tag, and of these. */
export const tagWidths = [10, 2, 2, 2, 2, 6, 2, 2];
export const tagHead = 7;

/** Where a row's value stands, of what described.ts says of it. */
interface Placed {
  layout: ItemLayout;
  /** the part that it is in; null where the item has no parts */
  part: number | null;
  /** bytes of the record, 0 for any number */
  length: number;
  /** first byte of the value in its record */
  at: number;
  /** which of the channels, from 1, and the byte of a record that says it */
  no: number;
  noAt: number | null;
}

/** The records of an item in which a row's value stands, each with the number of its channel. */
export function recordsOf(row: Placed, data: Uint8Array, found: (record: Uint8Array, no: number) => void): void {
  const { layout, part, length, no, noAt } = row;
  if (layout === 'fixed') found(data, no);
  else if (layout === 'list') {
    for (let at = 0, i = 0; at < data.length; at += length, i++)
      found(data.subarray(at, at + length), noAt === null ? no + i : (data[at + noAt] ?? 0));
  } else if (layout === 'mask-words') {
    const mask = data[1] ?? 0;
    if ((mask & (1 << (part ?? 0))) === 0) return;
    let at = 2;
    for (let bit = 0; bit < (part ?? 0); bit++) if (mask & (1 << bit)) at += 2;
    if (at + 2 <= data.length) found(data.subarray(at, at + 2), no);
  } else if (layout === 'mask-tags') tagsOf(part ?? 0, data, (inside, i) => found(inside, no + i));
  else if (layout === 'comma-text') {
    const inside = fieldOf(data, part ?? 0);
    if (inside.length > row.at) found(inside, no);
  } else if (layout === 'word-id-nested')
    partsOf('word-id-first', data, (outer, whole) => {
      const take = (id: number, inside: Uint8Array): void => {
        if (id === part && (length === 0 ? inside.length > row.at : inside.length === length)) found(inside, no);
      };
      take(outer * 65_536, whole);
      if (outer === Math.floor((part ?? 0) / 65_536))
        partsOf('word-id-first', whole, (inner, inside) => take(outer * 65_536 + inner, inside));
    });
  else
    partsOf(layout, data, (id, inside) => {
      if (id === part && (length === 0 ? inside.length > row.at : inside.length === length)) found(inside, no);
    });
}

export const DOLLAR = 0x24;
const COMMA = 0x2c;

/** What stands behind the nth comma of a text, without the spaces around it. */
function fieldOf(data: Uint8Array, n: number): Uint8Array {
  let from = 0;
  for (let i = 0; i < n; i++) {
    const comma = data.indexOf(COMMA, from);
    if (comma < 0) return data.subarray(0, 0);
    from = comma + 1;
  }
  const end = data.indexOf(COMMA, from);
  let until = end < 0 ? data.length : end;
  while (until > from && (data[until - 1] ?? 0) <= 0x20) until--;
  return data.subarray(from, until);
}

/** What a bit of the mask stands for, of each radio tag; a tag that runs past the item ends it. */
function tagsOf(bit: number, data: Uint8Array, found: (record: Uint8Array, i: number) => void): void {
  const mask = data[0] ?? 0;
  if ((mask & (1 << bit)) === 0) return;
  const before = (until: number): number =>
    tagWidths.slice(0, until).reduce((sum, width, i) => sum + (mask & (1 << i) ? width : 0), tagHead);
  const [at, whole] = [before(bit), before(tagWidths.length)];
  for (let from = 1, i = 0; from + whole <= data.length; from += whole, i++)
    found(data.subarray(from + at, from + at + (tagWidths[bit] ?? 0)), i);
}

/** Walks the parts of an item; one that runs past it, or has no data, ends the row. */
function partsOf(layout: ItemLayout, data: Uint8Array, found: (id: number, inside: Uint8Array) => void): void {
  const head = layout === 'word-length-first' ? 4 : layout === 'word-id-first' ? 3 : 2;
  for (let at = 0; at + head <= data.length; ) {
    const start = at + head;
    const end = layout === 'word-length-first' ? at + 2 + u16At(data, at) : start + (data[start - 1] ?? 0);
    if (end > data.length || end <= start) return;
    const id = layout === 'word-length-first' ? u16At(data, at + 2) : head === 3 ? u16At(data, at) : (data[at] ?? 0);
    found(id, data.subarray(start, end));
    at = end;
  }
}
