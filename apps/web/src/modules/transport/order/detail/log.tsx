import { orderStatus } from '@tongda/contract/transport/enums';
import { StepLog } from './step-log';

/** 操作日志 of an order. */
export const OrderLog = ({ orderCode }: { orderCode: string }) => (
  <StepLog objType="customerOrder" objCode={orderCode} label={orderStatus.label} />
);
