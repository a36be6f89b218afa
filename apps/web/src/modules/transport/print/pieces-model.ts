import { type LoadedLeg, loadedPieces } from '@tongda/contract/transport/waybill/dock/counting';

/** The counts of one leg: pieces that are planned, and what somebody counted of them. */
type LegPieces = Pick<LoadedLeg, 'planPieces' | 'loadPieces' | 'loadCounted'>;

/** Sums below the columns 计划件 and 实提件 / 实装件; `loaded` is null while nobody has counted one of the legs, because the sum is then written by hand. */
export function sumPieces(legs: readonly LegPieces[]): { planned: number; loaded: number | null } {
  const sum = (of: (leg: LegPieces) => number): number => legs.reduce((total, leg) => total + of(leg), 0);
  const counted = legs.length > 0 && legs.every((leg) => loadedPieces(leg) !== null);
  return { planned: sum((leg) => leg.planPieces), loaded: counted ? sum((leg) => leg.loadPieces) : null };
}
