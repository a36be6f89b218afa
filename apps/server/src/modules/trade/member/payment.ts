import { memberPayType } from '@tongda/contract/trade/member/enums';
import type { Trx } from '../../../core/db/trx';

/** Where a company's money goes, for people to read; null for online payment, and where nothing is stored. `payType` null: how it will be paid is not chosen yet. */
export const findPayee = async (
  trx: Trx,
  { clientId, payType }: { clientId: string; payType: number | null },
): Promise<{ accountName: string; bankName: string; accountNo: string } | null> =>
  payType === memberPayType.online
    ? null
    : ((await trx
        .selectFrom('payee_account')
        .select(['account_name as accountName', 'bank_name as bankName', 'account_no as accountNo'])
        .where('client_id', '=', clientId)
        .executeTakeFirst()) ?? null);
