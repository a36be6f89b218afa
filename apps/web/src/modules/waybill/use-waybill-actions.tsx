import { arrivalConfirm } from '@tongda/contract/waybill/arrival';
import { stowageConfirm } from '@tongda/contract/waybill/board';
import { departureConfirm, departureRevoke } from '@tongda/contract/waybill/departure';
import type { WaybillCalls, WaybillRow } from '@tongda/contract/waybill/waybill';
import { type ReactNode, useState } from 'react';
import { call } from '../../kit/api';
import type { RowAction } from '../../kit/data-table';
import { confirm, toast } from '../../kit/notify';
import { waybillLinks } from './links';
import { ReasonDialog } from './reason-dialog';

interface Pages {
  check: (code: string) => string;
  edit: (code: string) => string;
  board: (code: string) => string;
}

type Asked = { kind: 'void' | 'revoke'; row: WaybillRow } | null;

/** What can be done with a waybill: the server says what its state allows (`allowActions`), the rights what the user may. */
export function useWaybillActions(calls: WaybillCalls, pages: Pages, changed: () => void) {
  const [asked, setAsked] = useState<Asked>(null);
  const step = async (
    endpoint: WaybillCalls['load'],
    row: WaybillRow,
    words: { ask: string; content?: string; ok: string },
  ) => {
    const sure = await confirm({ title: words.ask, content: words.content, ok: words.ok });
    if (!sure) return;
    await call(endpoint, { waybillCode: row.waybillCode, version: row.version });
    toast('success', `${row.waybillCode} ${words.ok}`);
    changed();
  };
  const actions = (row: WaybillRow): RowAction[] => {
    const { waybillCode: code } = row;
    const when = (verb: string, action: RowAction): RowAction[] => (row.allowActions.includes(verb) ? [action] : []);
    return [
      { label: '查看', to: pages.check(code) },
      ...when('depart', { label: '发车', to: waybillLinks.departure(code), can: departureConfirm }),
      ...when('arrive', { label: '到站', to: waybillLinks.arrival(code, 0), can: arrivalConfirm }),
      ...when('stowage', { label: '配载', to: pages.board(code), can: stowageConfirm }),
      ...when('edit', { label: '编辑', to: pages.edit(code), can: calls.update }),
      ...when('load', {
        label: '装车完成',
        can: calls.load,
        run: () =>
          step(calls.load, row, { ask: `${code} 已全部装车？`, content: `共 ${row.totalPieces} 件`, ok: '装车完成' }),
      }),
      ...when('rollback', {
        label: '撤销装车',
        can: calls.rollback,
        run: () =>
          step(calls.rollback, row, {
            ask: `撤销 ${code} 的装车？`,
            content: '已装件数清零，可以继续配载。',
            ok: '撤销装车',
          }),
      }),
      ...when('finish', {
        label: '完成',
        can: calls.finish,
        run: () =>
          step(calls.finish, row, { ask: `${code} 的全部订单已交接？`, content: '未到的途经点记为跳过。', ok: '完成' }),
      }),
      ...when('revokeDepart', {
        label: '撤销发车',
        can: departureRevoke,
        run: () => setAsked({ kind: 'revoke', row }),
      }),
      ...when('void', { label: '作废', danger: true, can: calls.void, run: () => setAsked({ kind: 'void', row }) }),
    ];
  };
  return { actions, dialog: <Dialog asked={asked} calls={calls} changed={changed} close={() => setAsked(null)} /> };
}

function Dialog(props: { asked: Asked; calls: WaybillCalls; changed: () => void; close: () => void }): ReactNode {
  const { asked, calls, changed, close } = props;
  if (!asked) return null;
  const { waybillCode, version } = asked.row;
  if (asked.kind === 'revoke')
    return (
      <ReasonDialog
        title={`撤销发车 ${waybillCode}`}
        label="撤销原因"
        ok="撤销发车"
        hint="发车30分钟内、行驶不到5公里且未到达途经点时可以撤销。"
        run={async (reason) => {
          await call(departureRevoke, { waybillCode, reason });
          toast('success', `${waybillCode} 已撤销发车`);
          changed();
        }}
        close={close}
      />
    );
  return (
    <ReasonDialog
      title={`作废 ${waybillCode}`}
      label="作废原因"
      ok="作废"
      hint={asked.row.orderCount > 0 ? `其中 ${asked.row.orderCount} 个订单退回待配载。` : undefined}
      run={async (reason) => {
        await call(calls.void, { waybillCode, version, reason });
        toast('success', `${waybillCode} 已作废`);
        changed();
      }}
      close={close}
    />
  );
}
