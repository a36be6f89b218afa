import { terminalAlarms } from '@tongda/contract/watch/alarm/terminal-alarms';
import {
  commandCall,
  commandConfirmAlarms,
  commandDoors,
  commandListen,
  commandRaw,
} from '@tongda/contract/watch/command/calls';
import { confirmableAlarms } from '@tongda/contract/watch/command/kind';
import { Checkbox, Input, Segmented } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../../kit/dialog/act-bar';
import { CommandFrame, ReasonField } from './frame';
import type { CommandFormProps } from './props';

const alarms = confirmableAlarms.map((bit) => ({ value: bit, label: terminalAlarms[bit]?.name ?? '' }));

/** 确认报警: the terminal stops reporting what a person has seen. */
export function ConfirmAlarmsForm(props: CommandFormProps) {
  const [bits, setBits] = useState<ReadonlyArray<(typeof confirmableAlarms)[number]>>(confirmableAlarms);
  return (
    <CommandFrame {...props} endpoint={commandConfirmAlarms} input={{ bits: [...bits] }} title="确认报警" okText="确认">
      <AtField name="bits" label="报警" extra="终端收到后解除这些报警，不再重复上报">
        <Checkbox.Group<(typeof confirmableAlarms)[number]> options={alarms} value={[...bits]} onChange={setBits} />
      </AtField>
    </CommandFrame>
  );
}

/** 车门控制: done when the status of the terminal says so. */
export function DoorsForm(props: CommandFormProps) {
  const [lock, setLock] = useState(true);
  const [reason, setReason] = useState('');
  return (
    <CommandFrame
      {...props}
      endpoint={commandDoors}
      input={{ lock, reason }}
      title="车门控制"
      okText={lock ? '锁门' : '开锁'}
      danger
    >
      <AtField name="lock" label="动作" extra="终端的状态变化后才算执行成功">
        <Segmented
          block
          value={lock ? 'lock' : 'open'}
          options={[
            { value: 'lock', label: '锁门' },
            { value: 'open', label: '开锁' },
          ]}
          onChange={(value) => setLock(value === 'lock')}
        />
      </AtField>
      <ReasonField value={reason} put={setReason} />
    </CommandFrame>
  );
}

function NumberField({ value, put }: { value: string; put: (value: string) => void }) {
  return (
    <AtField name="number" label="电话号码" htmlFor="command-number" extra="终端拨打这个号码">
      <Input
        id="command-number"
        autoFocus
        value={value}
        maxLength={20}
        placeholder="如 02161234567"
        onChange={(e) => put(e.target.value)}
      />
    </AtField>
  );
}

/** 电话回拨: the terminal calls a number, and the driver talks. */
export function CallForm(props: CommandFormProps) {
  const [number, setNumber] = useState('');
  return (
    <CommandFrame {...props} endpoint={commandCall} input={{ number }} title="电话回拨" okText="回拨">
      <NumberField value={number} put={setNumber} />
    </CommandFrame>
  );
}

/** 监听: the terminal calls a number without a sound in the cabin. */
export function ListenForm(props: CommandFormProps) {
  const [number, setNumber] = useState('');
  const [reason, setReason] = useState('');
  return (
    <CommandFrame {...props} endpoint={commandListen} input={{ number, reason }} title="监听" okText="监听" danger>
      <p>终端静默拨打该号码，驾驶室里没有提示。请确认有权监听。</p>
      <NumberField value={number} put={setNumber} />
      <ReasonField value={reason} put={setReason} />
    </CommandFrame>
  );
}

/** 数据透传: bytes for a device behind the terminal. */
export function RawForm(props: CommandFormProps) {
  const [type, setType] = useState('F0');
  const [hex, setHex] = useState('');
  const [reason, setReason] = useState('');
  return (
    <CommandFrame {...props} endpoint={commandRaw} input={{ type, hex, reason }} title="数据透传" danger>
      <AtField
        name="type"
        label="消息类型"
        htmlFor="command-type"
        extra="十六进制：41、42 为串口1、2，F0~FF 为厂商自定义"
      >
        <Input id="command-type" value={type} maxLength={2} onChange={(e) => setType(e.target.value)} />
      </AtField>
      <AtField name="hex" label="数据" htmlFor="command-hex">
        <Input.TextArea
          id="command-hex"
          rows={3}
          value={hex}
          placeholder="十六进制，如 01 A0 FF"
          onChange={(e) => setHex(e.target.value)}
        />
      </AtField>
      <ReasonField value={reason} put={setReason} />
    </CommandFrame>
  );
}
