import type { OrderStatus } from '@tongda/contract/transport/order/status';

/** An order as its steps look at it, locked. */
export interface LockedOrder {
  id: string;
  orderCode: string;
  orderStatus: OrderStatus;
  splitFlag: number;
  parentId: string | null;
  version: number;
  pieces: number;
  /** one of its legs is not finished */
  onTrip: string | null;
  signedAt: Date | null;
}
