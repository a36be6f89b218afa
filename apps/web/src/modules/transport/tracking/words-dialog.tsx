import type { OrderTrackRow, WaybillTrackRow } from '@tongda/contract/transport/tracking/calls';
import { orderNotifyDriver, waybillCommand } from '@tongda/contract/transport/tracking/notify';
import { Checkbox, Input, Tag } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { ActDialog } from '../../../kit/dialog/form';
import { toast } from '../../../kit/dialog/notify';
import { tellWays } from '../parts/tell-ways';

const shortest = 2;
const longest = 200;

interface WordsDialogProps<O> {
  title: string;
  hint: string;
  ok: string;
  ready: readonly string[];
  choices: ReadonlyArray<{ label: string; value: boolean; set: (on: boolean) => void }>;
  send: (text: string) => Promise<O>;
  /** says what came of it */
  done: (answer: O) => void;
  close: () => void;
}

/** A few words to a driver or his terminal, with sentences that are often said. */
function WordsDialog<O>({ title, hint, ok, ready, choices, send, done, close }: WordsDialogProps<O>) {
  const [text, setText] = useState('');
  const act = useAct((typed: { text: string }) => send(typed.text), { done });
  return (
    <ActDialog
      act={act}
      input={{ text: text.trim() }}
      ready={text.trim().length >= shortest}
      close={close}
      width={460}
      title={title}
      okText={ok}
    >
      <p className="td-cap">{hint}</p>
      <p className="transport-tracking-ready">
        {ready.map((sentence) => (
          <button key={sentence} type="button" className="td-plain" onClick={() => setText(sentence)}>
            <Tag>{sentence}</Tag>
          </button>
        ))}
      </p>
      <AtField name="text">
        <Input.TextArea
          aria-label="内容"
          value={text}
          maxLength={longest}
          showCount
          autoSize={{ minRows: 3, maxRows: 6 }}
          placeholder={`说什么，至少${shortest}个字`}
          onChange={(event) => setText(event.target.value)}
        />
      </AtField>
      <p className="transport-tracking-choices">
        {choices.map(({ label, value, set }) => (
          <Checkbox key={label} checked={value} onChange={(event) => set(event.target.checked)}>
            {label}
          </Checkbox>
        ))}
      </p>
    </ActDialog>
  );
}

const toDriver = ['请回电联系调度', '收货人催货，请报告预计到达时间', '请核对温度与车门状态'] as const;

/** 联系司机 of the truck that carries an order. */
export function NotifyDialog({ order, close }: { order: OrderTrackRow; close: () => void }) {
  const [speak, setSpeak] = useState(false);
  return (
    <WordsDialog
      title={`联系司机 ${order.driverName}`}
      hint={`${order.plateNo}　${order.driverPhone || '没有登记电话'}　订单 ${order.orderCode}`}
      ok="发送"
      ready={toDriver}
      choices={[{ label: '同时由车载终端播报', value: speak, set: setSpeak }]}
      send={(text) => call(orderNotifyDriver, { orderCode: order.orderCode, text, speak })}
      done={tellWays}
      close={close}
    />
  );
}

const toTruck = ['前方停车请核对厢温', '请关好车门', '请按计划路线行驶'] as const;

/** 下发指令: a text to the terminal of a trip's truck. */
export function CommandDialog({ waybill, close }: { waybill: WaybillTrackRow; close: () => void }) {
  const [speak, setSpeak] = useState(true);
  const [urgent, setUrgent] = useState(false);
  return (
    <WordsDialog
      title={`下发指令 ${waybill.plateNo}`}
      hint={`运单 ${waybill.waybillCode}　终端离线时保留72小时，上线后自动下发，应答见“写卡设备”的下发记录`}
      ok="下发"
      ready={toTruck}
      choices={[
        { label: '语音播报', value: speak, set: setSpeak },
        { label: '紧急', value: urgent, set: setUrgent },
      ]}
      send={(text) => call(waybillCommand, { waybillCode: waybill.waybillCode, text, speak, urgent })}
      done={({ taskNo }) => toast('success', `已下发，任务号 ${taskNo}`)}
      close={close}
    />
  );
}
