import { type PickUpRow, pickUpFail } from '@tongda/contract/transport/pick-up/calls';
import { failReasons } from '@tongda/contract/transport/pick-up/status';
import { AutoComplete, DatePicker, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';
import './styles.css';

/** 提货失败: why, and when to come again. */
export function FailDialog({ row, done, close }: { row: PickUpRow; done: () => void; close: () => void }) {
  const [reason, setReason] = useState('');
  const [next, setNext] = useState<[Dayjs, Dayjs] | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const text = (day: Dayjs): string => day.format('YYYY-MM-DD HH:mm:00');
      await call(pickUpFail, {
        pickUpCode: row.pickUpCode,
        version: row.version,
        failReason: reason.trim(),
        ...(next ? { nextTimeStart: text(next[0]), nextTimeEnd: text(next[1]) } : {}),
      });
      toast('success', `${row.pickUpCode} 已退回待调度`);
      done();
      close();
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`提货失败 ${row.pickUpCode}`}
      okText="登记失败"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ danger: true, disabled: reason.trim().length < 2 }}
      onOk={() => void save()}
      onCancel={close}
    >
      <p className="td-cap">提货单移出提单 {row.waybillCode}，回到待调度重新配载。</p>
      <div className="pku-form">
        <span>失败原因</span>
        <AutoComplete
          aria-label="失败原因"
          value={reason}
          onChange={(text: string) => setReason(text.slice(0, 100))}
          options={failReasons.map((value) => ({ value }))}
          placeholder="选择或填写"
        />
        <span>新的提货时间</span>
        <DatePicker.RangePicker
          aria-label="新的提货时间"
          showTime={{ format: 'HH:mm', minuteStep: 30 }}
          format="MM-DD HH:mm"
          minDate={dayjs()}
          value={next}
          onChange={(range) => setNext(range?.[0] && range[1] ? [range[0], range[1]] : null)}
        />
      </div>
    </Modal>
  );
}
