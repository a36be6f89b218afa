import {
  commandEvents,
  commandInfo,
  commandInfoMenu,
  commandQuestion,
} from '@tongda/contract/watch/command/driver-calls';
import { Button, Checkbox, Input, InputNumber } from 'antd';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { AtField } from '../../../../kit/dialog/act-bar';
import { CommandFrame } from './frame';
import type { CommandFormProps } from './props';

const onlyOld = '仅2013版终端支持，2019版已取消';

/** 提问: what the driver is asked, with the answers that he may choose from. */
export function QuestionForm(props: CommandFormProps) {
  const [values, setValues] = useState({ text: '', urgent: false, speak: true, answers: ['是', '否'] });
  const put = (change: Partial<typeof values>): void => setValues((old) => ({ ...old, ...change }));
  const { text, answers } = values;
  const input = text.trim() === '' ? null : values;
  return (
    <CommandFrame {...props} endpoint={commandQuestion} input={input} title="提问">
      <AtField name="text" label="问题" htmlFor="command-question" extra={onlyOld}>
        <Input
          id="command-question"
          autoFocus
          value={text}
          maxLength={100}
          placeholder="如：今天能否再装一车？"
          onChange={(e) => put({ text: e.target.value })}
        />
      </AtField>
      <AtField name="answers" label="答案（司机从中选择）">
        <div className="watch-command-entries">
          {answers.map((answer, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer is known by its place
            <div key={i} className="watch-command-entry">
              <span>{i + 1}</span>
              <Input
                aria-label={`答案${i + 1}`}
                value={answer}
                maxLength={30}
                onChange={(e) => put({ answers: answers.map((old, at) => (at === i ? e.target.value : old)) })}
              />
              <Button
                type="text"
                icon={<X />}
                aria-label={`删除答案${i + 1}`}
                disabled={answers.length <= 2}
                onClick={() => put({ answers: answers.filter((_, at) => at !== i) })}
              />
            </div>
          ))}
          <Button icon={<Plus />} disabled={answers.length >= 9} onClick={() => put({ answers: [...answers, ''] })}>
            加一个答案
          </Button>
        </div>
      </AtField>
      <Checkbox checked={values.speak} onChange={(e) => put({ speak: e.target.checked })}>
        语音播报
      </Checkbox>
      <Checkbox checked={values.urgent} onChange={(e) => put({ urgent: e.target.checked })}>
        紧急
      </Checkbox>
    </CommandFrame>
  );
}

interface Entry {
  id: number | null;
  text: string;
}

/** Numbered entries of a menu. */
function Entries({ of, values, put }: { of: string; values: readonly Entry[]; put: (next: Entry[]) => void }) {
  const change = (at: number, part: Partial<Entry>): void =>
    put(values.map((old, i) => (i === at ? { ...old, ...part } : old)));
  const next = Math.max(0, ...values.map(({ id }) => id ?? 0)) + 1;
  return (
    <div className="watch-command-entries">
      {values.map((entry, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: numbers change while they are typed
        <div key={i} className="watch-command-entry numbered">
          <InputNumber
            aria-label={`${of}${i + 1}编号`}
            controls={false}
            value={entry.id}
            onChange={(id) => change(i, { id })}
          />
          <Input
            aria-label={`${of}${i + 1}`}
            value={entry.text}
            maxLength={30}
            onChange={(e) => change(i, { text: e.target.value })}
          />
          <Button
            type="text"
            icon={<X />}
            aria-label={`删除${of}${i + 1}`}
            onClick={() => put(values.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button icon={<Plus />} disabled={values.length >= 30} onClick={() => put([...values, { id: next, text: '' }])}>
        加一个{of}
      </Button>
    </div>
  );
}

const wholeEntries = (entries: readonly Entry[]): Array<{ id: number; text: string }> =>
  entries.map(({ id, text }) => ({ id: id ?? 0, text }));
const usualEvents: Entry[] = [
  { id: 1, text: '堵车' },
  { id: 2, text: '车辆故障' },
  { id: 3, text: '等待装卸' },
];

/** 事件菜单: what the driver may report by a button of his terminal. */
export function EventsForm(props: CommandFormProps) {
  const [events, setEvents] = useState<Entry[]>(usualEvents);
  const input = { events: wholeEntries(events) };
  return (
    <CommandFrame {...props} endpoint={commandEvents} input={input} title="事件菜单">
      <AtField
        name="events"
        label="事件（替换终端原有的全部事件）"
        extra={`司机上报的事件在车辆详情的“终端数据”中。${onlyOld}`}
      >
        <Entries of="事件" values={events} put={setEvents} />
      </AtField>
    </CommandFrame>
  );
}

const usualKinds: Entry[] = [
  { id: 1, text: '路况' },
  { id: 2, text: '天气' },
];

/** 点播菜单: the kinds of news that the driver may subscribe to. */
export function InfoMenuForm(props: CommandFormProps) {
  const [kinds, setKinds] = useState<Entry[]>(usualKinds);
  return (
    <CommandFrame {...props} endpoint={commandInfoMenu} input={{ kinds: wholeEntries(kinds) }} title="点播菜单">
      <AtField
        name="kinds"
        label="信息类型（替换终端原有的全部菜单）"
        extra={`司机的点播和取消在车辆详情的“终端数据”中。${onlyOld}`}
      >
        <Entries of="信息" values={kinds} put={setKinds} />
      </AtField>
    </CommandFrame>
  );
}

/** 点播信息: news of one kind. */
export function InfoForm(props: CommandFormProps) {
  const [kindId, setKindId] = useState<number | null>(1);
  const [text, setText] = useState('');
  const input = kindId === null || text.trim() === '' ? null : { kindId, text };
  return (
    <CommandFrame {...props} endpoint={commandInfo} input={input} title="点播信息">
      <AtField name="kindId" label="信息编号" htmlFor="command-info-kind" extra="点播菜单中的编号">
        <InputNumber id="command-info-kind" controls={false} value={kindId} onChange={setKindId} />
      </AtField>
      <AtField name="text" label="内容" htmlFor="command-info-text" extra={onlyOld}>
        <Input.TextArea
          id="command-info-text"
          rows={3}
          maxLength={300}
          showCount
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
      </AtField>
    </CommandFrame>
  );
}
