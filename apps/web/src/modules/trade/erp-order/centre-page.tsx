import { href, routes } from '@tongda/contract/shell/routes';
import { renewPayCode } from '@tongda/contract/trade/device-fee/calls';
import {
  type ErpOrderRow,
  erpOrderCancel,
  erpOrderColumns,
  erpOrderContract,
  erpOrderCount,
  erpOrderDetail,
  erpOrderExport,
  erpOrderFilters,
  erpOrderInvoice,
  erpOrderInvoiceFile,
  erpOrderPage,
  erpOrderPayCode,
  erpOrderReceive,
  erpOrderReturn,
} from '@tongda/contract/trade/erp-order/calls';
import { erpOrderStatusList } from '@tongda/contract/trade/member/enums';
import { auditStatus, invoiceStatus, paymentStatus } from '@tongda/contract/transport/enums';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { useRowAct } from '../../../kit/call/use-row-act';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { formatYuan } from '../../../kit/show/money';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { invoiceWord } from '../parts/ask-invoice';
import { useInvoiceFile } from '../parts/invoice-file';
import { auditTones, invoiceTones, payTones } from '../parts/money-tones';
import { useOpened } from '../parts/opened';
import { useVisiting } from '../parts/visitor';
import { OrderDrawer } from './drawer';
import { InvoiceDialog } from './invoice-dialog';
import { PayDialog } from './pay-dialog';
import { ReturnDialog } from './return-dialog';
import { isCancellable, transferWaitsWords } from './words';

const payRenewal = (orderNo: string): string =>
  `${href(routes.equipmentCostList, 'enterprise')}/renew/3?orderNo=${orderNo}`;

type Open = { what: 'detail'; id: string } | { what: 'return' | 'pay' | 'invoice'; row: ErpOrderRow };

/** 订单中心: everything that the company bought from its provider; tabs by type. */
export function OrderCentrePage() {
  const list = useList<ErpOrderRow>(erpOrderPage);
  const invalidate = useInvalidate();
  const [open, setOpen] = useOpened<Open>((id) => ({ what: 'detail', id }));
  const counts = useAsk(erpOrderCount, undefined);
  const changed = (): void => {
    for (const stale of [erpOrderPage, erpOrderCount, erpOrderDetail]) void invalidate(stale);
  };
  const actions = useOrderActions();
  const cells: Cells<ErpOrderRow> = {
    orderNo: (row) => (
      <button type="button" className="td-plain td-link" onClick={() => setOpen({ what: 'detail', id: row.id })}>
        {row.orderNo}
      </button>
    ),
    amountFen: (row) => formatYuan(row.amountFen),
    paidFen: (row) => formatYuan(row.paidFen),
    paymentStatus: (row) =>
      row.transferWaits ? (
        <span className="td-dot" data-tone="amber">
          {transferWaitsWords}
        </span>
      ) : (
        <StateDot of={paymentStatus} tones={payTones} code={row.paymentStatus} />
      ),
    auditStatus: (row) => <StateDot of={auditStatus} tones={auditTones} code={row.auditStatus} />,
    invoiceStatus: (row) => <StateDot of={invoiceStatus} tones={invoiceTones} code={row.invoiceStatus} />,
  };
  const total = counts.data?.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <ListPage
        list={list}
        columns={erpOrderColumns}
        cells={cells}
        tabs={
          <StatusTabs
            list={list}
            name="orderType"
            items={[
              { name: '全部', count: total },
              ...erpOrderStatusList.options.map(({ code, name }) => ({
                code,
                name,
                count: counts.data?.find(({ type }) => type === code)?.count,
              })),
            ]}
          />
        }
        filters={<RegisterFilters of={erpOrderFilters.table} />}
        toolbar={<ExportButton of={erpOrderExport} />}
        rowActions={(row) => [
          { label: '详情', run: () => setOpen({ what: 'detail', id: row.id }) },
          ...actions(row, changed, {
            giveBack: () => setOpen({ what: 'return', row }),
            pay: () => setOpen({ what: 'pay', row }),
            invoice: () => setOpen({ what: 'invoice', row }),
          }),
        ]}
        empty={<Empty title="还没有订单" text="设备采购、租赁、续费和软件订单由服务商录入或在续费时生成" />}
      />
      {open?.what === 'detail' ? <OrderDrawer id={open.id} close={() => setOpen(null)} /> : null}
      {open?.what === 'pay' ? <PayDialog order={open.row} done={changed} close={() => setOpen(null)} /> : null}
      {open?.what === 'invoice' ? <InvoiceDialog id={open.row.id} done={changed} close={() => setOpen(null)} /> : null}
      {open?.what === 'return' ? <ReturnDialog row={open.row} done={changed} close={() => setOpen(null)} /> : null}
    </>
  );
}

