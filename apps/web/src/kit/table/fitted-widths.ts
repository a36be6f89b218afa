/** Columns wider than this hold text, which may be cut; narrower ones hold figures, times and words that must be read whole. */
const textFrom = 165;
/** What is left of a text column at least. */
const leastShare = 0.6;

/** px of a letter of a head: a Chinese one, and any other at most. */
const letterPx = { wide: 12, narrow: 7 };
/** px beside the words of a head: its own edges, and the arrows that sort. */
const headEdges = 18;
const sortArrows = 22;

/** How wide a column is at least, so that its head is read whole and its arrows do not touch the next one. */
export function headWidth(label: string, sortable: boolean): number {
  const words = [...label].reduce((sum, sign) => sum + (sign > '\u2e7f' ? letterPx.wide : letterPx.narrow), 0);
  return Math.ceil(words) + headEdges + (sortable ? sortArrows : 0);
}

/** px of a table's columns from which on its names get the room to be read whole (a window of 1920 px has 1540, one of 1440 some 1060). */
const wideFrom = 1400;

interface Sized {
  label: string;
  width: number;
  wide?: number;
  sortable?: boolean;
  fixed?: 'left' | 'right';
}

/** Whether a column gives nothing to others: it names the row, or it was made wide so that its names are read whole. */
export const isFirm = ({ wide, fixed }: Sized, room: number): boolean =>
  fixed === 'left' || (room >= wideFrom && wide !== undefined);

/** How wide a column would be, where the table has so much room for all of them. */
export function wishedWidth({ label, width, wide, sortable }: Sized, room: number): number {
  return Math.max(room >= wideFrom ? (wide ?? width) : width, headWidth(label, sortable === true));
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
/** What each column can give. A column that stays at the left names the row, whatever its width: it gives nothing. */
const sparesOf = (widths: readonly number[], firm: ReadonlySet<number>): number[] =>
  widths.map((width, i) => (width >= textFrom && !firm.has(i) ? Math.floor(width * (1 - leastShare)) : 0));

/** Widths that together are as wide as `room`: text columns give what is missing. Null when they cannot give enough. */
function shrunk(widths: readonly number[], room: number, firm: ReadonlySet<number>): number[] | null {
  const missing = sumOf(widths) - room;
  const each = sparesOf(widths, firm);
  const spares = sumOf(each);
  if (missing <= 0) return [...widths];
  if (missing > spares) return null;
  return widths.map((width, i) => width - Math.ceil(((each[i] ?? 0) * missing) / spares));
}

/** The same widths, each a little wider, so that together they are as wide as `room`. */
function stretched(widths: readonly number[], room: number): number[] {
  const all = sumOf(widths);
  let left = room - all;
  return widths.map((width, i) => {
    const more = i === widths.length - 1 ? left : Math.floor(((room - all) * width) / all);
    left -= more;
    return width + more;
  });
}

/**
 * Widths of columns in px for the room there is: where little is missing, columns of long text give it, so that the last one does not lie
 * under the actions. Where all of them do not fit, the table scrolls, and the columns in sight end where the actions begin: one more column fits
 * in when text columns give enough for it, otherwise those that fit take the rest. `firm`: indexes of columns that give nothing.
 */
export function fittedWidths(widths: readonly number[], room: number, firm: ReadonlySet<number> = new Set()): number[] {
  if (room <= 0 || sumOf(widths) <= room) return [...widths];
  const all = shrunk(widths, room, firm);
  if (all) return all;
  let whole = 0;
  while (whole < widths.length && sumOf(widths.slice(0, whole + 1)) <= room) whole++;
  if (whole === 0) return [...widths];
  const oneMore = shrunk(widths.slice(0, whole + 1), room, firm);
  const seen = oneMore ?? stretched(widths.slice(0, whole), room);
  return [...seen, ...widths.slice(seen.length)];
}
