import type { Input } from '@tongda/contract/core/endpoint';
import { orderStatus } from '@tongda/contract/transport/enums';
import {
  type PickUpRow,
  pickUpAdd,
  pickUpColumns,
  pickUpDetail,
  pickUpExport,
  pickUpFilters,
  pickUpPage,
  pickUpStatusCount,
} from '@tongda/contract/transport/pick-up/calls';
import { pickUpStowConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { Button } from 'antd';
import { Plus, Truck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { toast } from '../../../kit/dialog/notify';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useChanged } from '../../../kit/list/register';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { type List, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { daysAround } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import { waybillLinks } from '../waybill/door';
import { pickUpCells } from './cells';
import { pickUpLinks } from './links';
import { usePickUpActions } from './use-actions';

/** Filters of the first view: pick-ups that wait today and tomorrow. */
const firstFilters = () => ({
  defaults: { orderStatus: orderStatus.toDispatch, ...daysAround(['planFrom', 'planTo'], 0, 1) },
});
const stale = [pickUpStatusCount, pickUpDetail];

/** 提货单: the list from which goods are fetched from their senders. */
export function PickUpListPage() {
  const [options] = useState(firstFilters);
  const list = useList<PickUpRow>(pickUpPage, options);
  const changed = useChanged(list, stale);
  const navigate = useNavigate();
  const { actions, dialog } = usePickUpActions(changed);
  const toolbar = (
    <>
      <Can do={pickUpAdd}>
        <Button type="primary" icon={<Plus />} onClick={() => void navigate(pickUpLinks.add)}>
          新增
        </Button>
      </Can>
      <ExportButton of={pickUpExport} />
    </>
  );
  return (
    <>
      <ListPage
        list={list}
        columns={pickUpColumns}
        cells={pickUpCells}
        tabs={<Tabs list={list} />}
        filters={<RegisterFilters of={pickUpFilters.table} />}
        toolbar={toolbar}
        batch={(rows) => {
          const ready = rows.filter((row) => row.allowActions.includes('stowage'));
          const others = rows.length - ready.length;
          return (
            <Can do={pickUpStowConfirm}>
              <Button
                icon={<Truck />}
                disabled={ready.length === 0}
                title={others > 0 ? `${others} 个提货单不在待调度状态，不能配载` : undefined}
                onClick={() => {
                  if (others > 0) toast('warning', `没有带入不在待调度状态的 ${others} 个提货单`);
                  void navigate(waybillLinks.pickUpBoardOf(ready.map((row) => row.pickUpCode)));
                }}
              >
                配载
              </Button>
            </Can>
          );
        }}
        rowActions={actions}
        empty={<Empty title="暂无提货单" text="上门提货的订单录入后自动生成提货单" />}
      />
      {dialog}
    </>
  );
}

function Tabs({ list }: { list: List<PickUpRow> }) {
  const { orderStatus: _status, ...filters } = list.filters;
  // filters come from the address; the endpoint's schema checks them
  const { data } = useAsk(pickUpStatusCount, filters as Input<typeof pickUpStatusCount>, { keep: true });
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
