import { type WaybillDetail, waybillLabels } from '@tongda/contract/transport/waybill/shapes';
import { useCallback, useState } from 'react';
import { EditField } from '../../../../../kit/form/edit-field';
import { groupsOf, inSequence } from './groups';
import { type StopNow, StopPlansField } from './plans';
import { StopsTable } from './table';

/** 途经点: the sequence of the stops and the times that follow from it. With `plans` time windows and minutes of stay may be changed too. */
export function StopsField({ waybill, plans }: { waybill: WaybillDetail; plans: boolean }) {
  const [editing, setEditing] = useState<StopNow | null>(null);
  const show = useCallback(
    (value: unknown) => {
      // the field holds what its table put there
      const codes = Array.isArray(value) ? (value as string[]) : [];
      return inSequence(groupsOf(waybill), codes)
        .map(({ stop }) => stop.name)
        .join(' → ');
    },
    [waybill],
  );
  return (
    <>
      <EditField name="orderCodes" label={waybillLabels.orderCodes} span={12} show={show}>
        <StopsTable waybill={waybill} edit={plans ? setEditing : null} />
      </EditField>
      {plans ? <StopPlansField waybill={waybill} editing={editing} close={() => setEditing(null)} /> : null}
    </>
  );
}
