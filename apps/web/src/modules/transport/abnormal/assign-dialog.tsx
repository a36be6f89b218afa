import { useQuery } from '@tanstack/react-query';
import { type AbnormalRow, abnormalAssign, abnormalHandlers } from '@tongda/contract/transport/abnormal/calls';
import { Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError } from '../../../kit/dialog/notify';
import './styles.css';

interface AssignDialogProps {
  report: Pick<AbnormalRow, 'abnormalCode' | 'version' | 'handler'>;
  done: () => void;
  close: () => void;
}

/** 转派: somebody else looks after it. */
export function AssignDialog({ report, done, close }: AssignDialogProps) {
  const people = useQuery({
    queryKey: [abnormalHandlers.path],
    queryFn: ({ signal }) => call(abnormalHandlers, undefined, { signal, quiet: true }),
  });
  const [who, setWho] = useState<string>();
  const [remark, setRemark] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const { abnormalCode, version } = report;
      await call(abnormalAssign, { abnormalCode, version, handlerId: who, remark });
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
      width={420}
      title={`转派 ${report.abnormalCode}`}
      okText="转派"
      okButtonProps={{ loading: busy, disabled: who === undefined }}
      onOk={() => void send()}
      onCancel={close}
    >
      <div className="abn-form">
        <label htmlFor="abn-who">
          <span>处理人{report.handler ? `（现为 ${report.handler}）` : ''}</span>
          <Select
            id="abn-who"
            showSearch={{ optionFilterProp: 'label' }}
            loading={people.isLoading}
            value={who}
            onChange={setWho}
            placeholder="选择处理人"
            options={(people.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          />
        </label>
        <label htmlFor="abn-remark">
          <span>说明</span>
          <Input id="abn-remark" value={remark} maxLength={100} onChange={(event) => setRemark(event.target.value)} />
        </label>
      </div>
    </Modal>
  );
}
