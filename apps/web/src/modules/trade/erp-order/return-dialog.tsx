import { type ErpOrderRow, erpOrderReturn } from '@tongda/contract/trade/erp-order/calls';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';

/** 申请退货: why the goods go back. */
export function ReturnDialog({ row, done, close }: { row: ErpOrderRow; done: () => void; close: () => void }) {
  const [reason, setReason] = useState('');
  const send = async (): Promise<void> => {
    const made = await call(erpOrderReturn, { id: row.id, version: row.version, reason });
    toast('success', `退货申请${made.orderNo}已提交，等待服务商审核`);
    done();
    close();
  };
  return (
    <Modal
      open
      title={`申请退货 · ${row.orderNo}`}
      okText="提交"
      cancelText="取消"
      okButtonProps={{ disabled: reason.trim().length < 2 }}
      width={460}
      onOk={() => void send().catch(reportError)}
      onCancel={close}
    >
      <Input.TextArea
        aria-label="退货原因"
        placeholder="退货原因，2~200个字符"
        rows={3}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
