import { refuelReport } from '@tongda/contract/reports/driving/refuel';
import {
  refuelAdd,
  refuelBillAdd,
  refuelBills,
  refuelImports,
  refuelInvalid,
} from '@tongda/contract/reports/driving/refuel-bill';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button, Form, Input } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { FormDialog } from '../../kit/dialog/form';
import { ImportDialog } from '../../kit/import/dialog';
import { Can } from '../../kit/session/can';
import type { RowAction } from '../../kit/table/types';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';
import { oilCurveOf } from './oil-curve';
import { BillForm, BillsDrawer } from './refuel-bills';

/** What is open: the form of a bill, the bills of a row, the question about a misjudgement, the import. */
type Open = { what: 'add' } | { what: 'bill' | 'bills' | 'invalid'; row: AnyRow } | { what: 'import' } | null;

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
/** What a form needs of a row. */
const momentOf = (row: AnyRow) => ({
  vehicleId: String(row.vehicleId),
  plateNo: String(row.plateNo),
  fuelTime: String(row.startTime),
});

/** 登记票据, 手工新增, 标记误判, 导入油卡账单 and the way to 油量标定. */
export const useRefuel: UseReportExtras = (list) => {
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const { refresh } = list;
  return {
    rowActions: (row) => actionsOf(row, setOpen),
    toolbar: (
      <>
        <Can do={refuelAdd}>
          <Button type="primary" icon={<Plus className="td-ico" />} onClick={() => setOpen({ what: 'add' })}>
            手工新增
          </Button>
        </Can>
        <Can do={refuelImports.run}>
          <Button onClick={() => setOpen({ what: 'import' })}>导入油卡账单</Button>
        </Can>
        <Link to={href(routes.oilCalibration, 'report')}>
          <Button>油量标定</Button>
        </Link>
      </>
    ),
    open:
      open === null ? null : open.what === 'add' ? (
        <BillForm of={null} saved={refresh} close={close} />
      ) : open.what === 'import' ? (
        <ImportDialog of={refuelImports} done={refresh} close={close} />
      ) : open.what === 'bill' ? (
        <BillForm of={{ at: momentOf(open.row) }} saved={refresh} close={close} />
      ) : open.what === 'bills' ? (
        <BillsDrawer at={momentOf(open.row)} ids={listOf(open.row.billIds)} changed={refresh} close={close} />
      ) : (
        <InvalidDialog row={open.row} done={refresh} close={close} />
      ),
  };
};

function actionsOf(row: AnyRow, open: (what: Open) => void): RowAction[] {
  const found = listOf(row.episodeIds).length > 0;
  const invalid = row.state === 'invalid';
  const actions: RowAction[] = [];
  if (listOf(row.billIds).length > 0)
    actions.push({ label: '票据', can: refuelBills, run: () => open({ what: 'bills', row }) });
  else if (!invalid) actions.push({ label: '登记票据', can: refuelBillAdd, run: () => open({ what: 'bill', row }) });
  if (found)
    actions.push({
      label: invalid ? '取消误判' : '误判',
      can: refuelInvalid,
      run: () => open({ what: 'invalid', row }),
    });
  actions.push({ label: '曲线', to: oilCurveOf(row) });
  actions.push({ label: '标定', to: href(routes.oilCalibration, 'report', { id: String(row.vehicleId) }) });
  return actions;
}

/** 标记误判 with its reason, or its withdrawal. */
function InvalidDialog({ row, done, close }: { row: AnyRow; done: () => void; close: () => void }) {
  const [form] = Form.useForm<{ remark: string }>();
  const invalid = row.state !== 'invalid';
  return (
    <FormDialog
      endpoint={refuelInvalid}
      form={form}
      initial={{ remark: '' }}
      input={({ remark }) => ({ ids: listOf(row.episodeIds), invalid, remark })}
      told={invalid ? '已标记为误判' : '已取消误判'}
      stale={[refuelReport.page, refuelReport.totalsCall]}
      done={done}
      close={close}
      title={`${invalid ? '标记误判' : '取消误判'}：${String(row.plateNo)} ${String(row.startTime).slice(0, 16)}`}
      okText={invalid ? '标记误判' : '取消误判'}
      cancelText="返回"
      touched={false}
      width={440}
    >
      <p className="td-cap">
        {invalid
          ? '误判的记录不计入加油量和油耗，保留在列表中。坡道停车、油面晃动常会造成误判。'
          : '这次加油重新计入加油量和油耗。'}
      </p>
      <Form.Item
        name="remark"
        label={invalid ? '误判原因' : '说明'}
        rules={invalid ? [{ required: true, whitespace: true, min: 2, message: '误判原因至少2个字' }] : []}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  );
}
