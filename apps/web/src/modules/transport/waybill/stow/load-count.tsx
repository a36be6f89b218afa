import { codes } from '@tongda/contract/core/endpoint';
import type { WaybillCalls } from '@tongda/contract/transport/waybill/calls';
import type { WaybillDetail, WaybillLeg } from '@tongda/contract/transport/waybill/shapes';
import { InputNumber } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../../../kit/call/api-error';
import { newestOf, useAct } from '../../../../kit/call/use-act';
import { useCan } from '../../../../kit/session/can';
import { formatNumber, none } from '../../../../kit/show/format';

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
  const count = useAct(calls.countLoad, {
    fresh: newestOf(calls.detail, { id: waybill.waybillCode }),
    failed: (error) => {
      // somebody else changed the trip: the count that was typed stays and is sent with the new version
      if (!(error instanceof ApiError && error.code === codes.conflict)) setPieces(leg.loadPieces);
      return false;
    },
    ended: changed,
  });
  const save = (): void => {
    const { waybillCode, version } = waybill;
    if (pieces === null || pieces === leg.loadPieces) setPieces(leg.loadPieces);
    else void count.run({ waybillCode, version, orderCode: leg.orderCode, pieces });
  };
  if (!open)
    return (
      <>
        {formatNumber(leg.planPieces)} / {formatNumber(leg.loadPieces)} /{' '}
        {leg.unloadPieces === null ? none : formatNumber(leg.unloadPieces)}
      </>
    );
  return (
    <>
      {formatNumber(leg.planPieces)} /{' '}
      <InputNumber
        size="small"
        aria-label={`${leg.orderCode}已装件数`}
        value={pieces}
        min={0}
        max={leg.planPieces}
        precision={0}
        controls={false}
        onChange={setPieces}
        onBlur={save}
        onPressEnter={(event) => event.currentTarget.blur()}
      />
    </>
  );
}
