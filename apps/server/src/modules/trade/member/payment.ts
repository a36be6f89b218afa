import { memberPayType } from '@tongda/contract/trade/member/enums';
import type { Trx } from '../../../core/db/trx';

/** A way of paying for orders. Online payment needs an implementation for its provider; without one it is not offered. */
export interface PaymentProvider {
  payType: (typeof memberPayType.codes)[number];
  /** Where a company's money goes, for people to read; null: nothing to show. */
  payee(trx: Trx, clientId: string): Promise<{ accountName: string; bankName: string; accountNo: string } | null>;
  /** Whether the provider reports the order as paid; asked before an overdue order is closed. */
  paid(orderNo: string): Promise<boolean>;
  /** The order is closed: nothing may be paid for it any more. */
  close(orderNo: string): Promise<void>;
}

/** Bank transfer: the buyer sends vouchers, a person looks at the account. */
const bankTransfer: PaymentProvider = {
  payType: memberPayType.offline,
  payee: async (trx, clientId) =>
    (await trx
      .selectFrom('payee_account')
      .select(['account_name as accountName', 'bank_name as bankName', 'account_no as accountNo'])
      .where('client_id', '=', clientId)
      .executeTakeFirst()) ?? null,
  paid: async () => false,
  close: async () => undefined,
};

/** The ways of paying that this installation offers. */
const providers: readonly PaymentProvider[] = [bankTransfer];
export const payTypes = providers.map(({ payType }) => payType);
export const providerOf = (payType: number): PaymentProvider | undefined =>
  providers.find((one) => one.payType === payType);
