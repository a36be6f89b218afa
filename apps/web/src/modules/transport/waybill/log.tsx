import { transportStatus } from '@tongda/contract/transport/enums';
import { StepLog } from '../order/door';

/** 操作日志 of a waybill. */
export const WaybillLog = ({ waybillCode }: { waybillCode: string }) => (
  <StepLog objType="waybill" objCode={waybillCode} label={transportStatus.label} />
);
