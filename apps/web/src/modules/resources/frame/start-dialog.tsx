import { tracePage, traceRecent, traceStart } from '@tongda/contract/resources/frame/calls';
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

/** 最近报文: of which terminal, and why. `done` is told the recording that has them. */
export function RecentDialog({ done, close }: { done: (id: string, terminalNo: string) => void; close: () => void }) {
  const [terminalNo, setTerminalNo] = useState('');
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      endpoint={traceRecent}
      input={{ terminalNo, reason }}
      ready={terminalNo.trim() !== ''}
      touched={terminalNo !== '' || reason !== ''}
      check
      done={({ id }) => done(id, terminalNo.trim())}
      close={close}
      title="最近报文"
      okText="查看"
      width={480}
    >
      <Form layout="vertical">
        <AtField name="terminalNo" label="终端编号" htmlFor="recent-terminal">
          <Input id="recent-terminal" autoFocus value={terminalNo} onChange={(e) => setTerminalNo(e.target.value)} />
        </AtField>
        <AtField name="reason" label="原因" htmlFor="recent-reason" extra="网关记得的最后50帧以内，不需要先开始追踪">
          <Input
            id="recent-reason"
            value={reason}
            maxLength={100}
            placeholder="企业在设备的变更记录中看到"
            onChange={(e) => setReason(e.target.value)}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}
