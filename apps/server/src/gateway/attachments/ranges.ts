/** Bytes of a file that are here: `[from, to)`, in order, not touching each other. */
export type Ranges = ReadonlyArray<readonly [from: number, to: number]>;

/** The ranges with one more. */
export function addRange(ranges: Ranges, from: number, to: number): Ranges {
  if (to <= from) return ranges;
  const apart = ranges.filter(([start, end]) => end < from || start > to);
  const touched = ranges.filter(([start, end]) => end >= from && start <= to);
  const merged = [
    Math.min(from, ...touched.map(([start]) => start)),
    Math.max(to, ...touched.map(([, end]) => end)),
  ] as const;
  return [...apart, merged].sort(([a], [b]) => a - b);
}

/** What is missing of a file of so many bytes, as 0x9212 names it. */
export function missingIn(ranges: Ranges, bytes: number): Array<{ offset: number; length: number }> {
  const gaps: Array<{ offset: number; length: number }> = [];
  let at = 0;
  for (const [from, to] of [...ranges, [bytes, bytes] as const]) {
    if (from > at) gaps.push({ offset: at, length: Math.min(from, bytes) - at });
    at = Math.max(at, to);
  }
  return gaps;
}

/** Ranges as PostgreSQL writes a multirange: `{[0,10),[20,30)}`. */
export const rangesText = (ranges: Ranges): string => `{${ranges.map(([from, to]) => `[${from},${to})`).join()}}`;
export const rangesOf = (text: string): Ranges =>
  [...text.matchAll(/\[(\d+),(\d+)\)/gu)].map(([, from, to]) => [Number(from), Number(to)] as const);
