/** Packages of a message that are here: serial by number, from 1. */
export type Serials = ReadonlyMap<number, number>;

/** What a package is to a message that is open under the same id and number of packages. */
export type Place =
  /** it is here already */
  | 'kept'
  /** it is missing */
  | 'missing'
  /** it belongs to another message, which begins with it */
  | 'other';

/** Serials wrap at 65536; half of them are ahead. */
const isOrdered = (before: number | undefined, after: number | undefined): boolean =>
  before === undefined || after === undefined || ((after - before) & 0xffff) < 0x8000;

/**
 * Says what a package is to an open message. By the standard packages have consecutive serials; real terminals send other frames between them, so all
 * that holds is their order. A message of the same length that begins while another one lacks a package is told apart by it. Once the missing packages were
 * asked for, some terminals send them with new serials: those are taken, except the first, with which another message would begin.
 */
export function placeOf(serials: Serials, no: number, serial: number, asked: boolean): Place {
  const here = serials.get(no);
  if (here !== undefined) return here === serial ? 'kept' : 'other';
  let below = 0;
  let above = Number.POSITIVE_INFINITY;
  for (const known of serials.keys()) {
    if (known < no) below = Math.max(below, known);
    else above = Math.min(above, known);
  }
  const fits = isOrdered(serials.get(below), serial) && isOrdered(serial, serials.get(above));
  return fits || (asked && no > 1) ? 'missing' : 'other';
}

/** Numbers of the packages that are not here, from 1. */
export const missingOf = (serials: Serials, total: number): number[] =>
  Array.from({ length: total }, (_, i) => i + 1).filter((no) => !serials.has(no));

/** Serial of the first package, as 0x8003 names it: its own, else counted back from the first one that is here. */
export function firstSerialOf(serials: Serials): number {
  const [no, serial] = [...serials].sort(([a], [b]) => a - b)[0] ?? [1, 0];
  return (serial - no + 1) & 0xffff;
}

/** What of a message decides whether a package is its own. */
interface Known {
  serials: Serials;
  /** checksums of the packages that are here, by number, as far as they are known */
  sums: ReadonlyMap<number, number>;
  asked: number;
  done: boolean;
}

/** A package, as far as it decides whose it is. */
interface Piece {
  no: number;
  serial: number;
  /** checksum of its body */
  sum: number;
}

/** Another body under the same serial: the terminal began to count anew, and sends another message. */
const isOtherBody = ({ sums }: Known, { no, sum }: Piece): boolean => (sums.get(no) ?? sum) !== sum;

/** The package counts from the first one of a message, or is the next one of a message that is still being sent, perhaps with other frames between. */
const isCounted = ({ serials }: Known, { no, serial }: Piece): boolean =>
  ((firstSerialOf(serials) + no - 1) & 0xffff) === serial;
const isNext = ({ serials, asked }: Known, { no }: Piece): boolean =>
  asked === 0 && Math.max(0, ...serials.keys()) === no - 1;

/**
 * The message that a package belongs to, of those under its id and number of packages, the newest first; undefined: it begins another one. Several may lack it: it is
 * that one's from whose first package its serial counts, or that is just being sent; else it was sent again with a new serial, and the oldest one that was asked for has its turn.
 */
export function messageOf<T extends Known>(
  all: readonly T[],
  piece: Piece,
): { message: T; place: Exclude<Place, 'other'> } | undefined {
  const { no, serial } = piece;
  const places = all.map((message) => ({ message, place: placeOf(message.serials, no, serial, message.asked > 0) }));
  const kept = places.find(({ message, place }) => place === 'kept' && !isOtherBody(message, piece));
  if (kept) return { message: kept.message, place: 'kept' };
  const lacking = places.flatMap(({ message, place }) => (place === 'missing' && !message.done ? [message] : []));
  const message =
    lacking.find((one) => isCounted(one, piece)) ??
    lacking.find((one) => isNext(one, piece)) ??
    lacking.findLast(({ asked }) => asked > 0) ??
    lacking[0];
  return message && { message, place: 'missing' };
}
