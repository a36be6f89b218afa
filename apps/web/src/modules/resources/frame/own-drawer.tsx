import { traceKeptDays } from '@tongda/contract/resources/frame/calls';
import { traceState } from '@tongda/contract/resources/frame/enums';
import {
  type OwnTrace,
  ownTraceColumns,
  ownTraceFrame,
  ownTraceFrames,
  ownTracePage,
  ownTraceStart,
  ownTraceStop,
} from '@tongda/contract/resources/frame/own';
import { Button, Drawer, Form } from 'antd';
import { Radio } from 'lucide-react';
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

/** 报文追踪 of one of the company's terminals: its recordings, and the frames of one. */
export function OwnTracesDrawer({ device, close }: Props) {
  useTraceUpdates(stale);
  const [starting, setStarting] = useState(false);
  const [shown, setShown] = useState<OwnTrace | null>(null);
  const stop = useAct((id: string) => call(ownTraceStop, { id }), { stale, told: '已停止记录' });
  const rowActions = (row: OwnTrace): RowAction[] => [
    { label: '查看报文', run: () => setShown(row) },
    ...(row.state === traceState.running ? [{ label: '停止', run: () => void stop.run(row.id) }] : []),
  ];
  return (
    <Drawer open size={980} title={`报文追踪 ${device.terminalNo}`} onClose={close}>
      <p className="td-cap">
        记录终端上行和下行的每一帧，保留{traceKeptDays}天；鉴权码和开锁数据以*显示；终端换车或转出后自动停止。
      </p>
      <InnerList<OwnTrace>
        of={ownTracePage}
        columns={ownTraceColumns}
        cells={cells}
        fixed={{ deviceId: device.id }}
        tools={
          <Button type="primary" icon={<Radio />} onClick={() => setStarting(true)}>
            开始记录
          </Button>
        }
        rowActions={rowActions}
        empty="没有记录过报文"
      />
      {starting ? <StartOwnDialog device={device} close={() => setStarting(false)} /> : null}
      {shown ? (
        <FramesDrawer trace={shown} title={device.terminalNo} calls={calls} close={() => setShown(null)} />
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
