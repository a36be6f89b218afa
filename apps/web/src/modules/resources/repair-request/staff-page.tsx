import { repairRequestMachine } from '@tongda/contract/resources/repair-request/calls';
import {
  type RepairWorkRow,
  repairWorkAssign,
  repairWorkChangeHis,
  repairWorkColumns,
  repairWorkCount,
  repairWorkDetail,
  repairWorkExport,
  repairWorkFilters,
  repairWorkFinish,
  repairWorkPage,
  repairWorkRefuse,
  repairWorkStart,
} from '@tongda/contract/resources/repair-request/staff';
import { useMemo, useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { useRowAct } from '../../../kit/call/use-row-act';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { StatusTabs } from '../../../kit/list/status-tabs';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { Empty } from '../../../kit/show/states';
import type { RowAction } from '../../../kit/table/types';
import { WorkDrawer } from './drawer';
import { AssignDialog, FinishDialog, RefuseDialog } from './staff-dialogs';
import { requestCells, stateTabs } from './words';

type Open = { what: 'assign' | 'finish' | 'refuse'; row: RepairWorkRow } | { what: 'detail'; id: string };

/** 维修受理: the requests of all companies; who goes there, and what he found. */
export function RepairWorkPage() {
  const list = useList<RepairWorkRow>(repairWorkPage);
  const invalidate = useInvalidate();
  const counts = useAsk(repairWorkCount, undefined);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const changed = (): void => {
    for (const of of [repairWorkPage, repairWorkCount, repairWorkDetail, repairWorkChangeHis]) void invalidate(of);
  };
  const start = useRowAct(({ id, version }: RepairWorkRow) => call(repairWorkStart, { id, version }), {
    told: ({ requestNo }) => `报修单${requestNo}已开始处理`,
    done: changed,
  });
  const cells = useMemo(() => requestCells((id) => setOpen({ what: 'detail', id })), []);
  const rowActions = (row: RepairWorkRow): RowAction[] => {
    const may = repairRequestMachine.allowed(row.state);
    return [
      { label: '详情', run: () => setOpen({ what: 'detail', id: row.id }) },
      ...(may.includes('assign')
        ? [
            {
              label: row.engineer === '' ? '派单' : '改派',
              can: repairWorkAssign,
              run: () => setOpen({ what: 'assign', row }),
            },
          ]
        : []),
      ...(may.includes('start') ? [{ label: '开始处理', can: repairWorkStart, run: () => void start(row) }] : []),
      ...(may.includes('finish')
        ? [{ label: '完成', can: repairWorkFinish, run: () => setOpen({ what: 'finish', row }) }]
        : []),
      ...(may.includes('refuse')
        ? [{ label: '退回', danger: true, can: repairWorkRefuse, run: () => setOpen({ what: 'refuse', row }) }]
        : []),
    ];
  };
  return (
    <>
      <ListPage
        list={list}
        columns={repairWorkColumns}
        cells={cells}
        tabs={<StatusTabs list={list} name="state" items={stateTabs(counts.data)} />}
        filters={<RegisterFilters of={repairWorkFilters.table} />}
        toolbar={<ExportButton of={repairWorkExport} />}
        rowActions={rowActions}
        empty={<Empty title="没有报修单" text="企业在报修预约中提交后在这里派单" />}
      />
      {open?.what === 'detail' ? <WorkDrawer id={open.id} close={close} /> : null}
      {open?.what === 'assign' ? <AssignDialog row={open.row} done={changed} close={close} /> : null}
      {open?.what === 'finish' ? <FinishDialog row={open.row} done={changed} close={close} /> : null}
      {open?.what === 'refuse' ? <RefuseDialog row={open.row} done={changed} close={close} /> : null}
    </>
  );
}
