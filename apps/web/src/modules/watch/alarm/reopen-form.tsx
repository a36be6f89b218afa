import { type AlarmRow, alarmReopen } from '@tongda/contract/watch/alarm/calls';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';

const shortest = 2;

/** 重新打开: a finished alarm waits again, with the reason. */
export function ReopenForm({ alarm, close, changed }: { alarm: AlarmRow; close: () => void; changed: () => void }) {
  const [remark, setRemark] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(alarmReopen, { id: alarm.id, version: alarm.version, remark: remark.trim() });
      toast('success', '报警已重新打开');
      close();
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
      changed();
    }
  };
  return (
    <form
      className="alm-form"
      aria-label="重新打开报警"
      onSubmit={(event) => {
        event.preventDefault();
        if (remark.trim().length >= shortest && !busy) void send();
      }}
    >
      <Input.TextArea
        aria-label="重新打开的原因"
        value={remark}
        onChange={(event) => setRemark(event.target.value)}
        placeholder="重新打开的原因，至少2个字（必填）"
        maxLength={200}
        showCount
        autoSize={{ minRows: 2, maxRows: 4 }}
      />
      <div className="alm-form-end">
        <Button onClick={close}>取消</Button>
        <Button type="primary" htmlType="submit" loading={busy} disabled={remark.trim().length < shortest}>
          重新打开
        </Button>
      </div>
    </form>
  );
}
