import type { OrderRow } from '@tongda/contract/transport/order/calls';
import { splitFlag } from '@tongda/contract/transport/waybill/enums';

/** The rows of a page whose goods are added up: a parent's goods are those of its children, so only a list of parents counts them, as the server's sums do. */
export const rowsToSum = <R extends Pick<OrderRow, 'splitFlag'>>(rows: readonly R[], onlyParents: boolean): R[] =>
  rows.filter((row) => onlyParents || row.splitFlag !== splitFlag.parent);
