import { type ErpOrderRow, erpOrderDetail, erpOrderReturn } from '@tongda/contract/trade/erp-order/calls';
import { Input } from 'antd';
import { useState } from 'react';
import { newestOf } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';

/** 申请退货: why the goods go back. */
export function ReturnDialog({ row, done, close }: { row: ErpOrderRow; done: () => void; close: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      endpoint={erpOrderReturn}
      input={{ id: row.id, version: row.version, reason }}
      ready={reason.trim().length >= 2}
      fresh={newestOf(erpOrderDetail, { id: row.id })}
      told={(made) => `退货申请${made.orderNo}已提交，等待服务商审核`}
      done={done}
      close={close}
      title={`申请退货 · ${row.orderNo}`}
      okText="提交"
      width={460}
    >
      <AtField name="reason">
        <Input.TextArea
          aria-label="退货原因"
          placeholder="退货原因，2~200个字符"
          rows={3}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </AtField>
    </FormDialog>
  );
}
