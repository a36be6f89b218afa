import { commandText } from '@tongda/contract/watch/command/calls';
import { Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../../kit/dialog/act-bar';
import { FormDialog } from '../../../../kit/dialog/form';
import type { CommandFormProps } from './props';
import { ToVehicles, targetWords } from './to-vehicles';
import '../styles.css';

const longest = 100;

/** 下发文本: what the driver shall read or hear. */
export function TextForm({ vehicles, sent, close }: CommandFormProps) {
  const [values, setValues] = useState({ text: '', urgent: false, show: true, speak: true });
  const put = (change: Partial<typeof values>): void => setValues((old) => ({ ...old, ...change }));
  return (
    <FormDialog
      endpoint={commandText}
      input={{ vehicleIds: vehicles.map(({ id }) => id), ...values }}
      ready={values.text.trim() !== ''}
      touched={values.text !== ''}
      check
      stay
      done={sent}
      close={close}
      title={`下发文本 ${targetWords(vehicles)}`}
      okText="下发"
      width={460}
    >
      <ToVehicles vehicles={vehicles} />
      <Form layout="vertical">
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
      </Form>
    </FormDialog>
  );
}
