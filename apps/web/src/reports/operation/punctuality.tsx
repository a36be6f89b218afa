import { exemptRight, punctualityReason, punctualityReport } from '@tongda/contract/reports/operation/punctuality';
import { Button, Checkbox, Form, Input, Tooltip } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { FormDialog } from '../../kit/dialog/form';
import { Can } from '../../kit/session/can';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';

// charts come with the first report that shows them
const PunctualityCharts = lazy(async () => ({ default: (await import('./punctuality-charts')).PunctualityCharts }));

/** Its day was written down a week after its end. */
const isSettled = (row: AnyRow): boolean => row.settled === 'yes';

/** 填写原因 of calls that were not in time, one or several at once; 不计考核 for who may. */
export const usePunctuality: UseReportExtras = (list) => {
  const [rows, setRows] = useState<AnyRow[]>([]);
  return {
    rowActions: (row) => [
      {
        label: row.reason === '' ? '填写原因' : '修改原因',
        can: punctualityReason,
        run: () => setRows([row]),
        ...(isSettled(row) ? { why: '已结算锁定，不能再填写原因' } : {}),
      },
    ],
    batch: (chosen) => (
      <Can do={punctualityReason}>
        <Tooltip title={chosen.some(isSettled) ? '所选点次中有已结算锁定的' : undefined}>
          <Button size="small" disabled={chosen.some(isSettled)} onClick={() => setRows(chosen)}>
            填写原因 {chosen.length}
          </Button>
        </Tooltip>
      </Can>
    ),
    charts: (foot) => (
      <Suspense fallback={null}>
        <PunctualityCharts list={list} foot={foot} />
      </Suspense>
    ),
    open: rows.length > 0 ? <ReasonDialog rows={rows} done={list.refresh} close={() => setRows([])} /> : null,
  };
};

interface ReasonValues {
  reason: string;
  exempt: boolean;
}

function ReasonDialog({ rows, done, close }: { rows: AnyRow[]; done: () => void; close: () => void }) {
  const [form] = Form.useForm<ReasonValues>();
  const [first] = rows;
  const one = rows.length === 1;
  return (
    <FormDialog
      endpoint={punctualityReason}
      form={form}
      initial={{ reason: one ? String(first?.reason) : '', exempt: one && first?.exempt === 'no' }}
      input={({ reason, exempt }) => ({ ids: rows.map(({ id }) => id), reason, exempt })}
      told={`已填写 ${rows.length} 个点次的原因`}
      stale={[punctualityReport.page, punctualityReport.totalsCall]}
      done={done}
      close={close}
      title={one ? `${String(first?.routeName)} ${String(first?.site)} 的原因` : `${rows.length} 个点次的原因`}
      width={480}
    >
      <Form.Item
        name="reason"
        label="原因"
        rules={[{ required: true, whitespace: true, min: 2, message: '原因请填写 2 至 200 个字' }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} autoFocus />
      </Form.Item>
      <Can do={{ access: exemptRight }}>
        <Form.Item name="exempt" valuePropName="checked">
          <Checkbox>不计考核</Checkbox>
        </Form.Item>
      </Can>
    </FormDialog>
  );
}
