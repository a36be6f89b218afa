import {
  dispatchReport,
  shipmentAdd,
  shipmentCancel,
  shipmentDepart,
  shipmentFinish,
  shipmentImports,
  shipmentSave,
  shipmentShares,
} from '@tongda/contract/reports/customized/dispatch';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button, DatePicker, Form, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../kit/call/api';
import { FormDialog } from '../../kit/dialog/form';
import { ShareDialog } from '../../kit/dialog/share';
import { ImportDialog } from '../../kit/import/dialog';
import type { List } from '../../kit/list/use-rows';
import { Can } from '../../kit/session/can';
import { wireTime } from '../../kit/show/format';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';

type Step = 'depart' | 'finish' | 'cancel';

/** The import, the links of a shipment, or a step of it. */
type Open = 'import' | { step: Step | 'share'; row: AnyRow };

const editAddress = (id?: string): string => href(routes.customDispatchEdit, 'report', id === undefined ? {} : { id });

/** 新增, 编辑, 发车, 完成 and 取消 of shipments. */
export const useDispatch: UseReportExtras = (list) => {
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const start = (step: Step | 'share') => (row: AnyRow) => () => setOpen({ step, row });
  const [depart, finish, cancel, share] = [start('depart'), start('finish'), start('cancel'), start('share')];
  return {
    toolbar: (
      <>
        <Can do={shipmentAdd}>
          <Button type="primary" icon={<Plus />} onClick={() => void navigate(editAddress())}>
            新增
          </Button>
        </Can>
        <Can do={shipmentImports.run}>
          <Button icon={<Upload />} onClick={() => setOpen('import')}>
            导入
          </Button>
        </Can>
      </>
    ),
    rowActions: (row) => [
      ...(row.status === 1 || row.status === 2 ? [{ label: '编辑', can: shipmentSave, to: editAddress(row.id) }] : []),
      ...(row.status === 1 ? [{ label: '发车', can: shipmentDepart, run: depart(row) }] : []),
      ...(row.status === 2 ? [{ label: '完成', can: shipmentFinish, run: finish(row) }] : []),
      ...(row.status === 9 ? [] : [{ label: '分享', can: shipmentShares.make, run: share(row) }]),
      ...(row.status === 1 ? [{ label: '取消', can: shipmentCancel, danger: true, run: cancel(row) }] : []),
    ],
    open:
      open === 'import' ? (
        <ImportDialog of={shipmentImports} done={list.refresh} close={close} />
      ) : open?.step === 'share' ? (
        <ShareDialog
          calls={shipmentShares}
          of={{ id: open.row.id }}
          title={`分享发运 ${String(open.row.code)}`}
          shows="只能看到这一单从装货到完成的轨迹、停车、温度和各卸货点的到达时间。"
          close={close}
        />
      ) : open ? (
        <StepDialog step={open.step} row={open.row} list={list} close={close} />
      ) : null,
  };
};

const wire = 'YYYY-MM-DD HH:mm:ss';
const words: Record<Step, string> = { depart: '发车', finish: '完成', cancel: '取消' };
const calls = { depart: shipmentDepart, finish: shipmentFinish, cancel: shipmentCancel } as const;

interface Values {
  time: Dayjs;
  reason: string;
}
interface StepProps {
  step: Step;
  row: AnyRow;
  list: List<AnyRow>;
  close: () => void;
}

function StepDialog({ step, row, list, close }: StepProps) {
  const [form] = Form.useForm<Values>();
  const { code, id } = row;
  const now = dayjs(wireTime(Date.now()));
  // what somebody else did with the shipment meanwhile
  const fresh = async () => {
    const asked = { ...list.filters, keyword: code, status: 'all', page: 1, size: 100 };
    // filters are as the user left them: the server reads them anew
    const found = await call(dispatchReport.page, asked as never);
    return { version: found.list.find((one) => one.id === id)?.version ?? 0 };
  };
  const asked = { id, version: Number(row.version) };
  return (
    <FormDialog
      // the three calls take id, version and either a time or a reason
      endpoint={calls[step] as typeof shipmentCancel}
      form={form}
      initial={{ time: now, reason: '' }}
      input={({ time, reason }) =>
        // as the call of this step asks for it
        (step === 'cancel' ? { ...asked, reason } : { ...asked, time: time.format(wire) }) as {
          reason: string;
        } & typeof asked
      }
      told={`${String(code)} 已${words[step]}`}
      stale={[dispatchReport.page]}
      fresh={fresh}
      done={list.refresh}
      close={close}
      danger={step === 'cancel'}
      title={`${words[step]} ${String(code)}`}
      okText={words[step]}
      width={440}
    >
      {step === 'cancel' ? (
        <Form.Item
          name="reason"
          label="取消原因"
          rules={[{ required: true, whitespace: true, min: 2, message: '取消原因请填写 2 至 100 个字' }]}
        >
          <Input maxLength={100} autoFocus />
        </Form.Item>
      ) : (
        <Form.Item
          name="time"
          label={`${words[step]}时间`}
          rules={[{ required: true, message: `请选择${words[step]}时间` }]}
          extra="车辆驶离站点时会自动记录；手动填写后不再随定位改变"
        >
          <DatePicker
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            maxDate={now}
            style={{ width: '100%' }}
          />
        </Form.Item>
      )}
    </FormDialog>
  );
}
