import { keysOf } from '@tongda/contract/core/keys';
import { contractStatus, memberPayType, memberStatus } from '@tongda/contract/trade/member/enums';
import {
  closeOrder,
  createOrder,
  invoiceIssuance,
  type MemberOrderRow,
  memberOrderColumns,
  memberOrderCount,
  memberOrderExport,
  memberOrderFilters,
  queryPurchaseRecords,
  rejectionReason,
  updateOrder,
} from '@tongda/contract/trade/member/order';
import {
  memberGroupNames,
  memberGroups,
  nextMemberStatus,
  waitsForPayment,
  waitsForReview,
} from '@tongda/contract/trade/member/order-state';
import {
  contractPageRequest,
  getPaymentQRCode,
  memberContractFile,
  memberInvoiceFile,
} from '@tongda/contract/trade/member/pay';
import { invoiceStatus } from '@tongda/contract/transport/enums';
import { Button, Modal } from 'antd';
import { Crown } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { Facts } from '../../../kit/detail/page';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { useList } from '../../../kit/list/use-rows';
import { mayPurchase } from '../../../kit/session/purchase';
import { none, shortTime } from '../../../kit/show/format';
import { formatYuan } from '../../../kit/show/money';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { invoiceWord } from '../parts/ask-invoice';
import { useInvoiceFile } from '../parts/invoice-file';
import { invoiceTones } from '../parts/money-tones';
import { useOpened } from '../parts/opened';
import { CanBuy, useVisiting } from '../parts/visitor';
import { SignDialog, useContractFile } from './contract-panel';
import { InvoiceDialog } from './invoice-dialog';
import { memberLinks } from './links';
import { MemberOrderDrawer } from './order-drawer';
import { statusTones, statusWords } from './order-words';
import { useOrderActions } from './use-order-actions';

type Open = { what: 'detail' | 'invoice' | 'reason' | 'contract'; orderNo: string };
const groups = keysOf(memberGroups);

/** 我的订单: what the company ordered; tabs by group of status, what can be done by status. */
export function MemberHistoryPage() {
  const list = useList<MemberOrderRow>(queryPurchaseRecords);
  const navigate = useNavigate();
  const { close } = useOrderActions();
  const invoice = useInvoiceFile(memberInvoiceFile);
  const contract = useContractFile();
  const visiting = useVisiting();
  const [open, setOpen] = useOpened<Open>((orderNo) => ({ what: 'detail', orderNo }));
  const counts = useAsk(memberOrderCount, undefined);
  const count = (codes: readonly number[]): number | undefined =>
    counts.data?.filter(({ status }) => codes.includes(status)).reduce((sum, one) => sum + one.count, 0);
  const show = (what: Open['what'], row: MemberOrderRow): void => setOpen({ what, orderNo: row.orderNo });
  const cells: Cells<MemberOrderRow> = {
    orderNo: (row) => (
      <button type="button" className="td-plain td-link" onClick={() => show('detail', row)}>
        {row.orderNo}
      </button>
    ),
    payFen: (row) => formatYuan(row.payFen),
    paidFen: (row) => formatYuan(row.paidFen),
    memberStatus: (row) => (
      <span className="td-dot" data-tone={statusTones[row.memberStatus] ?? 'grey'}>
        {statusWords(row.memberStatus)}
      </span>
    ),
    invoiceStatus: (row) => <StateDot of={invoiceStatus} tones={invoiceTones} code={row.invoiceStatus} />,
    expireAt: (row) =>
      nextMemberStatus({ status: row.memberStatus, payType: row.payType }, 'expire') === null || row.expireAt === null
        ? none
        : shortTime(row.expireAt),
  };
  const buy = async (): Promise<void> => {
    if (await mayPurchase()) await navigate(memberLinks.buy());
  };
  return (
    <>
      <ListPage
        list={list}
        columns={memberOrderColumns}
        cells={cells}
        tabs={
          <StatusTabs
            list={list}
            name="group"
            items={[
              { name: '全部', count: count(memberStatus.codes) },
              ...groups.map((group) => ({
                code: group,
                name: memberGroupNames[group],
                count: count(memberGroups[group]),
              })),
            ]}
          />
        }
        filters={<RegisterFilters of={memberOrderFilters.table} />}
        toolbar={
          <>
            <CanBuy do={createOrder}>
              <Button type="primary" icon={<Crown />} onClick={() => void buy()}>
                购买会员
              </Button>
            </CanBuy>
            <ExportButton of={memberOrderExport} />
          </>
        }
        rowActions={(row) => [
          { label: '详情', run: () => show('detail', row) },
          ...actionsOf(row, visiting, {
            show,
            close: (one) => close(one),
            invoice: ({ orderNo }) => void invoice.run({ orderNo, ask: { orderNo } }),
            contract: (one) => void contract.run(one),
          }),
        ]}
        empty={<Empty title="还没有会员订单" text="在会员中心选择套餐购买" />}
      />
      {open?.what === 'detail' ? <MemberOrderDrawer orderNo={open.orderNo} close={() => setOpen(null)} /> : null}
      {open?.what === 'invoice' ? <InvoiceDialog orderNo={open.orderNo} close={() => setOpen(null)} /> : null}
      {open?.what === 'contract' ? <SignDialog orderNo={open.orderNo} close={() => setOpen(null)} /> : null}
      {open?.what === 'reason' ? <ReasonDialog orderNo={open.orderNo} close={() => setOpen(null)} /> : null}
    </>
  );
}

