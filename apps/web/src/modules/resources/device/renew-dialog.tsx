import { deviceRenew } from '@tongda/contract/resources/device/calls';
import { Form, Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import type { BatchJob } from '../../../kit/list/batch-run';

interface RenewDialogProps {
  ids: string[];
  nameOf: (id: string) => string;
  run: (job: BatchJob) => Promise<void>;
  done: () => void;
  close: () => void;
}

/** 续期: adds months of service after the last paid day. */
export function RenewDialog({ ids, nameOf, run, done, close }: RenewDialogProps) {
  const [months, setMonths] = useState<number | null>(12);
  const [remark, setRemark] = useState('');
  const title = ids.length === 1 ? `${nameOf(ids[0] ?? '')} 续期` : `续期 ${ids.length} 台终端`;
  const start = (): void => {
    close();
    void run({
      title,
      ids,
      nameOf,
      done,
      step: (part) => call(deviceRenew, { ids: part, months: months ?? 0, remark }),
    });
  };
  return (
    <Modal
      open
      title={title}
      okText="续期"
      cancelText="取消"
      width={380}
      okButtonProps={{ disabled: months === null }}
      onOk={start}
      onCancel={close}
    >
      <Form layout="vertical">
        <Form.Item label="续期月数" htmlFor="renew-months" extra="从已付服务的最后一天之后算起；已过期的从今天算起">
          <InputNumber
            id="renew-months"
            min={1}
            max={60}
            precision={0}
            suffix="个月"
            value={months}
            onChange={setMonths}
            style={{ width: '100%' }}
          />
        </Form.Item>
        <Form.Item label="备注" htmlFor="renew-remark">
          <Input id="renew-remark" maxLength={100} value={remark} onChange={(e) => setRemark(e.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
