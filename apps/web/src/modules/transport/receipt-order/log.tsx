import { receiptOrderStatus } from '@tongda/contract/transport/waybill/enums';
import { StepLog } from '../order/door';

/** 操作日志 of a receipt order. */
export const ReceiptLog = ({ receiptCode }: { receiptCode: string }) => (
  <StepLog objType="receiptOrder" objCode={receiptCode} label={receiptOrderStatus.label} />
);