interface Deeds {
  show: (what: Open['what'], row: MemberOrderRow) => void;
  close: (row: MemberOrderRow) => Promise<void>;
  invoice: (row: MemberOrderRow) => void;
  contract: (row: MemberOrderRow) => void;
}

/** What may be done with an order in its state; who visits the company pays nothing. */
function actionsOf(row: MemberOrderRow, visiting: boolean, { show, close, invoice, contract }: Deeds): RowAction[] {
  const order = { status: row.memberStatus, payType: row.payType };
  const failed = row.memberStatus === memberStatus.failed;
  const asks = row.memberStatus === memberStatus.passed && row.invoiceStatus !== invoiceStatus.issued;
  const toPay = !visiting && row.payType === memberPayType.online && row.memberStatus === memberStatus.toPay;
  return [
    ...(toPay ? [{ label: '去支付', to: memberLinks.step(3, { orderNo: row.orderNo }), can: getPaymentQRCode }] : []),
    ...(visiting || nextMemberStatus(order, 'voucher') === null
      ? []
      : [
          {
            label: failed ? '更换凭证' : '上传凭证',
            to: memberLinks.step(3, { orderNo: row.orderNo }),
            can: updateOrder,
          },
        ]),
    ...(failed ? [{ label: '驳回原因', can: rejectionReason, run: () => show('reason', row) }] : []),
    ...(asks
      ? [
          {
            label: invoiceWord(row.invoiceStatus),
            can: invoiceIssuance,
            run: () => show('invoice', row),
          },
        ]
      : []),
    ...(row.invoiceStatus === invoiceStatus.issued
      ? [{ label: '下载发票', can: memberInvoiceFile, run: () => invoice(row) }]
      : []),
    ...(row.contractStatus === contractStatus.notNeeded
      ? []
      : row.contractStatus === contractStatus.signed
        ? [{ label: '下载合同', can: memberContractFile, run: () => contract(row) }]
        : waitsForPayment(row.memberStatus) || waitsForReview(row.memberStatus)
          ? [{ label: '签署合同', can: contractPageRequest, run: () => show('contract', row) }]
          : []),
    ...(nextMemberStatus(order, 'close') === null
      ? []
      : [{ label: '取消', danger: true, can: closeOrder, run: () => close(row) }]),
  ];
}

function ReasonDialog({ orderNo, close }: { orderNo: string; close: () => void }) {
  const { data, error, refetch } = useAsk(rejectionReason, { orderNo });
  return (
    <Modal open title={`驳回原因 ${orderNo}`} footer={null} onCancel={close}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Loading /> : null}
      {data ? (
        <Facts
          title=""
          facts={[
            ['原因', data.reason],
            ['审核人', data.auditUser],
            ['审核时间', data.auditTime],
          ]}
        />
      ) : null}
    </Modal>
  );
}
