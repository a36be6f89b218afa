/** The counts of one leg: pieces that are planned, and pieces that were loaded, 0 while nothing is. */
interface LegPieces {
  planPieces: number;
  loadPieces: number;
}

/** Sums below the columns 计划件 and 实提件 / 实装件; `loaded` is null while a leg is missing, because the sum is then written by hand. */
export function sumPieces(legs: readonly LegPieces[]): { planned: number; loaded: number | null } {
  const sum = (of: (leg: LegPieces) => number): number => legs.reduce((total, leg) => total + of(leg), 0);
  const counted = legs.length > 0 && legs.every(({ loadPieces }) => loadPieces > 0);
  return { planned: sum((leg) => leg.planPieces), loaded: counted ? sum((leg) => leg.loadPieces) : null };
}
