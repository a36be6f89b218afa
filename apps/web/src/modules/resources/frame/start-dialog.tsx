import { tracePage, traceStart } from '@tongda/contract/resources/frame/calls';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { useInvalidate } from '../../../kit/list/use-rows';
import { TermFields, usualTerm } from './term-fields';

/** 开始追踪: which terminal, for how long, and why. */
export function StartDialog({ close }: { close: () => void }) {
  const invalidate = useInvalidate();
  const [terminalNo, setTerminalNo] = useState('');
  const [term, setTerm] = useState(usualTerm);
  const { minutes, reason } = term;
  return (
    <FormDialog
      endpoint={traceStart}
      input={{ terminalNo, minutes: minutes ?? 0, reason }}
      ready={terminalNo.trim() !== '' && minutes !== null}
      touched={terminalNo !== '' || reason !== ''}
      check
      done={() => void invalidate(tracePage)}
      close={close}
      title="开始追踪"
      okText="开始追踪"
      width={480}
    >
      <Form layout="vertical">
        <AtField name="terminalNo" label="终端编号" htmlFor="trace-terminal">
          <Input id="trace-terminal" autoFocus value={terminalNo} onChange={(e) => setTerminalNo(e.target.value)} />
        </AtField>
        <TermFields value={term} onChange={setTerm} label="追踪时长" reasonHint="企业在设备的变更记录中看到" />
      </Form>
    </FormDialog>
  );
}
