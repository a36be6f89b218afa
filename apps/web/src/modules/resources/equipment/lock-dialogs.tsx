import type { LockRow } from '@tongda/contract/resources/equipment/lock';
import {
  codeMinutes,
  type LockCommandRow,
  lockCommandState,
  lockCommands,
  lockRemoteOpen,
  lockTempCode,
} from '@tongda/contract/resources/equipment/lock-command';
import { Button, Form, Input, Modal, Segmented, Select, Table } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { Panel } from '../../../kit/detail/panel';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { minuteText, none } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import './styles.css';

interface Props {
  row: LockRow;
  done: () => void;
  close: () => void;
}

const tones = {
  [lockCommandState.waiting]: 'blue',
  [lockCommandState.done]: 'green',
  [lockCommandState.used]: 'grey',
  [lockCommandState.refused]: 'red',
  [lockCommandState.silent]: 'red',
} as const;
const pollMs = 1500;

/** What was asked of a lock; asked again while something waits for its answer. */
const useLockCommands = (id: string) =>
  useAsk(
    lockCommands,
    { id },
    {
      refetchInterval: ({ state }) =>
        state.data?.some((command: LockCommandRow) => command.state === lockCommandState.waiting) ? pollMs : false,
    },
  );

/** What a remote opening came to. */
const opened: Readonly<Record<LockCommandRow['state'], string>> = {
  [lockCommandState.waiting]: '开锁指令已发出，正在等待蓝牙锁应答。',
  [lockCommandState.done]: '蓝牙锁已打开。',
  [lockCommandState.used]: '蓝牙锁已打开。',
  [lockCommandState.refused]: '蓝牙锁没有打开，请检查锁的状态和电量后重试。',
  [lockCommandState.silent]: '蓝牙锁没有应答，请确认锁和终端在线后重试。',
};

