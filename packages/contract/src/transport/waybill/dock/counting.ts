/** Goods of one order that change vehicles on the way: pieces taken off the old one, put onto the new one. */
export interface Transfer {
  orderCode: string;
  unloaded: number;
  loaded: number;
}

/** Pieces of an order that are missing or too many; both at least 0. */
export interface Difference {
  orderCode: string;
  short: number;
  over: number;
}

/**
 * Orders whose pieces do not reconcile when goods change vehicles: each of them drafts an abnormal report (shortage or surplus).
 * Source: transport.md 4.10.
 */
export const transferDifferences = (transfers: readonly Transfer[]): Difference[] =>
  transfers.flatMap(({ orderCode, unloaded, loaded }) =>
    unloaded === loaded
      ? []
      : [{ orderCode, short: Math.max(0, unloaded - loaded), over: Math.max(0, loaded - unloaded) }],
  );

/** What was counted of an order on arrival; `damaged` pieces are among the unloaded ones. */
export interface ArrivalCount extends Difference {
  loaded: number;
  unloaded: number;
  damaged: number;
}

/** Why the count of an arrival cannot be: unloaded and missing pieces are the loaded and the surplus ones (transport.md C11); null when it can. */
export function countProblem({ loaded, unloaded, damaged, short, over }: ArrivalCount): string | null {
  if ([unloaded, damaged, short, over].some((n) => !Number.isInteger(n) || n < 0)) return '件数须为不小于0的整数';
  if (damaged > unloaded) return `破损${damaged}件多于实到${unloaded}件`;
  if (short > 0 && over > 0) return '短少和多货不能同时填写';
  return unloaded + short === loaded + over
    ? null
    : `实到${unloaded}件加短少${short}件，应等于应到${loaded}件加多货${over}件`;
}
