import { type AlarmRow, alarmDetail, alarmReopen } from '@tongda/contract/watch/alarm/calls';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { newestOf, useAct } from '../../../../kit/call/use-act';
import { ActBar, ActScope, AtField } from '../../../../kit/dialog/act-bar';

const shortest = 2;

/** 重新打开: a finished alarm waits again, with the reason. */
export function ReopenForm({ alarm, close, changed }: { alarm: AlarmRow; close: () => void; changed: () => void }) {
  const [remark, setRemark] = useState('');
  const act = useAct(alarmReopen, {
    told: '报警已重新打开',
    done: close,
    fresh: newestOf(alarmDetail, { id: alarm.id }),
    ended: changed,
  });
  return (
    <form
      className="watch-alarm-form"
      aria-label="重新打开报警"
      onSubmit={(event) => {
        event.preventDefault();
        if (remark.trim().length >= shortest)
          void act.run({ id: alarm.id, version: alarm.version, remark: remark.trim() });
      }}
    >
      <ActScope of={act}>
        <ActBar of={act} />
        <AtField name="remark">
          <Input.TextArea
            aria-label="重新打开的原因"
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
            placeholder="重新打开的原因，至少2个字（必填）"
            maxLength={200}
            showCount
            autoSize={{ minRows: 2, maxRows: 4 }}
          />
        </AtField>
        <div className="watch-alarm-form-end">
          <Button onClick={close}>取消</Button>
          <Button type="primary" htmlType="submit" loading={act.busy} disabled={remark.trim().length < shortest}>
            重新打开
          </Button>
        </div>
      </ActScope>
    </form>
  );
}
