import { message } from '@tongda/contract/core/messages';
import { constants } from '@tongda/contract/shell/constants';
import { purchaseCheck } from '@tongda/contract/trade/member/purchase';
import { call } from '../call/api';
import { reportError, toast } from '../dialog/notify';
import { platformName } from './brand';

/** Before a purchase: an order that awaits payment or review comes first, and the user is told so for 5 s. */
export async function mayPurchase(): Promise<boolean> {
  try {
    const result = await call(purchaseCheck);
    const { pay, review, warnS } = constants.purchase;
    if (result === pay) toast('warning', message('purchase.pay'), warnS);
    else if (result === review) toast('warning', message('purchase.audit', { platformName: platformName() }), warnS);
    else return true;
  } catch (error) {
    reportError(error);
  }
  return false;
}
