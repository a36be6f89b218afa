import { traceKeptDays } from '@tongda/contract/resources/frame/calls';
import { traceState } from '@tongda/contract/resources/frame/enums';
import {
  type OwnTrace,
  ownTraceColumns,
  ownTraceFrame,
  ownTraceFrames,
  ownTracePage,
  ownTraceRecent,
  ownTraceStart,
  ownTraceStop,
} from '@tongda/contract/resources/frame/own';
import { Button, Drawer, Form } from 'antd';
import { History, Radio } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { FormDialog } from '../../../kit/dialog/form';
import { InnerList } from '../../../kit/list/inner';
import { useInvalidate } from '../../../kit/list/use-rows';
import { none } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import type { Cells, RowAction } from '../../../kit/table/types';
import { FramesDrawer } from './drawer';
import { traceTones, useTraceUpdates } from './list';
import { TermFields, usualTerm } from './term-fields';
import './styles.css';

const stale = [ownTracePage, ownTraceFrames];
const calls = { frames: ownTraceFrames, frame: ownTraceFrame };
const cells: Cells<OwnTrace> = {
  state: (row) => <StateDot of={traceState} tones={traceTones} code={row.state} />,
  plateNo: (row) => row.plateNo || none,
};

interface Props {
  device: { id: string; terminalNo: string };
  close: () => void;
}

/** 报文追踪 of one of the company's terminals, or of all of them and of those that were given away: recordings, and the frames of one. */
export function OwnTracesDrawer({ device, close }: { device: Props['device'] | null; close: () => void }) {
  useTraceUpdates(stale);
  const [starting, setStarting] = useState(false);
  const [shown, setShown] = useState<OwnTrace | null>(null);
  const [recent, setRecent] = useState<string | null>(null);
  const ask = useAct((id: string) => call(ownTraceRecent, { id }), {
    stale,
    done: ({ id }) => setRecent(id),
  });
  const stop = useAct((id: string) => call(ownTraceStop, { id }), { stale, told: '已停止记录' });
  const rowActions = (row: OwnTrace): RowAction[] => [
    { label: '查看报文', run: () => setShown(row) },
    ...(row.state === traceState.running ? [{ label: '停止', run: () => void stop.run(row.id) }] : []),
  ];
  return (
    <Drawer open size={980} title={device ? `报文追踪 ${device.terminalNo}` : '报文记录'} onClose={close}>
      <p className="td-cap">
        记录终端上行和下行的每一帧，保留{traceKeptDays}
        天；鉴权码、密码、证件号码和开锁数据以*显示；终端换车或转出后自动停止，已有的记录保留。最近报文是开始记录之前的最后50帧以内。
      </p>
      <InnerList<OwnTrace>
        of={ownTracePage}
        columns={device ? ownTraceColumns.filter(({ value }) => value !== 'terminalNo') : ownTraceColumns}
        cells={cells}
        fixed={device ? { deviceId: device.id } : {}}
        tools={
          device ? (
            <>
              <Button type="primary" icon={<Radio />} onClick={() => setStarting(true)}>
                开始记录
              </Button>
              <Button icon={<History />} loading={ask.busy} onClick={() => void ask.run(device.id)}>
                最近报文
              </Button>
            </>
          ) : null
        }
        rowActions={rowActions}
        empty="没有记录过报文"
      />
      {starting && device ? <StartOwnDialog device={device} close={() => setStarting(false)} /> : null}
      {shown ? (
        <FramesDrawer trace={shown} title={shown.terminalNo} calls={calls} close={() => setShown(null)} />
      ) : null}
      {recent && device ? (
        <FramesDrawer
          trace={{ id: recent, state: traceState.ended }}
          title={`${device.terminalNo} 最近报文`}
          calls={calls}
          recent
          close={() => setRecent(null)}
        />
      ) : null}
    </Drawer>
  );
}

/** 开始记录: for how long, and why. */
function StartOwnDialog({ device, close }: Props) {
  const invalidate = useInvalidate();
  const [term, setTerm] = useState(usualTerm);
  const { minutes, reason } = term;
  return (
    <FormDialog
      endpoint={ownTraceStart}
      input={{ id: device.id, minutes: minutes ?? 0, reason }}
      ready={minutes !== null}
      touched={reason !== ''}
      check
      done={() => void invalidate(ownTracePage)}
      close={close}
      title={`开始记录 ${device.terminalNo}`}
      okText="开始记录"
      width={480}
    >
      <Form layout="vertical">
        <TermFields value={term} onChange={setTerm} label="时长" reasonHint="写入设备的变更记录" first />
      </Form>
    </FormDialog>
  );
}
