import {
  feePage,
  feeSummary,
  type RenewOrderRow,
  renewClose,
  renewColumns,
  renewConfirm,
  renewDetail,
  renewExport,
  renewInvoice,
  renewInvoiceFile,
  renewOrderFilters,
  renewPage,
  renewPayCode,
} from '@tongda/contract/trade/device-fee/calls';
import { memberPayType, renewStatus } from '@tongda/contract/trade/member/enums';
import { invoiceStatus, paymentStatus } from '@tongda/contract/transport/enums';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { formatYuan } from '../../../kit/show/money';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { invoiceWord } from '../parts/ask-invoice';
import { useInvoiceFile } from '../parts/invoice-file';
import { invoiceTones, payTones } from '../parts/money-tones';
import { useVisiting } from '../parts/visitor';
import { InvoiceDialog } from './invoice-dialog';
import { feeLinks } from './links';

/** The state of a renewal in words; 待付款 tells whether it waits for the voucher or for the provider. */
export function renewWords(row: Pick<RenewOrderRow, 'renewStatus' | 'payType' | 'hasVoucher'>): string {
  const waits = row.renewStatus === renewStatus.toPay || row.renewStatus === renewStatus.toPayAgain;
  if (!waits || row.payType !== memberPayType.offline) return renewStatus.label(row.renewStatus);
  return row.hasVoucher ? '待核款' : '待付款（传凭证）';
}
export const renewTone = (status: number): string =>
  status === renewStatus.approved ? 'green' : status === renewStatus.cancelled ? 'grey' : 'amber';

const cells: Cells<RenewOrderRow> = {
  orderNo: (row) => <Link to={feeLinks.order(row.orderNo)}>{row.orderNo}</Link>,
  amountFen: (row) => formatYuan(row.amountFen),
  renewStatus: (row) => (
    <span className="td-dot" data-tone={renewTone(row.renewStatus)}>
      {renewWords(row)}
    </span>
  ),
  paymentStatus: (row) => <StateDot of={paymentStatus} tones={payTones} code={row.paymentStatus} />,
  invoiceStatus: (row) => <StateDot of={invoiceStatus} tones={invoiceTones} code={row.invoiceStatus} />,
};

/** A step that takes nothing but the order; `ask` is asked before. */
interface Simple {
  of: typeof renewClose | typeof renewConfirm;
  row: RenewOrderRow;
  ask: string;
  told: string;
}

/** How one goes on with an order that waits for money. */
const payWord = ({ payType, hasVoucher }: RenewOrderRow): string =>
  payType === memberPayType.online ? '去支付' : hasVoucher ? '更换凭证' : '上传凭证';

/** What may be done with a renewal in its state, and the dialog that asks whom an invoice is for (to be rendered by the page). */
export function useOrderActions(mayConfirm: boolean): {
  actions: (row: RenewOrderRow) => RowAction[];
  dialog: ReactNode;
} {
  const [asking, setAsking] = useState<string | null>(null);
  const file = useInvoiceFile(renewInvoiceFile);
  const invalidate = useInvalidate();
  const visiting = useVisiting();
  const simple = useRowAct(({ of, row }: Simple) => call(of, { orderNo: row.orderNo, version: row.version }), {
    sure: ({ of, ask }) => ({ title: ask, ok: '确定', danger: of === renewClose }),
    told: ({ told }) => told,
    done: () => changed(),
  });
  const changed = (): void => {
    for (const stale of [renewPage, renewDetail, feePage, feeSummary]) void invalidate(stale);
  };
  const actions = (row: RenewOrderRow): RowAction[] => {
    const run = (of: Simple['of'], ask: string, told: string): Promise<void> => simple({ of, row, ask, told });
    const waits = row.renewStatus === renewStatus.toPay || row.renewStatus === renewStatus.toPayAgain;
    const issued = row.invoiceStatus === invoiceStatus.issued;
    const { orderNo } = row;
    return [
      ...(waits && !visiting ? [{ label: payWord(row), to: feeLinks.step(3, row.orderNo), can: renewPayCode }] : []),
      ...(waits && row.hasVoucher && mayConfirm
        ? [
            {
              label: '核款',
              can: renewConfirm,
              run: () =>
                run(
                  renewConfirm,
                  `确认收到订单${row.orderNo}的汇款 ${formatYuan(row.amountFen)} 元？`,
                  '已确认收款，设备已续期',
                ),
            },
          ]
        : []),
      ...(row.renewStatus === renewStatus.approved && !issued
        ? [{ label: invoiceWord(row.invoiceStatus), can: renewInvoice, run: () => setAsking(orderNo) }]
        : []),
      ...(issued
        ? [{ label: '下载发票', can: renewDetail, run: () => void file.run({ orderNo, ask: { orderNo } }) }]
        : []),
      ...(waits
        ? [
            {
              label: '取消',
              danger: true,
              can: renewClose,
              run: () => run(renewClose, `取消订单${row.orderNo}？`, '订单已取消'),
            },
          ]
        : []),
    ];
  };
  const close = (): void => setAsking(null);
  return { actions, dialog: asking ? <InvoiceDialog orderNo={asking} done={changed} close={close} /> : null };
}

/** 续费订单. */
export function OrderList({ view, mayConfirm }: { view: ReactNode; mayConfirm: boolean }) {
  const list = useList<RenewOrderRow>(renewPage);
  const { actions, dialog } = useOrderActions(mayConfirm);
  return (
    <>
      <ListPage
        list={list}
        columns={renewColumns}
        cells={cells}
        filters={<RegisterFilters of={renewOrderFilters.table} />}
        toolbar={
          <>
            {view}
            <ExportButton of={renewExport} />
          </>
        }
        rowActions={(row) => [{ label: '详情', to: feeLinks.order(row.orderNo), can: renewDetail }, ...actions(row)]}
        empty={<Empty title="没有续费订单" text="在设备列表中选择设备续费" />}
      />
      {dialog}
    </>
  );
}
