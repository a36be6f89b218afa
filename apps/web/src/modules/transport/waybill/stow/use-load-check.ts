import type { Input } from '@tongda/contract/core/endpoint';
import type { WaybillDetail } from '@tongda/contract/transport/waybill/shapes';
import { stowageCheck } from '@tongda/contract/transport/waybill/stow/board';
import { Form } from 'antd';
import { useAsk } from '../../../../kit/call/use-ask';
import { useEditScope } from '../../../../kit/form/edit-context';

/** Orders of a waybill in the sequence that its stops have: by unloading, of a 提单 by picking up. */
export const sequenceOf = ({ legs }: WaybillDetail): string[] =>
  legs.toSorted((a, b) => a.toSeq - b.toSeq || a.fromSeq - b.fromSeq).map(({ orderCode }) => orderCode);

/** Asks the checks and the timetable about the waybill as it stands in the form now. */
export function useLoadCheck(waybill: WaybillDetail) {
  const { form } = useEditScope();
  // fields of the waybill's form are fields of the check
  const values = (Form.useWatch([], form) ?? {}) as Partial<Input<typeof stowageCheck>>;
  const input = {
    waybillCode: waybill.waybillCode,
    // a number of the wire is one of the three kinds
    waybillKind: waybill.waybillKind as 1 | 2 | 3,
    fromPlaceId: values.fromPlaceId === undefined ? waybill.fromPlaceId : values.fromPlaceId,
    toPlaceId: values.toPlaceId === undefined ? waybill.toPlaceId : values.toPlaceId,
    vehicleId: values.vehicleId ?? waybill.vehicleId ?? '',
    driverId: values.driverId ?? null,
    coDriverId: values.coDriverId ?? null,
    planDepartTime: values.planDepartTime ?? waybill.planDepartTime,
    planArriveTime: values.planArriveTime ?? null,
    setTemp: null,
    sealNo: null,
    orderCodes: values.orderCodes ?? sequenceOf(waybill),
    stopPlans: values.stopPlans ?? waybill.stopPlans,
    returnPlaceId: values.returnPlaceId === undefined ? waybill.returnPlaceId : values.returnPlaceId,
  };
  return useAsk(stowageCheck, input, {
    when: input.vehicleId !== '' && input.orderCodes.length > 0,
    keep: true,
    retry: false,
  });
}
