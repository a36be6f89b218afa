import { transportStatus } from '@tongda/contract/enums/transport';
import { StepLog } from '../order/pick';

/** 操作日志 of a waybill. */
export const WaybillLog = ({ waybillCode }: { waybillCode: string }) => (
  <StepLog objType="waybill" objCode={waybillCode} label={transportStatus.label} />
);
