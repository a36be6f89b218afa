import { orderStatus } from '@tongda/contract/transport/enums';
import { StepLog } from '../order/door';

/** 操作日志 of a pick-up order. */
export const PickUpLog = ({ pickUpCode }: { pickUpCode: string }) => (
  <StepLog objType="pickUpOrder" objCode={pickUpCode} label={orderStatus.label} />
);
