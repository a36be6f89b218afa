import { transportStatus } from '@tongda/contract/transport/enums';
import type { WaybillDetail } from '@tongda/contract/transport/waybill/shapes';
import { StepLog } from '../order/door';

/** 操作日志 of a waybill. */
export const WaybillLog = ({ of }: { of: Pick<WaybillDetail, 'waybillCode' | 'version'> }) => (
  <StepLog objType="waybill" objCode={of.waybillCode} version={of.version} label={transportStatus.label} />
);
