import {
  type RepairRequestRow,
  repairRequestCancel,
  repairRequestDetail,
  repairRequestRate,
} from '@tongda/contract/resources/repair-request/calls';
import { Form, Input, Rate } from 'antd';
import { useState } from 'react';
import { newestOf } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { ReasonDialog } from '../../../kit/dialog/reason';

interface Props {
  row: RepairRequestRow;
  done: () => void;
  close: () => void;
}

/** 评价: how the visit went. */
export function RateDialog({ row, done, close }: Props) {
  const [score, setScore] = useState(0);
  const [comment, setComment] = useState('');
  return (
    <FormDialog
      endpoint={repairRequestRate}
      input={{ id: row.id, version: row.version, score, comment }}
      ready={score > 0}
      fresh={newestOf(repairRequestDetail, { id: row.id })}
      told="评价已提交"
      done={done}
      close={close}
      title={`评价 ${row.requestNo}`}
      okText="提交"
      width={460}
    >
      <Form layout="vertical">
        <AtField name="score" label={`${row.engineer}的上门服务`}>
          <Rate value={score} onChange={setScore} />
        </AtField>
        <AtField name="comment">
          <Input.TextArea
            aria-label="评价"
            placeholder="可以不填，最多200个字符"
            rows={3}
            maxLength={200}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}

/** 取消: why nobody needs to come any more. */
export const CancelDialog = ({ row, done, close }: Props) => (
  <ReasonDialog
    endpoint={repairRequestCancel}
    input={(reason) => ({ id: row.id, version: row.version, reason })}
    fresh={newestOf(repairRequestDetail, { id: row.id })}
    told={`报修单${row.requestNo}已取消`}
    done={done}
    close={close}
    title={`取消报修 ${row.requestNo}`}
    okText="取消报修"
    danger
    label="取消原因"
    placeholder="取消原因，2~100个字符"
  />
);
