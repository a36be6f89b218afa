import { receiptOrderStatus } from '@tongda/contract/enums/waybill';
import { StepLog } from '../order/pick';

/** 操作日志 of a receipt order. */
export const ReceiptLog = ({ receiptCode }: { receiptCode: string }) => (
  <StepLog objType="receiptOrder" objCode={receiptCode} label={receiptOrderStatus.label} />
);
