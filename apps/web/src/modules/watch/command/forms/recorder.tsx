import { areaQueries } from '@tongda/contract/watch/command/kind';
import { recorderReads, recorderTimed } from '@tongda/contract/watch/command/recorder';
import { commandAreas, commandRecorderRead, commandRecorderWrite } from '@tongda/contract/watch/command/unit-calls';
import { InputNumber, Segmented, Select } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../../kit/dialog/act-bar';
import { CommandFrame, ReasonField } from './frame';
import { optionsOf } from './options';
import type { CommandFormProps } from './props';
import { noSpan, SpanField } from './span';

const areas = optionsOf(areaQueries);
const reads = optionsOf(recorderReads);
const mileage = 3;

/** 查询区域: the areas of one kind that the terminal watches by itself. */
export function AreasForm(props: CommandFormProps) {
  const [areaKind, setAreaKind] = useState(1);
  return (
    <CommandFrame {...props} endpoint={commandAreas} input={{ areaKind }} title="查询区域" okText="查询">
      <AtField name="areaKind" label="类型" extra="终端应答它存储的区域编号。仅2019版终端支持">
        <Segmented block value={areaKind} options={areas} onChange={setAreaKind} />
      </AtField>
    </CommandFrame>
  );
}

/** 读取行驶记录仪: one kind of its data. */
export function RecorderReadForm(props: CommandFormProps) {
  const [item, setItem] = useState(mileage);
  const [span, setSpan] = useState(noSpan);
  const timed = recorderTimed(item);
  const input = timed && (span.from === null || span.to === null) ? null : { item, ...(timed ? span : noSpan) };
  return (
    <CommandFrame {...props} endpoint={commandRecorderRead} input={input} title="读取行驶记录仪" okText="读取">
      <AtField name="item" label="数据" htmlFor="command-item" extra="应答的全部内容在车辆详情的“终端数据”中">
        <Select id="command-item" value={item} options={reads} onChange={setItem} />
      </AtField>
      {timed ? <SpanField value={span} put={setSpan} /> : null}
    </CommandFrame>
  );
}

/** 设置行驶记录仪: its clock, or the pulses of a kilometre. */
export function RecorderWriteForm(props: CommandFormProps) {
  const [item, setItem] = useState<'clock' | 'pulses'>('clock');
  const [pulses, setPulses] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const input = item === 'pulses' && pulses === null ? null : { item, pulses, reason };
  return (
    <CommandFrame {...props} endpoint={commandRecorderWrite} input={input} title="设置行驶记录仪" danger>
      <AtField name="item" label="设置项">
        <Segmented
          block
          value={item}
          options={[
            { value: 'clock', label: '校准时间' },
            { value: 'pulses', label: '脉冲系数' },
          ]}
          onChange={setItem}
        />
      </AtField>
      {item === 'pulses' ? (
        <AtField
          name="pulses"
          label="脉冲系数"
          htmlFor="command-pulses"
          extra="车辆每行驶一公里的脉冲数，影响记录的车速和里程"
        >
          <InputNumber id="command-pulses" controls={false} value={pulses} onChange={setPulses} />
        </AtField>
      ) : (
        <p>记录仪的时间改为下发时的服务器时间。</p>
      )}
      <ReasonField value={reason} put={setReason} />
    </CommandFrame>
  );
}
