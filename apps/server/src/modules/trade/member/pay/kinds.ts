import type { AuditKind, PayChannel } from '@tongda/contract/trade/member/enums';
import type { Trx } from '../../../../core/db/trx';
import { extension } from '../../../../core/run/extension';

/** A payment that its provider vouches for. */
export interface Told {
  channel: PayChannel;
  /** the provider's number of it */
  providerNo: string;
  fen: number;
  paidAt: Date;
}

/** An order with its row locked, as a payment finds it. */
export interface LockedOrder {
  orderNo: string;
  /** 会员订单, 软件订单 */
  noun: string;
  /** why money that comes now does not pay it; null while it waits for money */
  refusal: string | null;
  /** books the payment; `autoApprove`: an order that nobody has to look at is approved at once */
  pay: (told: Told, autoApprove: boolean) => Promise<void>;
}

/** A kind of orders that are paid online: each is kept by its module, payments know them by a column of `member_payment`. */
export interface PaidKind {
  kind: AuditKind;
  column: 'order_id' | 'renew_order_id' | 'erp_order_id';
  lock: (trx: Trx, id: string) => Promise<LockedOrder>;
}

export const paidKinds = extension<PaidKind>();
