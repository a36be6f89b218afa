import {
  type AbnormalRow,
  abnormalHandle,
  abnormalPage,
  maxAbnormalFiles,
} from '@tongda/contract/transport/abnormal/calls';
import { dutyParty } from '@tongda/contract/transport/waybill/enums';
import { Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { type Picture, PictureInput } from '../../../kit/files/pictures';
import { newestRow } from '../../../kit/list/newest-row';
import './styles.css';

interface HandleDialogProps {
  report: Pick<AbnormalRow, 'id' | 'abnormalCode' | 'version' | 'description'>;
  done: () => void;
  close: () => void;
}
const duties = dutyParty.options.map(({ code, name }) => ({ value: code, label: name }));

/** 处理: who is responsible, what was agreed, and how much is claimed. */
export function HandleDialog({ report, done, close }: HandleDialogProps) {
  const [duty, setDuty] = useState<(typeof dutyParty.codes)[number]>();
  const [dutyName, setDutyName] = useState('');
  const [result, setResult] = useState('');
  const [claim, setClaim] = useState<number | null>(null);
  const [files, setFiles] = useState<Picture[]>([]);
  const { abnormalCode, version } = report;
  return (
    <FormDialog
      endpoint={abnormalHandle}
      input={
        duty === undefined
          ? null
          : {
              abnormalCode,
              version,
              duty,
              dutyName,
              handleResult: result,
              claimAmount: claim,
              fileIds: files.map(({ id }) => id),
            }
      }
      ready={result.trim().length >= 2}
      touched={duty !== undefined || `${dutyName}${result}` !== '' || claim !== null || files.length > 0}
      fresh={() => newestRow(abnormalPage, { abnormalCode }, report.id)}
      done={done}
      close={close}
      width={520}
      title={`处理 ${abnormalCode}`}
      okText="提交"
    >
      <p className="td-cap">{report.description}</p>
      <div className="transport-abnormal-form transport-abnormal-two">
        <label htmlFor="abn-duty">
          <span>责任方 *</span>
          <AtField name="duty">
            <Select id="abn-duty" options={duties} value={duty} onChange={setDuty} placeholder="选择责任方" />
          </AtField>
        </label>
        <label htmlFor="abn-duty-name">
          <span>责任单位或人</span>
          <AtField name="dutyName">
            <Input
              id="abn-duty-name"
              value={dutyName}
              maxLength={50}
              onChange={(event) => setDutyName(event.target.value)}
            />
          </AtField>
        </label>
        <label htmlFor="abn-result" className="transport-abnormal-wide">
          <span>处理结果 *</span>
          <AtField name="handleResult">
            <Input.TextArea
              id="abn-result"
              value={result}
              maxLength={500}
              showCount
              autoSize={{ minRows: 3, maxRows: 6 }}
              onChange={(event) => setResult(event.target.value)}
            />
          </AtField>
        </label>
        <label htmlFor="abn-claim">
          <span>索赔金额(元)</span>
          <AtField name="claimAmount">
            <InputNumber id="abn-claim" min={0} max={99_999_999} precision={2} value={claim} onChange={setClaim} />
          </AtField>
        </label>
      </div>
      <PictureInput label="处理图片" max={maxAbnormalFiles} value={files} onChange={setFiles} />
    </FormDialog>
  );
}
