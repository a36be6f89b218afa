import { rangeText } from '@tongda/contract/core/figure';
import { commandReadParams, commandSetParams } from '@tongda/contract/watch/command/calls';
import { settings, writableSettings } from '@tongda/contract/watch/command/settings';
import { InputNumber, Select } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../../kit/dialog/act-bar';
import { byPinyin } from '../../../../kit/form/input/by-pinyin';
import { CommandFrame, ReasonField } from './frame';
import type { CommandFormProps } from './props';

const readable = Object.values(settings).map(({ id, label }) => ({ value: id, label }));

/** 读取参数: all, or those chosen. */
export function ReadParamsForm(props: CommandFormProps) {
  const [ids, setIds] = useState<number[]>([]);
  return (
    <CommandFrame {...props} endpoint={commandReadParams} input={{ ids }} title="读取参数" okText="读取">
      <AtField name="ids" label="参数" htmlFor="command-ids" extra="不选则读取终端的全部参数">
        <Select<number[]>
          id="command-ids"
          mode="multiple"
          value={ids}
          options={readable}
          showSearch={byPinyin}
          placeholder="全部参数"
          onChange={setIds}
        />
      </AtField>
    </CommandFrame>
  );
}

/** 设置参数: the fields that are filled in are written, the others stay as they are. */
export function SetParamsForm(props: CommandFormProps) {
  const [values, setValues] = useState<Readonly<Record<string, number | null>>>({});
  const [reason, setReason] = useState('');
  const filled = writableSettings.flatMap(([key]) => {
    const value = values[key];
    return value === undefined || value === null ? [] : [{ key, value }];
  });
  const input = filled.length === 0 ? null : { values: filled, reason };
  return (
    <CommandFrame {...props} endpoint={commandSetParams} input={input} title="设置参数" width={640} danger>
      <AtField name="values" label="参数（只写入填写的各项）">
        <div className="watch-command-settings">
          {writableSettings.map(([key, { label, unit, min, max }]) => (
            <label key={key} htmlFor={`setting-${key}`}>
              <span>{label}</span>
              <InputNumber
                id={`setting-${key}`}
                suffix={unit}
                controls={false}
                placeholder={rangeText(min ?? null, max ?? null)}
                value={values[key] ?? null}
                onChange={(value) => setValues((old) => ({ ...old, [key]: value }))}
              />
            </label>
          ))}
        </div>
      </AtField>
      <ReasonField value={reason} put={setReason} />
    </CommandFrame>
  );
}
