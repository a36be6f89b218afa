import type { Input } from '@tongda/contract/core/endpoint';
import { timeInterval } from '@tongda/contract/resources/device/enums';
import {
  intervalsOf,
  type PortableRow,
  portablePage,
  portableSetParam,
} from '@tongda/contract/resources/equipment/portable';
import { Form, InputNumber, Segmented } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { newestRow } from '../../../kit/list/newest-row';

type Bound = 'temLower' | 'temUpper' | 'humLower' | 'humUpper';
const bounds: ReadonlyArray<readonly [name: Bound, label: string, unit: string]> = [
  ['temLower', '温度下限', '℃'],
  ['temUpper', '温度上限', '℃'],
  ['humLower', '湿度下限', '%RH'],
  ['humUpper', '湿度上限', '%RH'],
];

/** 参数设置 of a recorder: its upload interval, as its model knows it, and the bounds of its readings. */
export function PortableParamDialog({ row, done, close }: { row: PortableRow; done: () => void; close: () => void }) {
  const choices = timeInterval.options.filter(({ code }) => intervalsOf(row.model).includes(code));
  const before = (row.wantedInterval ?? row.uploadInterval) * 60;
  const [interval, setInterval] = useState(choices.find(({ code }) => code === before)?.code);
  const [limits, setLimits] = useState<Record<Bound, number | null>>(() => ({
    temLower: row.temLower,
    temUpper: row.temUpper,
    humLower: row.humLower,
    humUpper: row.humUpper,
  }));
  const input: Input<typeof portableSetParam> | null =
    interval === undefined ? null : { id: row.id, version: row.version, uploadInterval: interval, ...limits };
  return (
    <FormDialog
      endpoint={portableSetParam}
      input={input}
      fresh={() => newestRow(portablePage, { keyword: row.deviceNo }, row.id)}
      told={({ waiting }) => (waiting ? `${row.deviceNo} 已保存，间隔等待设备下次上线生效` : `${row.deviceNo} 已保存`)}
      done={done}
      close={close}
      title={`参数设置 ${row.deviceNo}`}
      okText="保存"
      width={520}
    >
      <Form layout="vertical" requiredMark={false}>
        <AtField name="uploadInterval" label="上传间隔(分钟)">
          <Segmented
            block
            options={choices.map(({ code }) => ({ value: code, label: String(code / 60) }))}
            value={interval}
            onChange={setInterval}
          />
        </AtField>
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '0 16px' }}>
          {bounds.map(([name, label, unit]) => (
            <AtField key={name} name={name} label={label} htmlFor={`portable-${name}`}>
              <InputNumber<number>
                id={`portable-${name}`}
                style={{ width: '100%' }}
                suffix={unit}
                precision={1}
                controls={false}
                placeholder="不限"
                value={limits[name]}
                onChange={(value) => setLimits({ ...limits, [name]: value })}
              />
            </AtField>
          ))}
        </div>
      </Form>
      <p className="td-cap">范围立即生效，超出的读数显示为红色；间隔在设备下次上线时下发，设备确认后生效。</p>
    </FormDialog>
  );
}
