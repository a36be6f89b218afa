import type { OrderStatus } from '@tongda/contract/transport/order/status';

/** A locked order with the facts that its steps need. */
export interface LockedOrder {
  id: string;
  orderCode: string;
  orderStatus: OrderStatus;
  splitFlag: number;
  parentId: string | null;
  version: number;
  pieces: number;
  /** set when one of its legs is not finished */
  onTrip: string | null;
  signedAt: Date | null;
}
