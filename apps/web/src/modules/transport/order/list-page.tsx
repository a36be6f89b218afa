import type { Input } from '@tongda/contract/core/endpoint';
import { orderStatus } from '@tongda/contract/transport/enums';
import {
  type OrderRow,
  orderAdd,
  orderColumns,
  orderExport,
  orderFilters,
  orderImports,
  orderPage,
  orderStatusCount,
  orderVoid,
  toDispatchQuery,
} from '@tongda/contract/transport/order/calls';
import { orderMerge } from '@tongda/contract/transport/order/family';
import { mergeOrders } from '@tongda/contract/transport/order/merge';
import { stowageConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { Button } from 'antd';
import { Ban, Combine, Plus, Truck, Upload } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { toast } from '../../../kit/dialog/notify';
import { ExportButton } from '../../../kit/files/export-button';
import { ImportDialog } from '../../../kit/import/dialog';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { type List, useInvalidate, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { daysAround, formatNumber } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import type { Totals } from '../../../kit/table/types';
import { ReportDialog } from '../abnormal/door';
import { OrderPrint } from '../print/door';
import { RevokeSignDialog, SignDialog, waybillLinks } from '../waybill/door';
import { orderCells } from './cells';
import { orderLinks } from './links';
import { notAllowedText, partByStep } from './not-allowed';
import { rowsToSum } from './rows-to-sum';
import { useOrderActions } from './use-actions';
import { VoidDialog } from './void-dialog';

/** Filters of the first view: orders of the last seven days that wait for dispatch. */
const firstFilters = () => ({ ...toDispatchQuery, ...daysAround(['createFrom', 'createTo'], 6, 0) });

/** 客户订单: the list in which customer service enters and follows orders. */
export function OrderListPage() {
  const [defaults] = useState(firstFilters);
  const list = useList<OrderRow>(orderPage, { defaults });
  const [voiding, setVoiding] = useState<OrderRow[] | null>(null);
  const invalidate = useInvalidate();
  const changed = (): void => {
    list.select([], []);
    void invalidate(orderPage);
    void invalidate(orderStatusCount);
  };
  const [signing, setSigning] = useState<OrderRow | null>(null);
  const [revoking, setRevoking] = useState<string | null>(null);
  const [reporting, setReporting] = useState<string | null>(null);
  const rowActions = useOrderActions({
    changed,
    askVoid: (row) => setVoiding([row]),
    askSign: setSigning,
    askRevokeSign: setRevoking,
    askReport: setReporting,
  });
  return (
    <>
      <ListPage
        list={list}
        columns={orderColumns}
        cells={orderCells}
        tabs={<Tabs list={list} />}
        filters={<RegisterFilters of={orderFilters.table} />}
        toolbar={<Toolbar done={changed} />}
        batch={(rows) => <BatchBar rows={rows} changed={changed} askVoid={() => setVoiding(rows)} />}
        rowActions={rowActions}
        totals={pageTotalsOf(list)}
        empty={<Empty title="暂无客户订单" text="客服在这里录入客户的运输需求" />}
      />
      {voiding ? <VoidDialog orders={voiding} done={changed} close={() => setVoiding(null)} /> : null}
      {signing ? (
        <SignDialog
          orderCode={signing.orderCode}
          receiver={signing.receiver}
          pieces={signing.deliveredPieces}
          done={changed}
          close={() => setSigning(null)}
        />
      ) : null}
      {revoking ? <RevokeSignDialog orderCode={revoking} done={changed} close={() => setRevoking(null)} /> : null}
      {reporting ? <ReportDialog orderCodes={[reporting]} done={changed} close={() => setReporting(null)} /> : null}
    </>
  );
}

function Tabs({ list }: { list: List<OrderRow> }) {
  const { orderStatus: _status, ...filters } = list.filters;
  // filters come from the address; the endpoint's schema checks them
  const { data } = useAsk(orderStatusCount, filters as Input<typeof orderStatusCount>, { keep: true });
  return (
    <StatusTabs
      list={list}
      name="orderStatus"
      items={[
        ...orderStatus.options.map(({ code, name }) => ({ code, name, count: data?.[code] })),
        { name: '全部', count: data?.all },
      ]}
    />
  );
}

function Toolbar({ done }: { done: () => void }) {
  const navigate = useNavigate();
  const [importing, setImporting] = useState(false);
  return (
    <>
      <Can do={orderAdd}>
        <Button type="primary" icon={<Plus />} onClick={() => void navigate(orderLinks.add)}>
          新增
        </Button>
      </Can>
      <Can do={orderImports.run}>
        <Button icon={<Upload />} onClick={() => setImporting(true)}>
          导入
        </Button>
      </Can>
      <ExportButton of={orderExport} />
      {importing ? (
        <ImportDialog of={orderImports} choices="客户" done={done} close={() => setImporting(false)} />
      ) : null}
    </>
  );
}

/** Sums of the rows in sight. */
function pageTotalsOf({ rows, filters }: List<OrderRow>): Totals<OrderRow> {
  const counted = rowsToSum(rows, filters.split === 'parent');
  const sum = (of: (row: OrderRow) => number): number => counted.reduce((total, row) => total + of(row), 0);
  return {
    label: '本页合计',
    values: {
      totalPieces: formatNumber(sum((row) => row.totalPieces)),
      totalWeight: formatNumber(
        sum((row) => row.totalWeight),
        2,
      ),
      totalVolume: formatNumber(
        sum((row) => row.totalVolume),
        3,
      ),
      codAmount: formatNumber(
        sum((row) => row.codAmount),
        2,
      ),
    },
  };
}

interface BatchBarProps {
  rows: OrderRow[];
  changed: () => void;
  askVoid: () => void;
}

function BatchBar({ rows, changed, askVoid }: BatchBarProps) {
  const navigate = useNavigate();
  const merge = useAct(orderMerge, {
    sure: ({ orderCodes }) => ({
      title: `将所选的 ${orderCodes.length} 个订单合并为一个新订单？`,
      content: '原订单作废并注明合并去向；件数、重量、体积和代收货款相加，时间窗和温度取交集。',
      ok: '合单',
    }),
    told: ({ orderCode }) => `已合并为订单 ${orderCode}`,
    done: ({ orderCode }) => {
      changed();
      void navigate(orderLinks.details(orderCode));
    },
  });
  const stowing = partByStep('stowage', rows);
  const merging = partByStep('merge', rows);
  const voiding = partByStep('void', rows);
  const stow = (): void => {
    if (stowing.not.length > 0) toast('warning', `没有带入：${notAllowedText(stowing.not)}`);
    void navigate(waybillLinks.boardOf(stowing.can.map((row) => row.orderCode)));
  };
  return (
    <>
      <Can do={stowageConfirm}>
        <Button
          icon={<Truck />}
          disabled={stowing.can.length === 0}
          title={notAllowedText(stowing.not) || undefined}
          onClick={stow}
        >
          配载
        </Button>
      </Can>
      <Can do={orderMerge}>
        <Button
          icon={<Combine />}
          disabled={rows.length < mergeOrders.min || merging.not.length > 0}
          title={notAllowedText(merging.not) || undefined}
          loading={merge.busy}
          onClick={() => void merge.run({ orderCodes: rows.map((row) => row.orderCode) })}
        >
          合单
        </Button>
      </Can>
      <OrderPrint codes={rows.map((row) => row.orderCode)} />
      <Can do={orderVoid}>
        <Button
          icon={<Ban />}
          disabled={voiding.can.length === 0}
          title={notAllowedText(voiding.not) || undefined}
          onClick={askVoid}
        >
          作废
        </Button>
      </Can>
    </>
  );
}
