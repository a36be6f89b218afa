import { DatePicker, Modal, Radio } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';
import { wireTime } from '../../../kit/show/format';
import type { GrantFamilyPage } from './families';

/** 延期: a new end for grants, or none. */
export function ExtendDialog({
  of,
  ids,
  done,
  close,
}: {
  of: GrantFamilyPage;
  ids: string[];
  done: () => void;
  close: () => void;
}) {
  const [forever, setForever] = useState(false);
  const [end, setEnd] = useState<Dayjs | null>(null);
  const now = dayjs(wireTime(Date.now()));
  const save = async (): Promise<void> => {
    const endTime = forever ? null : (end?.endOf('day').format('YYYY-MM-DD HH:mm:ss') ?? null);
    const { changed } = await call(of.calls.extend, { authIds: ids, endTime });
    toast('success', `已延期 ${changed} 条授权`);
    done();
    close();
  };
  return (
    <Modal
      open
      title={`${ids.length} 条授权延期`}
      okText="延期"
      cancelText="取消"
      okButtonProps={{ disabled: !forever && end === null }}
      width={400}
      onOk={() => void save().catch(reportError)}
      onCancel={close}
    >
      {of.family === 'lock' ? null : (
        <Radio.Group
          value={forever}
          options={[
            { value: false, label: '到指定日期' },
            { value: true, label: '永久' },
          ]}
          onChange={(event) => setForever(event.target.value)}
        />
      )}
      {forever ? null : (
        <DatePicker
          aria-label="有效期至"
          style={{ width: '100%', marginTop: 12 }}
          value={end}
          minDate={now}
          maxDate={of.family === 'lock' ? now.add(1, 'year') : undefined}
          presets={[1, 3, 12].map((months) => ({ label: `${months}个月`, value: now.add(months, 'month') }))}
          onChange={setEnd}
        />
      )}
    </Modal>
  );
}
