import {
  type PickUpRow,
  pickUpDetail,
  pickUpFail,
  pickUpPick,
  pickUpSplit,
  pickUpUpdate,
  pickUpVoid,
} from '@tongda/contract/transport/pick-up/calls';
import { pickUpPrint } from '@tongda/contract/transport/print/calls';
import { pickUpStowConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { type ReactNode, useState } from 'react';
import { call } from '../../../kit/call/api';
import { newestOf } from '../../../kit/call/use-act';
import type { RowAction } from '../../../kit/table/types';
import { printPickUps } from '../print/door';
import { ReasonDialog, waybillLinks } from '../waybill/door';
import { FailDialog } from './fail-dialog';
import { pickUpLinks } from './links';
import { PickDialog } from './pick-dialog';

type Asked = { kind: 'pick' | 'fail' | 'void'; row: PickUpRow } | null;

/** What can be done with a pick-up order: the server says what its state allows, the rights what the user may. */
export function usePickUpActions(changed: () => void): {
  actions: (row: PickUpRow) => RowAction[];
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked>(null);
  const close = (): void => setAsked(null);
  const actions = (row: PickUpRow): RowAction[] => {
    const { pickUpCode: code } = row;
    const when = (verb: (typeof row.allowActions)[number], action: RowAction): RowAction[] =>
      row.allowActions.includes(verb) ? [action] : [];
    return [
      { label: '详情', to: pickUpLinks.details(code) },
      ...when('pick', { label: '提货确认', can: pickUpPick, run: () => setAsked({ kind: 'pick', row }) }),
      ...when('stowage', { label: '配载', to: waybillLinks.pickUpBoardOf([code]), can: pickUpStowConfirm }),
      ...when('edit', { label: '编辑', to: pickUpLinks.edit(code), can: pickUpUpdate }),
      ...when('splitOrder', { label: '拆单', to: pickUpLinks.split(code), can: pickUpSplit }),
      ...when('fail', { label: '提货失败', can: pickUpFail, run: () => setAsked({ kind: 'fail', row }) }),
      { label: '打印', can: pickUpPrint, run: () => void window.open(printPickUps([code]), '_blank', 'noopener') },
      ...when('void', { label: '作废', danger: true, can: pickUpVoid, run: () => setAsked({ kind: 'void', row }) }),
    ];
  };
  return { actions, dialog: asked ? <Dialog asked={asked} changed={changed} close={close} /> : null };
}

function Dialog({ asked, changed, close }: { asked: NonNullable<Asked>; changed: () => void; close: () => void }) {
  const { pickUpCode, version, waybillCode } = asked.row;
  if (asked.kind === 'pick') return <PickDialog pickUpCode={pickUpCode} done={changed} close={close} />;
  if (asked.kind === 'fail') return <FailDialog row={asked.row} done={changed} close={close} />;
  return (
    <ReasonDialog
      title={`作废 ${pickUpCode}`}
      label="作废原因"
      ok="作废"
      hint={`${waybillCode ? `先从提单${waybillCode}移出。` : ''}订单保留，可以重新新增提货单，或由客户自送。`}
      version={version}
      fresh={newestOf(pickUpDetail, { id: pickUpCode })}
      send={(reason, newest) => call(pickUpVoid, { pickUpCode, version: newest, reason })}
      told={() => `${pickUpCode} 已作废`}
      done={changed}
      close={close}
    />
  );
}
