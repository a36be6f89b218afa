import { type PickUpRow, pickUpDetail, pickUpFail } from '@tongda/contract/transport/pick-up/calls';
import { failReasons } from '@tongda/contract/transport/pick-up/status';
import { AutoComplete, DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { newestOf } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import './styles.css';

/** 提货失败: why, and when to come again. */
export function FailDialog({ row, done, close }: { row: PickUpRow; done: () => void; close: () => void }) {
  const [reason, setReason] = useState('');
  const [next, setNext] = useState<[Dayjs, Dayjs] | null>(null);
  const text = (day: Dayjs): string => day.format('YYYY-MM-DD HH:mm:00');
  return (
    <FormDialog
      endpoint={pickUpFail}
      input={{
        pickUpCode: row.pickUpCode,
        version: row.version,
        failReason: reason.trim(),
        ...(next ? { nextTimeStart: text(next[0]), nextTimeEnd: text(next[1]) } : {}),
      }}
      ready={reason.trim().length >= 2}
      fresh={newestOf(pickUpDetail, { id: row.pickUpCode })}
      told={`${row.pickUpCode} 已退回待调度`}
      done={done}
      close={close}
      title={`提货失败 ${row.pickUpCode}`}
      okText="登记失败"
      danger
    >
      <p className="td-cap">提货单移出提单 {row.waybillCode}，回到待调度重新配载。</p>
      <div className="transport-pick-up-form">
        <span>失败原因</span>
        <AtField name="failReason">
          <AutoComplete
            aria-label="失败原因"
            value={reason}
            onChange={(text: string) => setReason(text.slice(0, 100))}
            options={failReasons.map((value) => ({ value }))}
            placeholder="选择或填写"
          />
        </AtField>
        <span>新的提货时间</span>
        <AtField name="nextTimeStart">
          <DatePicker.RangePicker
            aria-label="新的提货时间"
            showTime={{ format: 'HH:mm', minuteStep: 30 }}
            format="MM-DD HH:mm"
            minDate={dayjs()}
            value={next}
            onChange={(range) => setNext(range?.[0] && range[1] ? [range[0], range[1]] : null)}
          />
        </AtField>
      </div>
    </FormDialog>
  );
}
