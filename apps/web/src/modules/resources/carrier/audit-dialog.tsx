import { type CarrierRow, carrierAudit, carrierDetail } from '@tongda/contract/resources/carrier/calls';
import { Input, Segmented } from 'antd';
import { useState } from 'react';
import { newestOf } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';

const choices = [
  { value: 'pass', label: '通过' },
  { value: 'reject', label: '驳回' },
];

/** 审核: passes a carrier, or rejects it with a reason. */
export function AuditDialog(props: { carrier: CarrierRow; done: () => void; close: () => void }) {
  const { carrier, done, close } = props;
  const [result, setResult] = useState('pass');
  const [remark, setRemark] = useState('');
  const pass = result === 'pass';
  return (
    <FormDialog
      endpoint={carrierAudit}
      input={{ id: carrier.id, version: carrier.version, pass, remark }}
      check
      fresh={newestOf(carrierDetail, { id: carrier.id })}
      told={`${carrier.name} ${pass ? '已通过审核' : '已驳回'}`}
      done={done}
      close={close}
      title={`审核 ${carrier.name}`}
      okText="提交"
      width={440}
    >
      <p className="td-cap">
        许可证 {carrier.permitNo ?? '未登记'}，有效期至 {carrier.permitEnd ?? '未登记'}
      </p>
      <Segmented block options={choices} value={result} onChange={setResult} />
      <AtField name="remark">
        <Input.TextArea
          style={{ marginTop: 12 }}
          aria-label="审核意见"
          placeholder={pass ? '审核意见（可不填）' : '驳回原因'}
          value={remark}
          maxLength={100}
          showCount
          rows={3}
          onChange={(event) => setRemark(event.target.value)}
        />
      </AtField>
    </FormDialog>
  );
}
