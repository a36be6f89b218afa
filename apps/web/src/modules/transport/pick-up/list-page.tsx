import type { Input } from '@tongda/contract/core/endpoint';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { orderStatus } from '@tongda/contract/transport/enums';
import {
  type PickUpRow,
  pickUpAdd,
  pickUpColumns,
  pickUpDetail,
  pickUpExport,
  pickUpPage,
  pickUpStatusCount,
} from '@tongda/contract/transport/pick-up/calls';
import { pickUpStowConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { Button } from 'antd';
import { Plus, Truck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { ExportButton } from '../../../kit/files/export-button';
import { FilterArea } from '../../../kit/form/input/area';
import { FilterEnum, FilterRange, FilterRemote, FilterSelect, FilterText } from '../../../kit/list/filter/controls';
import { ListPage } from '../../../kit/list/page';
import { useChanged } from '../../../kit/list/register';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { type List, useList } from '../../../kit/list/use-list';
import { Can } from '../../../kit/session/can';
import { daysAround } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import { loadCustomers } from '../../base/reference/door';
import { waybillLinks } from '../waybill/door';
import { pickUpCells } from './cells';
import { pickUpLinks } from './links';
import { usePickUpActions } from './use-pick-up-actions';

/** Filters of the first view: pick-ups that wait today and tomorrow. */
const atFirst = () => ({
  defaults: { orderStatus: orderStatus.toDispatch, ...daysAround(['planFrom', 'planTo'], 0, 1) },
});
const stale = [pickUpStatusCount, pickUpDetail];
const failed = [{ code: 'yes', name: '有失败' }];

/** 提货单: the list from which goods are fetched from their senders. */
export function PickUpListPage() {
  const [options] = useState(atFirst);
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
        filters={
          <>
            <FilterText name="code" label="提货单号 / 订单号" main width={210} />
            <FilterRemote name="customerId" label="客户" load={loadCustomers} />
            <FilterArea name="area" label="提货城市" />
            <FilterRange names={['planFrom', 'planTo']} label="要求提货" />
            <FilterEnum name="temperatureType" label="温层" of={temperatureType} width={130} />
            <FilterText name="plateNo" label="车牌号" width={150} />
            <FilterText name="driverName" label="司机" width={130} />
            <FilterSelect name="failed" label="提货失败" options={failed} width={150} />
          </>
        }
        toolbar={toolbar}
        batch={(rows) => (
          <Can do={pickUpStowConfirm}>
            <Button
              icon={<Truck />}
              onClick={() => void navigate(waybillLinks.pickUpBoardOf(rows.map((row) => row.pickUpCode)))}
            >
              配载
            </Button>
          </Can>
        )}
        rowActions={actions}
        empty={<Empty title="暂无提货单" text="上门提货的订单录入后自动生成提货单" action={toolbar} />}
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
