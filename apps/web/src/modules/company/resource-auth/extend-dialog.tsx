import { DatePicker, Radio } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { wireTime } from '../../../kit/show/format';
import type { GrantFamilyPage } from './families';

/** 延期: sets a new end date of grants, or makes them permanent. */
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
  const endTime = forever ? null : (end?.endOf('day').format('YYYY-MM-DD HH:mm:ss') ?? null);
  return (
    <FormDialog
      endpoint={of.calls.extend}
      input={{ authIds: ids, endTime }}
      ready={forever || end !== null}
      told={({ changed }) => `已延期 ${changed} 条授权`}
      done={done}
      close={close}
      title={`${ids.length} 条授权延期`}
      okText="延期"
      width={400}
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
        <AtField name="endTime">
          <DatePicker
            aria-label="有效期至"
            style={{ width: '100%', marginTop: 12 }}
            value={end}
            minDate={now}
            maxDate={of.family === 'lock' ? now.add(1, 'year') : undefined}
            presets={[1, 3, 12].map((months) => ({ label: `${months}个月`, value: now.add(months, 'month') }))}
            onChange={setEnd}
          />
        </AtField>
      )}
    </FormDialog>
  );
}