/** 远程开锁: reason and the end of the lock's number, then how far it came. */
export function RemoteOpenDialog({ row, done, close }: Props) {
  const [reason, setReason] = useState('');
  const [tail, setTail] = useState('');
  const [commandId, setCommandId] = useState<string | null>(null);
  if (commandId !== null)
    return (
      <Sent title={`远程开锁 ${row.lockNo}`} id={row.id} commandId={commandId} close={close} done={done}>
        {(state) => <p>{opened[state]}</p>}
      </Sent>
    );
  return (
    <FormDialog
      endpoint={lockRemoteOpen}
      input={reason.trim() === '' || tail.trim() === '' ? null : { id: row.id, reason, tail }}
      done={(answer) => setCommandId(answer.commandId)}
      stay
      close={close}
      title={`远程开锁 ${row.lockNo}`}
      okText="开锁"
      danger
      width={440}
    >
      <p className="td-cap">
        {[row.plateNo, row.doorPos].filter(Boolean).join(' ')}
        ：仅在锁和终端在线、车辆停稳时可以开锁，操作会记入开关锁记录。
      </p>
      <Form layout="vertical" requiredMark={false}>
        <AtField name="reason" label="开锁原因" htmlFor="lock-reason">
          <Input id="lock-reason" maxLength={100} value={reason} onChange={(e) => setReason(e.target.value)} />
        </AtField>
        <AtField name="tail" label="锁编号后4位" htmlFor="lock-tail">
          <Input
            id="lock-tail"
            maxLength={4}
            placeholder="再次输入以确认"
            value={tail}
            onChange={(e) => setTail(e.target.value)}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}

const lasting = [5, 15, codeMinutes.usual, 60, 120, 360, 720, codeMinutes.max].map((minutes) => ({
  value: minutes,
  label: minutes < 60 ? `${minutes} 分钟` : `${minutes / 60} 小时`,
}));
const lengths = [6, 7, 8] as const;

/** 临时密码: how long, why, then the digits, once. */
export function TempCodeDialog({ row, done, close }: Props) {
  const [digits, setDigits] = useState<(typeof lengths)[number]>(6);
  const [minutes, setMinutes] = useState<number>(codeMinutes.usual);
  const [reason, setReason] = useState('');
  const [given, setGiven] = useState<{ commandId: string; code: string } | null>(null);
  if (given !== null)
    return (
      <Sent title={`临时密码 ${row.lockNo}`} id={row.id} commandId={given.commandId} close={close} done={done}>
        {() => (
          <>
            <output className="resources-equipment-code" aria-label="临时密码">
              {given.code}
            </output>
            <p className="td-cap">只显示这一次，只能开一次锁。下方显示“成功”后密码才在锁中生效。</p>
          </>
        )}
      </Sent>
    );
  return (
    <FormDialog
      endpoint={lockTempCode}
      input={reason.trim() === '' ? null : { id: row.id, digits, minutes, reason }}
      done={setGiven}
      stay
      close={close}
      title={`临时密码 ${row.lockNo}`}
      okText="生成"
      width={440}
    >
      <Form layout="vertical" requiredMark={false}>
        <AtField name="minutes" label="有效时长" htmlFor="lock-minutes">
          <Select id="lock-minutes" options={lasting} value={minutes} onChange={setMinutes} />
        </AtField>
        <AtField name="digits" label="位数">
          <Segmented
            block
            options={lengths.map((value) => ({ value, label: `${value} 位` }))}
            value={digits}
            onChange={setDigits}
          />
        </AtField>
        <AtField name="reason" label="原因" htmlFor="lock-why">
          <Input
            id="lock-why"
            maxLength={100}
            placeholder="如：夜间到店，司机手机没电"
            value={reason}
            onChange={(e) => setReason(e.target.value)}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}

interface SentProps extends Omit<Props, 'row'> {
  title: string;
  id: string;
  commandId: string;
  /** by what has become of the command */
  children: (state: LockCommandRow['state']) => ReactNode;
}

/** What came of a command to a lock, until it has answered or not. */
function Sent({ title, id, commandId, done, close, children }: SentProps) {
  const { data } = useLockCommands(id);
  const command = data?.find((one) => one.id === commandId);
  const state = command?.state ?? lockCommandState.waiting;
  // the list behind shows what the lock has done as soon as the dialog does
  const answered = useEffectEvent(done);
  const isWaiting = state === lockCommandState.waiting;
  useEffect(() => {
    if (!isWaiting) answered();
  }, [isWaiting]);
  const end = (): void => {
    done();
    close();
  };
  return (
    <Modal
      open
      title={title}
      width={440}
      onCancel={end}
      footer={
        <Button type="primary" onClick={end}>
          关闭
        </Button>
      }
    >
      {children(state)}
      <p role="status">
        <StateDot of={lockCommandState} tones={tones} code={state} />
        {command?.answerTime ? <span className="td-cap"> {command.answerTime}</span> : null}
      </p>
    </Modal>
  );
}

const kinds = { open: '远程开锁', code: '临时密码' } as const;

/** 远程操作: the last commands to a lock. */
export function LockCommandTable({ id }: { id: string }) {
  const { data } = useLockCommands(id);
  return (
    <Panel flush title="远程操作">
      <Table<LockCommandRow>
        size="small"
        rowKey="id"
        dataSource={data ?? []}
        loading={data === undefined}
        pagination={false}
        locale={{ emptyText: <Empty title="还没有远程操作" /> }}
        columns={[
          { title: '时间', width: 106, render: (_, c) => <span title={c.createTime}>{minuteText(c.createTime)}</span> },
          { title: '操作', width: 80, render: (_, c) => kinds[c.kind] },
          {
            title: '结果',
            width: 84,
            render: (_, c) => <StateDot of={lockCommandState} tones={tones} code={c.state} />,
          },
          { title: '有效至', width: 106, render: (_, c) => (c.untilTime ? minuteText(c.untilTime) : none) },
          { title: '操作人', width: 84, dataIndex: 'userName' },
          { title: '原因', dataIndex: 'reason' },
        ]}
      />
    </Panel>
  );
}
