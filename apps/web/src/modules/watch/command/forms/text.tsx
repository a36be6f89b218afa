import { textType } from '@tongda/contract/resources/enums';
import { commandText } from '@tongda/contract/watch/command/calls';
import { Checkbox, Input, Segmented } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../../kit/dialog/act-bar';
import { CommandFrame } from './frame';
import type { CommandFormProps } from './props';

const longest = 100;
const types = textType.options.map(({ code, name }) => ({ value: code, label: name }));

/** 下发文本: what the driver shall read or hear. */
export function TextForm(props: CommandFormProps) {
  const [values, setValues] = useState<{
    text: string;
    urgent: boolean;
    show: boolean;
    speak: boolean;
    textType: 1 | 2;
  }>({
    ...{ text: '', urgent: false, show: true, speak: true },
    textType: textType.notice,
  });
  const put = (change: Partial<typeof values>): void => setValues((old) => ({ ...old, ...change }));
  return (
    <CommandFrame {...props} endpoint={commandText} input={values.text.trim() === '' ? null : values} title="下发文本">
      <AtField name="text" label="文本" htmlFor="command-text">
        <Input.TextArea
          id="command-text"
          autoFocus
          rows={3}
          maxLength={longest}
          showCount
          value={values.text}
          placeholder="如：前方G60拥堵，请改走S32"
          onChange={(e) => put({ text: e.target.value })}
        />
      </AtField>
      <AtField name="show" label="方式">
        <Checkbox checked={values.show} onChange={(e) => put({ show: e.target.checked })}>
          终端显示
        </Checkbox>
        <Checkbox checked={values.speak} onChange={(e) => put({ speak: e.target.checked })}>
          语音播报
        </Checkbox>
        <Checkbox checked={values.urgent} onChange={(e) => put({ urgent: e.target.checked })}>
          紧急
        </Checkbox>
      </AtField>
      <AtField name="textType" label="类型" extra="2019版终端区分通知与服务，其他终端按通知处理">
        <Segmented value={values.textType} options={types} onChange={(type) => put({ textType: type })} />
      </AtField>
    </CommandFrame>
  );
}
