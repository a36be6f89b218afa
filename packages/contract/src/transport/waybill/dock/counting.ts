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
