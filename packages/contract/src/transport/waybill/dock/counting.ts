/** One order of a trip and what was loaded of it. */
export interface LoadedLeg {
  /** stop where it is loaded; 1: where the trip begins */
  fromSeq: number;
  planPieces: number;
  loadPieces: number;
  /** somebody counted `loadPieces` at the first stop; false: nobody did, and all that is planned leaves */
  loadCounted: boolean;
}

/** Pieces that were loaded of an order; null while nobody has counted them. */
export const loadedPieces = ({
  loadPieces,
  loadCounted,
}: Pick<LoadedLeg, 'loadPieces' | 'loadCounted'>): number | null => (loadCounted || loadPieces > 0 ? loadPieces : null);

/** Pieces of an order that are on the truck; those that are planned while nobody has counted them. */
export const piecesAboard = (leg: Pick<LoadedLeg, 'planPieces' | 'loadPieces' | 'loadCounted'>): number =>
  loadedPieces(leg) ?? leg.planPieces;

/** Pieces of an order at one of its stops: those that were unloaded there, before and where it is loaded those that are on the truck. */
export const piecesAtStop = (
  leg: Pick<LoadedLeg, 'planPieces' | 'loadPieces' | 'loadCounted'> & { unloadPieces: number | null },
  loads: boolean,
): number => (loads ? null : leg.unloadPieces) ?? piecesAboard(leg);

/**
 * Pieces of a trip by its counts, where they are others than its total; null where they are not. Until the departure the total has what is planned, as its
 * weight and volume have.
 */
export function countedOtherwise({
  totalPieces,
  legs,
}: {
  totalPieces: number;
  legs: ReadonlyArray<Pick<LoadedLeg, 'planPieces' | 'loadPieces' | 'loadCounted'>>;
}): number | null {
  const counted = legs.reduce((sum, leg) => sum + piecesAboard(leg), 0);
  return counted === totalPieces ? null : counted;
}

/** Whether fewer pieces of an order were counted at the first stop than planned. */
export const isCountedShort = ({ fromSeq, planPieces, loadPieces, loadCounted }: LoadedLeg): boolean =>
  fromSeq === 1 && loadCounted && loadPieces < planPieces;

/** Whether the truck leaves its first stop without an order: somebody counted it, and nothing of it was there. */
export const staysBehind = (leg: LoadedLeg): boolean => isCountedShort(leg) && leg.loadPieces === 0;

/** Goods of one order that change vehicles on the way: pieces unloaded from the old one and loaded onto the new one. */
export interface Transfer {
  orderCode: string;
  unloaded: number;
  loaded: number;
}

/** Missing and surplus pieces of an order; both at least 0. */
export interface Difference {
  orderCode: string;
  short: number;
  over: number;
}

/**
 * Orders whose unloaded and loaded pieces differ when goods change vehicles; an abnormal report (shortage or surplus) is drafted for each.
 * Source: transport.md 4.10.
 */
export const transferDifferences = (transfers: readonly Transfer[]): Difference[] =>
  transfers.flatMap(({ orderCode, unloaded, loaded }) =>
    unloaded === loaded
      ? []
      : [{ orderCode, short: Math.max(0, unloaded - loaded), over: Math.max(0, loaded - unloaded) }],
  );

/** Count of one order on arrival. Damaged pieces are among the unloaded ones. */
export interface ArrivalCount extends Difference {
  loaded: number;
  unloaded: number;
  damaged: number;
}

/**
 * Why the count of an arrival contradicts itself; null when it does not. Unloaded plus missing pieces must equal loaded plus surplus ones
 * (transport.md C11).
 */
export function countProblem({ loaded, unloaded, damaged, short, over }: ArrivalCount): string | null {
  if ([unloaded, damaged, short, over].some((n) => !Number.isInteger(n) || n < 0)) return '件数须为不小于0的整数';
  if (damaged > unloaded) return `破损${damaged}件多于实到${unloaded}件`;
  if (short > 0 && over > 0) return '短少和多货不能同时填写';
  return unloaded + short === loaded + over
    ? null
    : `实到${unloaded}件加短少${short}件，应等于应到${loaded}件加多货${over}件`;
}
