import {
  type RepairRequestRow,
  repairRequestAdd,
  repairRequestCancel,
  repairRequestChangeHis,
  repairRequestColumns,
  repairRequestCount,
  repairRequestDetail,
  repairRequestDevices,
  repairRequestFilters,
  repairRequestMachine,
  repairRequestPage,
  repairRequestRate,
  repairRequestSlots,
  repairRequestUpdate,
} from '@tongda/contract/resources/repair-request/calls';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { Empty } from '../../../kit/show/states';
import type { RowAction } from '../../../kit/table/types';
import { CancelDialog, RateDialog } from './dialogs';
import { RequestDrawer } from './drawer';
import { MoveRequest, NewRequest } from './form';
import { requestCells, stateTabs } from './words';

type Open =
  | { what: 'move' | 'cancel' | 'rate'; row: RepairRequestRow }
  | { what: 'detail'; id: string }
  | { what: 'add' };

const stale = [
  repairRequestPage,
  repairRequestCount,
  repairRequestDetail,
  repairRequestChangeHis,
  repairRequestDevices,
  repairRequestSlots,
];

/** 报修预约: visits of engineers that the company booked for its terminals. `?deviceId=` opens the form for that terminal. */
export function RepairRequestPage() {
  const [params, setParams] = useSearchParams();
  const deviceId = params.get('deviceId');
  const list = useList<RepairRequestRow>(repairRequestPage);
  const invalidate = useInvalidate();
  const counts = useAsk(repairRequestCount, undefined);
  const [open, setOpen] = useState<Open | null>(deviceId === null ? null : { what: 'add' });
  const close = (): void => {
    setOpen(null);
    if (deviceId !== null)
      setParams(
        (old) => {
          old.delete('deviceId');
          return old;
        },
        { replace: true },
      );
  };
  const changed = (): void => {
    for (const of of stale) void invalidate(of);
  };
  const cells = useMemo(() => requestCells((id) => setOpen({ what: 'detail', id })), []);
  const rowActions = (row: RepairRequestRow): RowAction[] => {
    const may = repairRequestMachine.allowed(row.state);
    return [
      { label: '详情', run: () => setOpen({ what: 'detail', id: row.id }) },
      ...(may.includes('reschedule')
        ? [{ label: '改约', can: repairRequestUpdate, run: () => setOpen({ what: 'move', row }) }]
        : []),
      ...(may.includes('rate')
        ? [{ label: '评价', can: repairRequestRate, run: () => setOpen({ what: 'rate', row }) }]
        : []),
      ...(may.includes('cancel')
        ? [{ label: '取消', danger: true, can: repairRequestCancel, run: () => setOpen({ what: 'cancel', row }) }]
        : []),
    ];
  };
  return (
    <>
      <ListPage
        list={list}
        columns={repairRequestColumns}
        cells={cells}
        tabs={<StatusTabs list={list} name="state" items={stateTabs(counts.data)} />}
        filters={<RegisterFilters of={repairRequestFilters.table} />}
        toolbar={
          <Can do={repairRequestAdd}>
            <Button type="primary" icon={<Plus />} onClick={() => setOpen({ what: 'add' })}>
              新增
            </Button>
          </Can>
        }
        rowActions={rowActions}
        empty={<Empty title="没有报修单" text="终端、探头或摄像头坏了，在这里预约服务商上门" />}
      />
      {open?.what === 'add' ? (
        <Can do={repairRequestAdd}>
          <NewRequest deviceId={deviceId} done={changed} close={close} />
        </Can>
      ) : null}
      {open?.what === 'detail' ? <RequestDrawer id={open.id} close={close} /> : null}
      {open?.what === 'move' ? <MoveRequest row={open.row} done={changed} close={close} /> : null}
      {open?.what === 'cancel' ? <CancelDialog row={open.row} done={changed} close={close} /> : null}
      {open?.what === 'rate' ? <RateDialog row={open.row} done={changed} close={close} /> : null}
    </>
  );
}
