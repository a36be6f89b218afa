import {
  type WriteRow,
  writeCancel,
  writeClear,
  writeColumns,
  writeExport,
  writeFilters,
  writeRefresh,
  writeResend,
  writeSend,
  writeTaskPage,
} from '@tongda/contract/resources/card/write-calls';
import { writeContent, writeStatus } from '@tongda/contract/resources/enums';
import { Button } from 'antd';
import { Eraser, RefreshCw, RotateCw, Send, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../kit/call/api';
import { toast } from '../../../kit/dialog/notify';
import { ExportButton } from '../../../kit/files/export-button';
import { type BatchLine, useBatch } from '../../../kit/list/batch-run';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useChanged } from '../../../kit/list/register';
import { type List, useList } from '../../../kit/list/use-rows';
import { Can, useCan } from '../../../kit/session/can';
import { PlateChip } from '../../../kit/show/plate/chip';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells } from '../../../kit/table/types';
import { ClearDialog, WriteTaskDrawer } from './write-task-forms';

const tones = {
  [writeStatus.waiting]: 'blue',
  [writeStatus.sent]: 'blue',
  [writeStatus.done]: 'green',
  [writeStatus.failed]: 'red',
  [writeStatus.unsupported]: 'red',
  [writeStatus.offline]: 'amber',
  [writeStatus.expired]: 'grey',
  [writeStatus.silent]: 'red',
  [writeStatus.cancelled]: 'grey',
};
/** States in which nothing has gone out yet. */
const waiting: readonly number[] = [writeStatus.waiting, writeStatus.offline];
/** States in which the terminal has not answered yet. */
const open: readonly number[] = [writeStatus.waiting, writeStatus.sent];
const again: readonly number[] = [
  writeStatus.failed,
  writeStatus.unsupported,
  writeStatus.expired,
  writeStatus.silent,
  writeStatus.cancelled,
];
const answerMs = 2_000;

/** Refreshes the list as long as a terminal on the page has not answered. */
function useAnswers({ rows, refresh }: List<WriteRow>): void {
  const waits = rows.some((row) => open.includes(row.status));
  const ask = useRef(refresh);
  ask.current = refresh;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && ask.current(), answerMs);
    return () => clearInterval(timer);
  }, [waits]);
}

/** 重发, 取消 and 更新 of one row or of the ticked ones. */
function useWriteActions(start: ReturnType<typeof useBatch>['start'], changed: () => void) {
  const many = (verb: string, rows: WriteRow[], step: (ids: string[]) => Promise<BatchLine[]>): Promise<void> =>
    start({
      title: `${verb} ${rows.length} 条`,
      ids: rows.map(({ id }) => id),
      nameOf: (id) => rows.find((row) => row.id === id)?.plateNo ?? id,
      step,
      done: changed,
    });
  const resend = (ids: string[]): Promise<BatchLine[]> => call(writeResend, { ids });
  const cancel = (ids: string[]): Promise<BatchLine[]> => call(writeCancel, { ids });
  const refresh = (ids: string[]): Promise<BatchLine[]> => call(writeRefresh, { ids });
  return {
    resend: (rows: WriteRow[]) => many('重发', rows, resend),
    cancel: (rows: WriteRow[]) => many('取消', rows, cancel),
    refresh: (rows: WriteRow[]) => many('更新', rows, refresh),
    resendOne: async (row: WriteRow): Promise<void> => {
      const [line] = await resend([row.id]);
      if (line?.ok) toast('success', `${row.plateNo} 已重发`);
      else toast('warning', line?.msg ?? '没有重发');
      changed();
    },
    cancelOne: async (row: WriteRow): Promise<void> => {
      const [line] = await cancel([row.id]);
      if (line?.ok) toast('success', `${row.plateNo} 已取消`);
      else toast('warning', line?.msg ?? '没有取消');
      changed();
    },
    refreshOne: async (row: WriteRow): Promise<void> => {
      const [line] = await refresh([row.id]);
      if (line?.ok) toast('success', `${row.plateNo} 已下发变更后的区域和线路`);
      else toast('warning', line?.msg ?? '没有更新');
      changed();
    },
  };
}

/** 写入设备: the tasks with areas, texts and parameters for terminals, and the terminals' answers. */
export function WriteTasks({ view }: { view: ReactNode }) {
  const list = useList<WriteRow>(writeTaskPage);
  const [dialog, setDialog] = useState<'send' | 'clear' | null>(null);
  const changed = useChanged(list, []);
  const batch = useBatch();
  const close = (): void => setDialog(null);
  useAnswers(list);
  const mayClear = useCan(writeClear);
  /** Clearing is taken back and repeated by who may clear. */
  const mayAct = (row: WriteRow): boolean => row.content !== writeContent.clear || mayClear;
  const cells = useMemo(
    (): Cells<WriteRow> => ({
      status: (row) => <StateDot of={writeStatus} tones={tones} code={row.status} />,
      outdated: (row) => (row.outdated ? <span style={{ color: 'var(--td-amber)' }}>{row.outdated}</span> : '--'),
      plateNo: (row) => <PlateChip plateNo={row.plateNo} colour={row.vehicleColor} />,
    }),
    [],
  );
  const { resend, cancel, refresh, resendOne, cancelOne, refreshOne } = useWriteActions(batch.start, changed);
  return (
    <>
      <ListPage
        list={list}
        columns={writeColumns}
        cells={cells}
        filters={<RegisterFilters of={writeFilters.table} />}
        toolbar={
          <>
            {view}
            <Can do={writeSend}>
              <Button type="primary" icon={<Send />} onClick={() => setDialog('send')}>
                写入设备
              </Button>
            </Can>
            <Can do={writeClear}>
              <Button icon={<Eraser />} onClick={() => setDialog('clear')}>
                清除图形
              </Button>
            </Can>
            <ExportButton of={writeExport} />
          </>
        }
        batch={(rows) => (
          <>
            <Can do={writeResend}>
              <Button icon={<RotateCw />} onClick={() => void resend(rows)}>
                重发
              </Button>
            </Can>
            <Can do={writeCancel}>
              <Button icon={<Undo2 />} onClick={() => void cancel(rows)}>
                取消下发
              </Button>
            </Can>
            <Can do={writeRefresh}>
              <Button icon={<RefreshCw />} onClick={() => void refresh(rows)}>
                更新变更
              </Button>
            </Can>
          </>
        )}
        rowActions={(row) => [
          ...(row.outdated ? [{ label: '更新', can: writeRefresh, run: () => refreshOne(row) }] : []),
          ...(waiting.includes(row.status) && mayAct(row)
            ? [{ label: '取消', can: writeCancel, run: () => cancelOne(row) }]
            : []),
          ...(again.includes(row.status) && mayAct(row)
            ? [{ label: '重发', can: writeResend, run: () => resendOne(row) }]
            : []),
        ]}
        empty={<Empty title="还没有写入任务" text="选择内容和车辆后下发到终端，这里显示每台终端的应答" />}
      />
      {batch.dialog}
      {dialog === 'send' ? <WriteTaskDrawer done={changed} close={close} /> : null}
      {dialog === 'clear' ? <ClearDialog done={changed} close={close} /> : null}
    </>
  );
}
