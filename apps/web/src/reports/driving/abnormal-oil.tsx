import { abnormalOilHandle, abnormalOilReport } from '@tongda/contract/reports/driving/abnormal-oil';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import { Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { FormDialog } from '../../kit/dialog/form';
import { Can } from '../../kit/session/can';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';
import { oilCurveOf } from './oil-curve';

const { open, closed, falseAlarm } = alarmHandleStatus;

/** Why a loss cannot be handled; nothing where it can. */
const whyNot = ({ shared, handleStatus }: AnyRow): string | undefined => {
  if (shared === true) return '共享车辆的异常油量由车主企业处理';
  return handleStatus === open ? undefined : '已处理';
};
const isWaiting = (row: AnyRow): boolean => whyNot(row) === undefined;

/** 处理 of one loss or of all that are ticked. */
export const useAbnormalOil: UseReportExtras = (list) => {
  const [rows, setRows] = useState<AnyRow[]>([]);
  return {
    rowActions: (row) => [
      { label: '处理', can: abnormalOilHandle, why: whyNot(row), run: () => setRows([row]) },
      { label: '曲线', to: oilCurveOf(row) },
    ],
    batch: (ticked) => (
      <Can do={abnormalOilHandle}>
        <Button disabled={!ticked.some(isWaiting)} onClick={() => setRows(ticked.filter(isWaiting))}>
          批量处理
        </Button>
      </Can>
    ),
    open: rows.length > 0 ? <HandleDialog rows={rows} done={list.refresh} close={() => setRows([])} /> : null,
  };
};

interface HandleValues {
  handleStatus: typeof closed | typeof falseAlarm;
  remark: string;
}

function HandleDialog({ rows, done, close }: { rows: AnyRow[]; done: () => void; close: () => void }) {
  const [form] = Form.useForm<HandleValues>();
  return (
    <FormDialog
      endpoint={abnormalOilHandle}
      form={form}
      initial={{ handleStatus: closed, remark: '' }}
      input={(values) => ({ ids: rows.map(({ id }) => id), ...values })}
      told={({ done: count }) => `已处理 ${count} 条`}
      stale={[abnormalOilReport.page]}
      done={done}
      close={close}
      title={rows.length > 1 ? `处理 ${rows.length} 条异常油量` : '处理异常油量'}
      width={440}
    >
      <Form.Item name="handleStatus" label="处理结果" rules={[{ required: true, message: '请选择处理结果' }]}>
        <Radio.Group
          options={[
            { value: closed, label: '已处理' },
            { value: falseAlarm, label: '误报' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="remark"
        label="处理意见"
        rules={[{ required: true, whitespace: true, min: 2, message: '处理意见至少2个字' }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  );
}
