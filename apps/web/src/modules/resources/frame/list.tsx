import type { Endpoint } from '@tongda/contract/core/endpoint';
import { liveFrame } from '@tongda/contract/core/live';
import {
  type TraceRow,
  traceColumns,
  traceFilters,
  traceFrames,
  tracePage,
  traceRecent,
  traceStart,
  traceStop,
} from '@tongda/contract/resources/frame/calls';
import { traceState } from '@tongda/contract/resources/frame/enums';
import { Button } from 'antd';
import { History, Radio } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { liveClient } from '../../../kit/live/connection';
import { Can } from '../../../kit/session/can';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { FramesDrawer } from './drawer';
import { RecentDialog, StartDialog } from './start-dialog';

const ofStaff = [tracePage, traceFrames];
export const traceTones = { [traceState.running]: 'green', [traceState.ended]: 'grey', [traceState.full]: 'amber' };
const cells: Cells<TraceRow> = {
  state: (row) => <StateDot of={traceState} tones={traceTones} code={row.state} />,
};

/** Asks for recordings and their frames when the live socket says that some have come. */
export function useTraceUpdates(calls: ReadonlyArray<Pick<Endpoint, 'path'>>): void {
  const invalidate = useInvalidate();
  useEffect(
    () =>
      liveClient.onFrame(liveFrame.traceUpdate, () => {
        for (const one of calls) void invalidate(one);
      }),
    [invalidate, calls],
  );
}

/** The recordings of terminals of all companies: who follows which one, and why. */
export function TraceList() {
  useTraceUpdates(ofStaff);
  const list = useList<TraceRow>(tracePage);
  const [asked, setAsked] = useState<'start' | 'recent' | null>(null);
  const [recent, setRecent] = useState<{ id: string; title: string } | null>(null);
  const invalidate = useInvalidate();
  const [shown, setShown] = useState<TraceRow | null>(null);
  const stop = useAct((id: string) => call(traceStop, { id }), { stale: [tracePage], told: '已停止追踪' });
  const rowActions = (row: TraceRow): RowAction[] => [
    { label: '详情', run: () => setShown(row) },
    ...(row.state === traceState.running ? [{ label: '停止', can: traceStop, run: () => void stop.run(row.id) }] : []),
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={traceColumns}
        cells={cells}
        filters={<RegisterFilters of={traceFilters.table} />}
        toolbar={
          <>
            <Can do={traceStart}>
              <Button type="primary" icon={<Radio />} onClick={() => setAsked('start')}>
                开始追踪
              </Button>
            </Can>
            <Can do={traceRecent}>
              <Button icon={<History />} onClick={() => setAsked('recent')}>
                最近报文
              </Button>
            </Can>
          </>
        }
        rowActions={rowActions}
        empty={
          <Empty
            title="没有追踪过报文"
            text="开始追踪后，终端上行和下行的每一帧都记在这里，保留7天；最近报文不需要先开始追踪"
          />
        }
      />
      {asked === 'start' ? <StartDialog close={() => setAsked(null)} /> : null}
      {asked === 'recent' ? (
        <RecentDialog
          done={(id, title) => {
            setRecent({ id, title });
            void invalidate(tracePage);
          }}
          close={() => setAsked(null)}
        />
      ) : null}
      {recent ? (
        <FramesDrawer
          trace={{ id: recent.id, state: traceState.ended }}
          title={`${recent.title} 最近报文`}
          recent
          close={() => setRecent(null)}
        />
      ) : null}
      {shown ? (
        <FramesDrawer trace={shown} title={`${shown.terminalNo} ${shown.plateNo}`} close={() => setShown(null)} />
      ) : null}
    </>
  );
}
