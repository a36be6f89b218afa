import { maxTraceFrames, maxTraceMin, tracePage, traceStart } from '@tongda/contract/resources/frame/calls';
import { Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { useInvalidate } from '../../../kit/list/use-rows';

/** 开始追踪: which terminal, for how long, and why. */
export function StartDialog({ close }: { close: () => void }) {
  const invalidate = useInvalidate();
  const [terminalNo, setTerminalNo] = useState('');
  const [minutes, setMinutes] = useState<number | null>(10);
  const [reason, setReason] = useState('');
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
        <AtField
          name="minutes"
          label="追踪时长"
          htmlFor="trace-minutes"
          extra={`最多${maxTraceMin}分钟、${maxTraceFrames}帧，先到为止`}
        >
          <InputNumber
            id="trace-minutes"
            min={1}
            max={maxTraceMin}
            precision={0}
            suffix="分钟"
            value={minutes}
            onChange={setMinutes}
          />
        </AtField>
        <AtField name="reason" label="原因" htmlFor="trace-reason">
          <Input
            id="trace-reason"
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
