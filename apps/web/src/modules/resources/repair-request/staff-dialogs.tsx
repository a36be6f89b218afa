import {
  type RepairWorkRow,
  repairWorkAssign,
  repairWorkDetail,
  repairWorkFinish,
  repairWorkRefuse,
} from '@tongda/contract/resources/repair-request/staff';
import { Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { newestOf } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { ReasonDialog } from '../../../kit/dialog/reason';
import { visitWord } from './words';

interface Props {
  row: RepairWorkRow;
  done: () => void;
  close: () => void;
}
const freshOf = ({ id }: RepairWorkRow) => newestOf(repairWorkDetail, { id });

/** 派单: who goes there. */
export function AssignDialog({ row, done, close }: Props) {
  const [engineer, setEngineer] = useState(row.engineer);
  const [engineerPhone, setPhone] = useState(row.engineerPhone);
  return (
    <FormDialog
      endpoint={repairWorkAssign}
      input={{ id: row.id, version: row.version, engineer, engineerPhone }}
      ready={engineer.trim() !== '' && engineerPhone.trim() !== ''}
      fresh={freshOf(row)}
      told={`报修单${row.requestNo}已派给${engineer}，已通知企业`}
      done={done}
      close={close}
      title={`派单 ${row.requestNo}`}
      okText="派单"
      width={460}
    >
      <Form layout="vertical">
        <p className="td-cap">
          {row.clientName} {row.plateNo}，{visitWord(row)}，{row.address}
        </p>
        <AtField name="engineer" label="工程师" htmlFor="engineer">
          <Input id="engineer" maxLength={20} value={engineer} onChange={(event) => setEngineer(event.target.value)} />
        </AtField>
        <AtField name="engineerPhone" label="工程师电话" htmlFor="engineerPhone">
          <Input
            id="engineerPhone"
            maxLength={11}
            value={engineerPhone}
            onChange={(event) => setPhone(event.target.value)}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}

/** 完成: what was found and done, what it costs, and the terminal that was put in its place. */
export function FinishDialog({ row, done, close }: Props) {
  const [result, setResult] = useState('');
  const [feeYuan, setFee] = useState<number | null>(null);
  const [replacedNo, setReplaced] = useState('');
  return (
    <FormDialog
      endpoint={repairWorkFinish}
      input={{ id: row.id, version: row.version, result, feeYuan, replacedNo }}
      ready={result.trim().length >= 2}
      fresh={freshOf(row)}
      told={`报修单${row.requestNo}已完成，已通知企业`}
      done={done}
      close={close}
      title={`完成 ${row.requestNo}`}
      okText="完成"
      width={480}
    >
      <Form layout="vertical">
        <AtField name="result" label="处理结果" htmlFor="result">
          <Input.TextArea
            id="result"
            rows={3}
            maxLength={300}
            value={result}
            onChange={(event) => setResult(event.target.value)}
          />
        </AtField>
        <AtField name="feeYuan" label="费用" htmlFor="feeYuan" extra="免费时留空">
          <InputNumber id="feeYuan" controls={false} suffix="元" value={feeYuan} onChange={setFee} />
        </AtField>
        <AtField
          name="replacedNo"
          label="更换终端编号"
          htmlFor="replacedNo"
          extra="换了终端时填写；车辆上的绑定由企业在车辆管理中更换"
        >
          <Input
            id="replacedNo"
            maxLength={20}
            value={replacedNo}
            onChange={(event) => setReplaced(event.target.value)}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}

/** 退回: no visit is made; the company reads why. */
export const RefuseDialog = ({ row, done, close }: Props) => (
  <ReasonDialog
    endpoint={repairWorkRefuse}
    input={(reason) => ({ id: row.id, version: row.version, reason })}
    fresh={freshOf(row)}
    told={`报修单${row.requestNo}已退回，已通知企业`}
    done={done}
    close={close}
    title={`退回 ${row.requestNo}`}
    okText="退回"
    danger
    label="退回原因"
    placeholder="原因会发给报修企业，2~100个字符"
  />
);