/** A step that asks and takes nothing but the order. */
interface Simple {
  of: typeof erpOrderCancel | typeof erpOrderReceive;
  row: ErpOrderRow;
  ask: string;
  told: string;
}

/** What opens something of an order: the form of a return, the ways of paying, whom an invoice is for. */
type Opens = Pick<Verbs, 'giveBack' | 'pay' | 'invoice'>;

/** What may be done with an order. */
function useOrderActions(): (row: ErpOrderRow, changed: () => void, opens: Opens) => RowAction[] {
  const simple = useRowAct(({ of, row }: Simple) => call(of, { id: row.id, version: row.version }), {
    sure: ({ of, ask }) => ({ title: ask, ok: '确定', danger: of === erpOrderCancel }),
    told: ({ told }) => told,
  });
  const openContract = useRowAct(({ id }: ErpOrderRow) => call(erpOrderContract, { id }), {
    done: (_, { url }) => void window.open(url, '_blank', 'noopener'),
  });
  const file = useInvoiceFile(erpOrderInvoiceFile);
  const visiting = useVisiting();
  return (row, changed, opens) =>
    actionsOf(row, {
      mayPay: !visiting,
      run: (of, ask, told) => simple({ of, row, ask, told }, changed),
      openContract: () => openContract(row),
      download: () => void file.run({ orderNo: row.orderNo, ask: { id: row.id } }),
      ...opens,
    });
}

interface Verbs {
  mayPay: boolean;
  run: (of: Simple['of'], ask: string, told: string) => Promise<void>;
  openContract: () => Promise<void>;
  download: () => void;
  invoice: () => void;
  giveBack: () => void;
  pay: () => void;
}

function actionsOf(
  row: ErpOrderRow,
  { mayPay, run, openContract, download, invoice, giveBack, pay }: Verbs,
): RowAction[] {
  const found: RowAction[] = [];
  const passed = row.auditStatus === auditStatus.passed;
  // a renewal is paid where it was ordered
  const renewal = row.orderType === erpOrderStatusList.renewal;
  if (mayPay && renewal && row.payable) found.push({ label: '去支付', to: payRenewal(row.orderNo), can: renewPayCode });
  if (mayPay && !renewal && row.payable) found.push({ label: '去支付', can: erpOrderPayCode, run: pay });
  if (passed && row.logistics !== '' && row.receivedTime === null)
    found.push({
      label: '确认收货',
      can: erpOrderReceive,
      run: () => run(erpOrderReceive, `确认收到订单${row.orderNo}的货物？`, '已确认收货'),
    });
  const open = passed || row.auditStatus === auditStatus.pending;
  const issued = row.invoiceStatus === invoiceStatus.issued;
  const returned = row.orderType === erpOrderStatusList.returned;
  if (open && !returned && row.paymentStatus === paymentStatus.collected && !issued)
    found.push({ label: invoiceWord(row.invoiceStatus), can: erpOrderInvoice, run: invoice });
  if (issued && row.hasInvoice) found.push({ label: '下载发票', can: erpOrderInvoiceFile, run: download });
  if (row.hasContract)
    found.push({
      label: '下载合同',
      can: erpOrderContract,
      run: openContract,
    });
  const goods = row.orderType === erpOrderStatusList.newPurchase || row.orderType === erpOrderStatusList.procurement;
  if (goods && row.receivedTime !== null) found.push({ label: '申请退货', can: erpOrderReturn, run: giveBack });
  if (isCancellable(row))
    found.push({
      label: '取消',
      danger: true,
      can: erpOrderCancel,
      run: () => run(erpOrderCancel, `取消订单${row.orderNo}？`, '订单已取消'),
    });
  return found;
}
