import { instructionSending } from '@tongda/contract/resources/device/enums';
import { againStates } from '@tongda/contract/watch/command/life';
import {
  type InstructRow,
  instructCancel,
  instructColumns,
  instructFilters,
  instructPage,
  instructRetry,
  instructSend,
} from '@tongda/contract/watch/command/staff';
import { Button } from 'antd';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useBatch } from '../../../kit/list/batch-run';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { PlateChip } from '../../../kit/show/plate-chip';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { InstructDialog } from './instruct-dialog';
import { CommandState } from './state';
import { useCommandUpdates } from './use-updates';
import './styles.css';

const cells: Cells<InstructRow> = {
  plateNo: (row) => <PlateChip plateNo={row.plateNo} colour={row.vehicleColor} />,
  state: (row) => <CommandState state={row.state} />,
};

/** 指令下发: commands to terminals of all companies, and what became of them. */
export function InstructPage() {
  useCommandUpdates();
  const list = useList<InstructRow>(instructPage);
  const invalidate = useInvalidate();
  const batch = useBatch();
  const [sending, setSending] = useState(false);
  const changed = (): void => {
    list.select([], []);
    void invalidate(instructPage);
  };
  const many = (verb: string, of: typeof instructCancel | typeof instructRetry, rows: readonly InstructRow[]) =>
    batch.start({
      title: `${verb} ${rows.length} 条指令`,
      ids: rows.map(({ id }) => id),
      nameOf: (id) => rows.find((row) => row.id === id)?.plateNo ?? id,
      step: (ids) => call(of, { ids }),
      done: changed,
    });
  const rowActions = (row: InstructRow): RowAction[] => [
    ...(row.state === instructionSending.queued
      ? [{ label: '取消', can: instructCancel, run: () => void many('取消', instructCancel, [row]) }]
      : []),
    ...(againStates.includes(row.state)
      ? [{ label: '重发', can: instructRetry, run: () => void many('重发', instructRetry, [row]) }]
      : []),
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={instructColumns}
        cells={cells}
        filters={<RegisterFilters of={instructFilters.table} />}
        toolbar={
          <Can do={instructSend}>
            <Button type="primary" icon={<Send />} onClick={() => setSending(true)}>
              下发指令
            </Button>
          </Can>
        }
        batch={(rows) => (
          <>
            <Can do={instructRetry}>
              <Button onClick={() => void many('重发', instructRetry, rows)}>重发</Button>
            </Can>
            <Can do={instructCancel}>
              <Button onClick={() => void many('取消', instructCancel, rows)}>取消</Button>
            </Can>
          </>
        )}
        rowActions={rowActions}
        empty={<Empty title="没有下发过指令" text="向各企业终端下发的指令和终端的应答都记在这里" />}
      />
      {batch.dialog}
      {sending ? <InstructDialog done={changed} close={() => setSending(false)} /> : null}
    </>
  );
}
