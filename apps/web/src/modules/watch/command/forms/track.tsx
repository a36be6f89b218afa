import { commandTrack } from '@tongda/contract/watch/command/calls';
import { InputNumber, Segmented } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../../kit/dialog/act-bar';
import { CommandFrame } from './frame';
import type { CommandFormProps } from './props';

/** 临时跟踪: the terminal reports more often for a while, or goes back to its own pace. */
export function TrackForm(props: CommandFormProps) {
  const [on, setOn] = useState(true);
  const [intervalS, setInterval] = useState<number | null>(10);
  const [minutes, setMinutes] = useState<number | null>(30);
  const input =
    on && (intervalS === null || minutes === null)
      ? null
      : { intervalS: on ? (intervalS ?? 0) : 0, minutes: minutes ?? 1 };
  return (
    <CommandFrame {...props} endpoint={commandTrack} input={input} title="临时跟踪">
      <AtField name="on" label="动作">
        <Segmented
          block
          value={on ? 'on' : 'off'}
          options={[
            { value: 'on', label: '开始跟踪' },
            { value: 'off', label: '停止跟踪' },
          ]}
          onChange={(value) => setOn(value === 'on')}
        />
      </AtField>
      {on ? (
        <div className="watch-command-pair">
          <AtField name="intervalS" label="上报间隔" htmlFor="command-interval">
            <InputNumber id="command-interval" suffix="秒" controls={false} value={intervalS} onChange={setInterval} />
          </AtField>
          <AtField name="minutes" label="跟踪时长" htmlFor="command-minutes">
            <InputNumber id="command-minutes" suffix="分钟" controls={false} value={minutes} onChange={setMinutes} />
          </AtField>
        </div>
      ) : null}
    </CommandFrame>
  );
}
