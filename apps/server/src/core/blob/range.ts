/** Bytes of an object that are asked for, as in RFC 9110, 14.1.2: from one on, up to and with another, or so many at its end. */
export type AskedRange = { first: number; last?: number } | { suffix: number };

/** Bytes of an object: from a place on, so many. */
export interface Part {
  from: number;
  length: number;
}

/** What an object of so many bytes has of a range; nothing (length 0) where the range begins behind its end. */
export function partOf(sizeBytes: number, asked: AskedRange | undefined): Part {
  if (!asked) return { from: 0, length: sizeBytes };
  const from = 'suffix' in asked ? Math.max(0, sizeBytes - asked.suffix) : asked.first;
  const last = 'suffix' in asked ? sizeBytes - 1 : Math.min(asked.last ?? sizeBytes - 1, sizeBytes - 1);
  return from > last ? { from: 0, length: 0 } : { from, length: last - from + 1 };
}

/**
 * The range that a header `Range` asks for; undefined where the whole is to be answered: nothing is asked, in another unit, for several ranges at once, or in a way that is none (RFC 9110, 14.1.1 and 14.2).
 */
export function readRange(header: string | undefined): AskedRange | undefined {
  const [, first = '', last = ''] = /^bytes=[ \t]{0,9}(\d{0,20})-(\d{0,20})[ \t]{0,9}$/iu.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? undefined : { suffix: Number(last) };
  if (last === '') return { first: Number(first) };
  return Number(last) < Number(first) ? undefined : { first: Number(first), last: Number(last) };
}
