import {
  type ReceiptLine,
  type ReceiptRow,
  receiptAudit,
  receiptDetail,
  receiptPage,
  receiptReceive,
  receiptRecover,
  receiptReturnClient,
  receiptSave,
  receiptSend,
  receiptStatusCount,
} from '@tongda/contract/transport/receipt/calls';
import { hasPaper, type ReceiptVerb } from '@tongda/contract/transport/receipt/stage';
import { receiptUrge } from '@tongda/contract/transport/tracking/notify';
import { type ReactNode, useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { toast } from '../../../kit/dialog/notify';
import { useInvalidate } from '../../../kit/list/use-rows';
import type { RowAction } from '../../../kit/table/types';
import { ReasonDialog } from '../waybill/door';
import { receiptLinks } from './links';
import { SendDialog } from './send-dialog';
import './styles.css';

type Receipt = Pick<ReceiptRow, 'orderCode' | 'receiptNo' | 'allowActions' | 'stage' | 'receiptRequire'>;
/** Whether the driver or carrier still owes the picture or the paper, so that he may be reminded (催收). */
export const mayUrge = ({ stage, receiptRequire }: Pick<ReceiptRow, 'stage' | 'receiptRequire'>): boolean =>
  stage === 'toUpload' ||
  stage === 'rejected' ||
  // a number of the wire is one of the codes
  ((stage === 'toAudit' || stage === 'passed') && hasPaper(receiptRequire as 0));
type Asked = { verb: 'reject' | 'send'; orderCodes: string[] } | null;

const urged = { ok: '催收', ask: '通知司机或承运商上传图片、交回纸质回单？' };
const words = {
  pass: { ok: '审核通过', ask: '图片与签收信息一致？', call: receiptAudit },
  recover: { ok: '回收登记', ask: '纸质回单已交回？', call: receiptRecover },
  receive: { ok: '接收', ask: '寄来的回单已收到？', call: receiptReceive },
  returnClient: { ok: '返客户', ask: '回单已交给客户？', call: receiptReturnClient },
} as const;

/** The steps for one or many receipts. The server says which of them the state allows (`allowActions`), rights say which of them the user may take. */
export function useReceiptSteps(changed: () => void) {
  const [asked, setAsked] = useState<Asked>(null);
  const invalidate = useInvalidate();
  const told = (ok: string, lines: ReceiptLine[]): void => {
    const refused = lines.filter((line) => !line.ok);
    const done = lines.length - refused.length;
    if (done > 0) toast('success', `${done} 张回单已${ok}`);
    const [first] = refused;
    if (first) toast('warning', `${refused.length} 张未处理：${first.orderCode} ${first.msg}`);
    for (const endpoint of [receiptPage, receiptStatusCount, receiptDetail]) void invalidate(endpoint);
    changed();
  };
  const simple = useAct(
    ({ verb, orderCodes }: { verb: keyof typeof words; orderCodes: string[] }) =>
      verb === 'pass' ? call(receiptAudit, { orderCodes, pass: true }) : call(words[verb].call, { orderCodes }),
    {
      sure: ({ verb, orderCodes }) => ({
        title: `${words[verb].ok} ${orderCodes.length} 张回单`,
        content: words[verb].ask,
        ok: words[verb].ok,
      }),
      done: (lines, { verb }) => told(words[verb].ok, lines),
    },
  );
  const urging = useAct(receiptUrge, {
    sure: ({ orderCodes }) => ({ title: `催收 ${orderCodes.length} 张回单`, content: urged.ask, ok: urged.ok }),
    done: (lines) => told(urged.ok, lines),
  });
  const urge = (orderCodes: string[]): void => void urging.run({ orderCodes });
  const run = (verb: Exclude<ReceiptVerb, 'upload'>, orderCodes: string[]): void => {
    if (verb === 'reject' || verb === 'send') setAsked({ verb, orderCodes });
    else void simple.run({ verb, orderCodes });
  };
  const actions = (row: Receipt): RowAction[] => {
    const when = (verb: ReceiptVerb, action: Omit<RowAction, 'run'> & { run?: () => void }): RowAction[] =>
      row.allowActions.includes(verb) ? [action] : [];
    const step = (verb: Exclude<ReceiptVerb, 'upload'>) => () => run(verb, [row.orderCode]);
    return [
      ...when('pass', { label: '通过', can: receiptAudit, run: step('pass') }),
      ...when('reject', { label: '驳回', can: receiptAudit, danger: true, run: step('reject') }),
      ...when('upload', { label: '上传', can: receiptSave, to: receiptLinks.edit(row.orderCode) }),
      ...(mayUrge(row) ? [{ label: '催收', can: receiptUrge, run: () => urge([row.orderCode]) }] : []),
      ...when('recover', { label: '回收', can: receiptRecover, run: step('recover') }),
      ...when('send', { label: '寄出', can: receiptSend, run: step('send') }),
      ...when('receive', { label: '接收', can: receiptReceive, run: step('receive') }),
      ...when('returnClient', { label: '返客户', can: receiptReturnClient, run: step('returnClient') }),
    ];
  };
  const dialog: ReactNode =
    asked?.verb === 'reject' ? (
      <ReasonDialog
        title={`驳回 ${asked.orderCodes.length} 张回单`}
        label="驳回原因"
        ok="驳回"
        hint="驳回后由上传人重新上传。"
        send={(reason) => call(receiptAudit, { orderCodes: asked.orderCodes, pass: false, reason })}
        done={(lines) => told('驳回', lines)}
        close={() => setAsked(null)}
      />
    ) : asked ? (
      <SendDialog orderCodes={asked.orderCodes} done={(lines) => told('寄出', lines)} close={() => setAsked(null)} />
    ) : null;
  return { actions, run, urge, dialog };
}
