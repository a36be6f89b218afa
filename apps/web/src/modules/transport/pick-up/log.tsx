import { orderStatus } from '@tongda/contract/enums/transport';
import { StepLog } from '../order/pick';

/** 操作日志 of a pick-up order. */
export const PickUpLog = ({ pickUpCode }: { pickUpCode: string }) => (
  <StepLog objType="pickUpOrder" objCode={pickUpCode} label={orderStatus.label} />
);
