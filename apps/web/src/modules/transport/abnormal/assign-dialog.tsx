import {
  type AbnormalRow,
  abnormalAssign,
  abnormalHandlers,
  abnormalPage,
} from '@tongda/contract/transport/abnormal/calls';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { newestRow } from '../../../kit/list/newest-row';
import './styles.css';
import { byPinyin } from '../../../kit/form/input/by-pinyin';

interface AssignDialogProps {
  report: Pick<AbnormalRow, 'id' | 'abnormalCode' | 'version' | 'handler'>;
  done: () => void;
  close: () => void;
}

/** 转派: hands a report to somebody else. */
export function AssignDialog({ report, done, close }: AssignDialogProps) {
  const people = useAsk(abnormalHandlers, undefined);
  const [who, setWho] = useState<string>();
  const [remark, setRemark] = useState('');
  const { abnormalCode, version } = report;
  return (
    <FormDialog
      endpoint={abnormalAssign}
      input={{ abnormalCode, version, handlerId: who, remark }}
      ready={who !== undefined}
      fresh={() => newestRow(abnormalPage, { abnormalCode }, report.id)}
      done={done}
      close={close}
      width={420}
      title={`转派 ${abnormalCode}`}
      okText="转派"
    >
      <div className="transport-abnormal-form">
        <label htmlFor="abn-who">
          <span>处理人{report.handler ? `（现为 ${report.handler}）` : ''}</span>
          <AtField name="handlerId">
            <Select
              id="abn-who"
              showSearch={byPinyin}
              loading={people.isLoading}
              value={who}
              onChange={setWho}
              placeholder="选择处理人"
              options={(people.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
            />
          </AtField>
        </label>
        <label htmlFor="abn-remark">
          <span>说明</span>
          <AtField name="remark">
            <Input id="abn-remark" value={remark} maxLength={100} onChange={(event) => setRemark(event.target.value)} />
          </AtField>
        </label>
      </div>
    </FormDialog>
  );
}
