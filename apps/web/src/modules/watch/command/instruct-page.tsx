import { mayReview, waitingStates } from '@tongda/contract/watch/command/life';
import {
  type InstructRow,
  instructApprove,
  instructCancel,
  instructColumns,
  instructExport,
  instructFilters,
  instructMessage,
  instructPage,
  instructRetry,
  instructSend,
  staffMayRepeat,
} from '@tongda/contract/watch/command/staff';
import { Button } from 'antd';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ExportButton } from '../../../kit/files/export-button';
import { useBatch } from '../../../kit/list/batch-run';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { formatNumber, none } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { InstructDialog } from './instruct-dialog';
import { MessageDialog } from './message-dialog';
import { CommandState } from './state';
import { useCommandUpdates } from './use-updates';
import './styles.css';

const cells: Cells<InstructRow> = {
  plateNo: (row) =>
    row.vehicleColor === null ? row.plateNo || none : <PlateChip plateNo={row.plateNo} colour={row.vehicleColor} />,
  tookMs: (row) => formatNumber(row.tookMs),
  state: (row) => <CommandState state={row.state} />,
};

const mayCancel = ({ state }: InstructRow): boolean => waitingStates.includes(state);

/** 指令下发: commands to terminals of all companies, and what became of them. */
export function InstructPage() {
  useCommandUpdates();
  const list = useList<InstructRow>(instructPage);
  const invalidate = useInvalidate();
  const batch = useBatch();
  const [sending, setSending] = useState(false);
  const [shown, setShown] = useState<InstructRow | null>(null);
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
  const review = (pass: boolean, rows: readonly InstructRow[]) =>
    batch.start({
      title: `${pass ? '复核通过' : '驳回'} ${rows.length} 条指令`,
      ids: rows.map(({ id }) => id),
      nameOf: (id) => rows.find((row) => row.id === id)?.plateNo ?? id,
      step: (ids) => call(instructApprove, { ids, pass }),
      done: changed,
    });
  const rowActions = (row: InstructRow): RowAction[] => [
    ...(mayReview(row)
      ? [
          { label: '通过', can: instructApprove, run: () => void review(true, [row]) },
          { label: '驳回', can: instructApprove, danger: true, run: () => void review(false, [row]) },
        ]
      : []),
    ...(mayCancel(row)
      ? [{ label: '取消', can: instructCancel, run: () => void many('取消', instructCancel, [row]) }]
      : []),
    ...(staffMayRepeat(row)
      ? [{ label: '重发', can: instructRetry, run: () => void many('重发', instructRetry, [row]) }]
      : []),
    { label: '报文', can: instructMessage, run: () => setShown(row) },
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={instructColumns}
        cells={cells}
        filters={<RegisterFilters of={instructFilters.table} />}
        toolbar={
          <>
            <Can do={instructSend}>
              <Button type="primary" icon={<Send />} onClick={() => setSending(true)}>
                下发指令
              </Button>
            </Can>
            <ExportButton of={instructExport} />
          </>
        }
        batch={(rows) => (
          <>
            <Can do={instructApprove}>
              <Button disabled={!rows.some(mayReview)} onClick={() => void review(true, rows.filter(mayReview))}>
                复核通过
              </Button>
            </Can>
            <Can do={instructRetry}>
              <Button
                disabled={!rows.some(staffMayRepeat)}
                onClick={() => void many('重发', instructRetry, rows.filter(staffMayRepeat))}
              >
                重发
              </Button>
            </Can>
            <Can do={instructCancel}>
              <Button
                disabled={!rows.some(mayCancel)}
                onClick={() => void many('取消', instructCancel, rows.filter(mayCancel))}
              >
                取消
              </Button>
            </Can>
          </>
        )}
        rowActions={rowActions}
        empty={<Empty title="没有下发过指令" text="向各企业终端下发的指令和终端的应答都记在这里" />}
      />
      {batch.dialog}
      {shown ? <MessageDialog row={shown} close={() => setShown(null)} /> : null}
      {sending ? <InstructDialog done={changed} close={() => setSending(false)} /> : null}
    </>
  );
}
