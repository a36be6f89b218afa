import { type AbnormalRow, abnormalHandle, maxAbnormalFiles } from '@tongda/contract/transport/abnormal/calls';
import { dutyParty } from '@tongda/contract/transport/waybill/enums';
import { Input, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError } from '../../../kit/dialog/notify';
import { type Picture, PictureInput } from '../../../kit/files/pictures';
import './styles.css';

interface HandleDialogProps {
  report: Pick<AbnormalRow, 'abnormalCode' | 'version' | 'description'>;
  done: () => void;
  close: () => void;
}
const duties = dutyParty.options.map(({ code, name }) => ({ value: code, label: name }));

/** 处理: whose fault it was, what was agreed, what is claimed. */
export function HandleDialog({ report, done, close }: HandleDialogProps) {
  const [duty, setDuty] = useState<(typeof dutyParty.codes)[number]>();
  const [dutyName, setDutyName] = useState('');
  const [result, setResult] = useState('');
  const [claim, setClaim] = useState<number | null>(null);
  const [files, setFiles] = useState<Picture[]>([]);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (duty === undefined) return;
    setBusy(true);
    try {
      const { abnormalCode, version } = report;
      await call(abnormalHandle, {
        abnormalCode,
        version,
        duty,
        dutyName,
        handleResult: result,
        claimAmount: claim,
        fileIds: files.map(({ id }) => id),
      });
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
      width={520}
      title={`处理 ${report.abnormalCode}`}
      okText="提交"
      okButtonProps={{ loading: busy, disabled: duty === undefined || result.trim().length < 2 }}
      onOk={() => void send()}
      onCancel={close}
    >
      <p className="td-cap">{report.description}</p>
      <div className="abn-form abn-two">
        <label htmlFor="abn-duty">
          <span>责任方 *</span>
          <Select id="abn-duty" options={duties} value={duty} onChange={setDuty} placeholder="选择责任方" />
        </label>
        <label htmlFor="abn-duty-name">
          <span>责任单位或人</span>
          <Input
            id="abn-duty-name"
            value={dutyName}
            maxLength={50}
            onChange={(event) => setDutyName(event.target.value)}
          />
        </label>
        <label htmlFor="abn-result" className="abn-wide">
          <span>处理结果 *</span>
          <Input.TextArea
            id="abn-result"
            value={result}
            maxLength={500}
            showCount
            autoSize={{ minRows: 3, maxRows: 6 }}
            onChange={(event) => setResult(event.target.value)}
          />
        </label>
        <label htmlFor="abn-claim">
          <span>索赔金额 元</span>
          <InputNumber id="abn-claim" min={0} max={99_999_999} precision={2} value={claim} onChange={setClaim} />
        </label>
      </div>
      <PictureInput label="处理图片" max={maxAbnormalFiles} value={files} onChange={setFiles} />
    </Modal>
  );
}
