import { orderPrint, receiptOrderPrint } from '@tongda/contract/transport/print/calls';
import {
  type ReceiptOrderRow,
  receiptOrderCorrect,
  receiptOrderDetail,
  receiptOrderReceive,
  receiptOrderVoid,
} from '@tongda/contract/transport/receipt-order/calls';
import { type ReactNode, useState } from 'react';
import { call } from '../../../kit/call/api';
import { newestOf } from '../../../kit/call/use-act';
import type { RowAction } from '../../../kit/table/types';
import { printOrders, printReceiptOrders } from '../print/door';
import { ReasonDialog } from '../waybill/door';
import { receiptLinks } from './links';

/** What can be done with a receipt order: the server says what its state allows, the rights what the user may. */
export function useReceiptActions(changed: () => void): {
  actions: (row: ReceiptOrderRow) => RowAction[];
  dialog: ReactNode;
} {
  const [voiding, setVoiding] = useState<ReceiptOrderRow | null>(null);
  const actions = (row: ReceiptOrderRow): RowAction[] => {
    const { receiptCode: code } = row;
    const when = (verb: (typeof row.allowActions)[number], action: RowAction): RowAction[] =>
      row.allowActions.includes(verb) ? [action] : [];
    return [
      { label: '详情', to: receiptLinks.details(code) },
      ...when('receive', { label: '收货', to: receiptLinks.receive(code), can: receiptOrderReceive }),
      ...when('correct', { label: '更正', to: receiptLinks.receive(code), can: receiptOrderCorrect }),
      {
        label: '打印入库单',
        can: receiptOrderPrint,
        run: () => void window.open(printReceiptOrders([code]), '_blank', 'noopener'),
      },
      {
        label: '打印标签',
        can: orderPrint,
        run: () => void window.open(printOrders('label', [row.orderCode]), '_blank', 'noopener'),
      },
      ...when('void', { label: '作废', danger: true, can: receiptOrderVoid, run: () => setVoiding(row) }),
    ];
  };
  const dialog = voiding ? (
    <ReasonDialog
      title={`作废 ${voiding.receiptCode}`}
      label="作废原因"
      ok="作废"
      version={voiding.version}
      fresh={newestOf(receiptOrderDetail, { id: voiding.receiptCode })}
      send={(reason, version) => call(receiptOrderVoid, { receiptCode: voiding.receiptCode, version, reason })}
      told={() => `${voiding.receiptCode} 已作废`}
      done={changed}
      close={() => setVoiding(null)}
    />
  ) : null;
  return { actions, dialog };
}
