import { codes, type Input } from '@tongda/contract/core/endpoint';
import type { WaybillCalls } from '@tongda/contract/transport/waybill/calls';
import { loadedPieces } from '@tongda/contract/transport/waybill/dock/counting';
import type { WaybillDetail, WaybillLeg } from '@tongda/contract/transport/waybill/shapes';
import { type GetRef, InputNumber } from 'antd';
import { useRef, useState } from 'react';
import { call } from '../../../../kit/call/api';
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

const countText = (pieces: number | null): string => (pieces === null ? none : formatNumber(pieces));

/**
 * Sends a count. Where only other orders of the trip were counted meanwhile, by the same person a second ago or by a colleague, the count of this one holds
 * all the same and goes out with the new version.
 */
async function sendCount(calls: WaybillCalls, input: Input<WaybillCalls['countLoad']>, seen: WaybillLeg) {
  try {
    return await call(calls.countLoad, input);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === codes.conflict)) throw error;
    const { version, loadStarted, legs } = await call(calls.detail, { id: input.waybillCode });
    const leg = legs.find(({ orderCode }) => orderCode === seen.orderCode);
    if (!loadStarted || leg?.loadPieces !== seen.loadPieces || leg.loadCounted !== seen.loadCounted) throw error;
    return call(calls.countLoad, { ...input, version });
  }
}

/**
 * Planned, loaded and unloaded pieces of an order; while the truck is being loaded, what is on board so far is typed here. The field is empty until
 * somebody counts, and 0 once he found nothing.
 */
export function LoadCount({ calls, waybill, leg, changed }: LoadCountProps) {
  const may = useCan(calls.countLoad);
  const loaded = loadedPieces(leg);
  const field = useRef<GetRef<typeof InputNumber>>(null);
  const [pieces, setPieces] = useState(loaded);
  const open = may && waybill.loadStarted && leg.fromSeq === 1 && waybill.allowActions.includes('countLoad');
  const count = useAct((input: Input<WaybillCalls['countLoad']>) => sendCount(calls, input, leg), {
    fresh: newestOf(calls.detail, { id: waybill.waybillCode }),
    failed: (error) => {
      // somebody else changed the trip: the count that was typed stays and is sent with the new version
      if (!(error instanceof ApiError && error.code === codes.conflict)) setPieces(loaded);
      return false;
    },
    ended: changed,
  });
  const save = (): void => {
    const { waybillCode, version } = waybill;
    if (pieces === null || pieces === loaded) setPieces(loaded);
    else void count.run({ waybillCode, version, orderCode: leg.orderCode, pieces });
  };
  if (!open)
    return (
      <>
        {formatNumber(leg.planPieces)} / {countText(loaded)} / {countText(leg.unloadPieces)}
      </>
    );
  return (
    <>
      {formatNumber(leg.planPieces)} /{' '}
      <InputNumber
        ref={field}
        size="small"
        aria-label={`${leg.orderCode}已装件数`}
        value={pieces}
        placeholder={none}
        min={0}
        max={leg.planPieces}
        precision={0}
        controls={false}
        onChange={setPieces}
        onBlur={save}
        onPressEnter={() => field.current?.blur()}
      />
    </>
  );
}
