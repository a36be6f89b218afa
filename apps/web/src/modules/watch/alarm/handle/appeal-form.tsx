import { type AlarmRow, alarmAppeal, alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { newestOf, useAct } from '../../../../kit/call/use-act';
import { ActBar, ActScope, AtField } from '../../../../kit/dialog/act-bar';
import { AlarmFiles, type HandleFile } from '../detail/files';

const shortest = 2;

/** 申诉: why an alarm is not to be counted, with proof. Whoever handles alarms decides it. */
export function AppealForm({ alarm, close, changed }: { alarm: AlarmRow; close: () => void; changed: () => void }) {
  const [remark, setRemark] = useState('');
  const [files, setFiles] = useState<HandleFile[]>([]);
  const act = useAct(alarmAppeal, {
    told: '申诉已提交，等待裁定',
    done: close,
    fresh: newestOf(alarmDetail, { id: alarm.id }),
    ended: changed,
  });
  return (
    <form
      className="watch-alarm-form"
      aria-label="申诉报警"
      onSubmit={(event) => {
        event.preventDefault();
        if (remark.trim().length >= shortest)
          void act.run({
            id: alarm.id,
            version: alarm.version,
            remark: remark.trim(),
            files: files.map(({ id }) => id),
          });
      }}
    >
      <ActScope of={act}>
        <ActBar of={act} />
        <AtField name="remark">
          <Input.TextArea
            aria-label="申诉理由"
            autoFocus
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
            placeholder="申诉理由，至少2个字（必填）；裁定为误报后不计入考核"
            maxLength={200}
            showCount
            autoSize={{ minRows: 2, maxRows: 5 }}
          />
        </AtField>
        <AlarmFiles files={files} change={setFiles} />
        <div className="watch-alarm-form-end">
          <Button onClick={close}>取消</Button>
          <Button type="primary" htmlType="submit" loading={act.busy} disabled={remark.trim().length < shortest}>
            提交申诉
          </Button>
        </div>
      </ActScope>
    </form>
  );
}
