import type { WaybillCalls } from '@tongda/contract/transport/waybill/calls';
import type { WaybillDetail, WaybillLeg } from '@tongda/contract/transport/waybill/shapes';
import { InputNumber } from 'antd';
import { useState } from 'react';
import { call } from '../../../../kit/call/api';
import { reportError } from '../../../../kit/dialog/notify';
import { useCan } from '../../../../kit/session/can';
import { none, num } from '../../../../kit/show/format';

interface LoadCountProps {
  calls: WaybillCalls;
  waybill: WaybillDetail;
  leg: WaybillLeg;
  changed: () => void;
}

/** Planned, loaded and unloaded pieces of an order; while the truck is being loaded, what is on board so far is typed here. */
export function LoadCount({ calls, waybill, leg, changed }: LoadCountProps) {
  const may = useCan(calls.countLoad);
  const [pieces, setPieces] = useState<number | null>(leg.loadPieces);
  const open = may && waybill.loadStarted && leg.fromSeq === 1 && waybill.allowActions.includes('countLoad');
  const save = async (): Promise<void> => {
    if (pieces === null || pieces === leg.loadPieces) return setPieces(leg.loadPieces);
    try {
      const { waybillCode, version } = waybill;
      await call(calls.countLoad, { waybillCode, version, orderCode: leg.orderCode, pieces });
    } catch (error) {
      reportError(error);
      setPieces(leg.loadPieces);
    }
    changed();
  };
  if (!open)
    return (
      <>
        {num(leg.planPieces)} / {num(leg.loadPieces)} / {leg.unloadPieces === null ? none : num(leg.unloadPieces)}
      </>
    );
  return (
    <>
      {num(leg.planPieces)} /{' '}
      <InputNumber
        size="small"
        aria-label={`${leg.orderCode}已装件数`}
        value={pieces}
        min={0}
        max={leg.planPieces}
        precision={0}
        controls={false}
        onChange={setPieces}
        onBlur={() => void save()}
        onPressEnter={(event) => event.currentTarget.blur()}
      />
    </>
  );
}
