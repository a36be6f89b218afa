import type { ErpOrderRow } from '@tongda/contract/trade/erp-order/calls';
import { erpOrderStatusList } from '@tongda/contract/trade/member/enums';
import { auditStatus } from '@tongda/contract/transport/enums';

/** Nobody of the provider has looked yet for the transfer that the buyer told. */
export const transferWaitsWords = '凭证核对中';

/** Whether an order may be cancelled here: nothing is paid, and no transfer of it is looked for. A renewal is cancelled where it was ordered. */
export const isCancellable = (
  row: Pick<ErpOrderRow, 'auditStatus' | 'orderType' | 'paidFen' | 'transferWaits'>,
): boolean =>
  row.auditStatus === auditStatus.pending &&
  row.paidFen === 0 &&
  !row.transferWaits &&
  row.orderType !== erpOrderStatusList.renewal;
