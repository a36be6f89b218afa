import type { Input } from '@tongda/contract/core/endpoint';
import {
  type ReceiptOrderRow,
  receiptOrderAdd,
  receiptOrderColumns,
  receiptOrderDetail,
  receiptOrderExport,
  receiptOrderFilters,
  receiptOrderPage,
  receiptOrderSites,
  receiptOrderStatusCount,
  receiptOrderWalkIn,
} from '@tongda/contract/transport/receipt-order/calls';
import { receiptOrderStatus } from '@tongda/contract/transport/waybill/enums';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useChanged } from '../../../kit/list/register';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { type List, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { formatNumber } from '../../../kit/show/format';
import { Empty, Loading } from '../../../kit/show/states';
import { useOwnSite } from '../parts/use-own-site';
import { receiptCells } from './cells';
import { receiptLinks } from './links';
import { useReceiptActions } from './use-receipt-actions';

const stale = [receiptOrderStatusCount, receiptOrderDetail];

/** 收货单 of the caller's own site, where his department has exactly one; of all sites otherwise. */
export function ReceiptListPage() {
  const own = useOwnSite(receiptOrderSites, ({ id }) => id);
  return own === undefined ? <Loading /> : <ReceiptList own={own} />;
}

/** 收货单: what sites received, compared with what was planned. */
function ReceiptList({ own }: { own: string | null }) {
  const [defaults] = useState(own ? { placeId: own } : {});
  const list = useList<ReceiptOrderRow>(receiptOrderPage, { defaults });
  const changed = useChanged(list, stale);
  const navigate = useNavigate();
  const { actions, dialog } = useReceiptActions(changed);
  const toolbar = (
    <>
      <Can do={receiptOrderAdd}>
        <Button type="primary" icon={<Plus />} onClick={() => void navigate(receiptLinks.add)}>
          新增
        </Button>
      </Can>
      <Can do={receiptOrderWalkIn}>
        <Button onClick={() => void navigate(receiptLinks.walkIn)}>散客收货</Button>
      </Can>
      <ExportButton of={receiptOrderExport} />
    </>
  );
  const sum = (of: (row: ReceiptOrderRow) => number): number => list.rows.reduce((total, row) => total + of(row), 0);
  return (
    <>
      <ListPage
        list={list}
        columns={receiptOrderColumns}
        cells={receiptCells}
        tabs={<Tabs list={list} />}
        filters={<RegisterFilters of={receiptOrderFilters.table} />}
        toolbar={toolbar}
        rowActions={actions}
        totals={{
          label: '本页合计',
          values: {
            planPieces: formatNumber(sum((row) => row.planPieces)),
            receivePieces: formatNumber(sum((row) => row.receivePieces)),
            receiveWeight: formatNumber(
              sum((row) => row.receiveWeight),
              2,
            ),
            receiveVolume: formatNumber(
              sum((row) => row.receiveVolume),
              3,
            ),
          },
        }}
        empty={<Empty title="暂无收货单" text="客户自送的货在这里登记；提货和中转到站核对后自动生成" />}
      />
      {dialog}
    </>
  );
}

function Tabs({ list }: { list: List<ReceiptOrderRow> }) {
  const { receiptStatus: _status, ...filters } = list.filters;
  // filters come from the address; the endpoint's schema checks them
  const { data } = useAsk(receiptOrderStatusCount, filters as Input<typeof receiptOrderStatusCount>, { keep: true });
  return (
    <StatusTabs
      list={list}
      name="receiptStatus"
      items={[
        { name: '全部', count: data?.all },
        ...receiptOrderStatus.options.map(({ code, name }) => ({ code, name, count: data?.[code] })),
      ]}
    />
  );
}
