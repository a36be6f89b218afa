import { type CarrierRow, carrierAudit } from '@tongda/contract/resources/carrier/calls';
import { Input, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { reportError, toast } from '../../../kit/dialog/notify';

const choices = [
  { value: 'pass', label: '通过' },
  { value: 'reject', label: '驳回' },
];

/** 审核: the papers are right, or what is wrong with them. */
export function AuditDialog(props: { carrier: CarrierRow; done: () => void; close: () => void }) {
  const { carrier, done, close } = props;
  const [result, setResult] = useState('pass');
  const [remark, setRemark] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const pass = result === 'pass';
    if (!pass && remark.trim() === '') {
      setFault('驳回时请填写原因');
      return;
    }
    setBusy(true);
    try {
      await call(carrierAudit, { id: carrier.id, version: carrier.version, pass, remark });
      toast('success', `${carrier.name} ${pass ? '已通过审核' : '已驳回'}`);
      done();
      close();
    } catch (error) {
      if (error instanceof ApiError && error.code === 4009) {
        done();
        close();
      }
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`审核 ${carrier.name}`}
      okText="提交"
      cancelText="取消"
      width={440}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={close}
    >
      <p className="td-cap">
        许可证 {carrier.permitNo ?? '未登记'}，有效期至 {carrier.permitEnd ?? '未登记'}
      </p>
      <Segmented block options={choices} value={result} onChange={setResult} />
      <Input.TextArea
        style={{ marginTop: 12 }}
        aria-label="审核意见"
        placeholder={result === 'pass' ? '审核意见（可不填）' : '驳回原因'}
        value={remark}
        status={fault ? 'error' : undefined}
        maxLength={100}
        showCount
        rows={3}
        onChange={(event) => {
          setRemark(event.target.value);
          setFault('');
        }}
      />
      {fault ? (
        <div role="alert" style={{ color: 'var(--td-red)' }}>
          {fault}
        </div>
      ) : null}
    </Modal>
  );
}
