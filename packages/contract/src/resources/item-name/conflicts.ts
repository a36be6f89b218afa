/** Two groups of goods that must not share a vehicle. */
export type ConflictPair = readonly [string, string];

/** A pair in its stored order, the smaller name first, so that A×B and B×A are the same pair. */
export const pairOf = (a: string, b: string): ConflictPair => (a < b ? [a, b] : [b, a]);

const keyOf = ([a, b]: ConflictPair): string => `${a}\n${b}`;

/** The pairs in their stored order, without repetitions and without pairs of a group with itself. */
export function tidyPairs(pairs: readonly ConflictPair[]): ConflictPair[] {
  const kept = new Map<string, ConflictPair>();
  for (const [a, b] of pairs) if (a !== b) kept.set(keyOf(pairOf(a, b)), pairOf(a, b));
  return [...kept.values()].sort((x, y) => (keyOf(x) < keyOf(y) ? -1 : 1));
}

/** Whether two groups must not share a vehicle. */
export const groupsExclude = (pairs: readonly ConflictPair[], a: string, b: string): boolean =>
  pairs.some(([x, y]) => keyOf([x, y]) === keyOf(pairOf(a, b)));
