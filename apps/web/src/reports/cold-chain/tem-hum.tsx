import { temHumRemark, temHumRemarks } from '@tongda/contract/reports/cold-chain/remarks';
import { Button, DatePicker, Drawer, Form, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../kit/call/use-ask';
import { FormDialog } from '../../kit/dialog/form';
import { Can } from '../../kit/session/can';
import { minuteText } from '../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../kit/show/states';
import { VehiclePicker } from '../../modules/base/vehicle-picker/door';
import type { UseReportExtras } from '../kit/extras';
import { SealSign } from './seal-sign';
import './styles.css';

interface Asked {
  vehicleIds: string[];
  startTime: string;
  endTime: string;
}

/** 备注 of the readings that are shown, and that those of one vehicle can be verified. */
export const useTemHum: UseReportExtras = (list) => {
  const [open, setOpen] = useState<'list' | 'add' | null>(null);
  const { vehicleIds, startTime, endTime } = list.filters;
  const chosen = Array.isArray(vehicleIds) ? vehicleIds.map(String) : [];
  const asked = { vehicleIds: chosen, startTime: String(startTime), endTime: String(endTime) };
  const ready = list.asked && chosen.length > 0;
  const remarks = useAsk(temHumRemarks, asked, { when: ready });
  const [vehicleId, second] = chosen;
  return {
    mark:
      list.asked && vehicleId !== undefined && second === undefined ? (
        <SealSign vehicleId={vehicleId} startTime={asked.startTime} endTime={asked.endTime} />
      ) : null,
    toolbar: ready ? (
      <Button icon={<MessageSquareText className="td-ico" />} onClick={() => setOpen('list')}>
        备注 {remarks.data?.length ?? ''}
      </Button>
    ) : null,
    open: open ? (
      <>
        <Drawer
          open
          size={520}
          title="备注"
          onClose={() => setOpen(null)}
          extra={
            <Can do={temHumRemark}>
              <Button type="primary" onClick={() => setOpen('add')}>
                添加备注
              </Button>
            </Can>
          }
        >
          <p className="td-cap">读数不能修改，备注保存后也不能修改或删除；写错了再添加一条说明。打印时随记录列出。</p>
          {remarks.error ? (
            <ErrorState error={remarks.error} retry={() => void remarks.refetch()} />
          ) : remarks.data === undefined ? (
            <Loading />
          ) : remarks.data.length === 0 ? (
            <Empty title="该时段没有备注" text="开门等待、校准、除霜等情况可以在这里说明" />
          ) : (
            <ol className="reports-cold-chain-remarks">
              {remarks.data.map((one) => (
                <li key={one.id}>
                  <b>
                    {one.plateNo}　{minuteText(one.startTime)} ~ {minuteText(one.endTime)}
                  </b>
                  <p>{one.text}</p>
                  <span className="td-cap">
                    {one.userName} {minuteText(one.createTime)}
                  </span>
                </li>
              ))}
            </ol>
          )}
        </Drawer>
        {open === 'add' ? <AddRemark asked={asked} close={() => setOpen('list')} /> : null}
      </>
    ) : null,
  };
};

interface Values {
  vehicleId: string | undefined;
  range: [Dayjs, Dayjs] | null;
  text: string;
}

const wire = (moment: Dayjs | undefined): string => moment?.format('YYYY-MM-DD HH:mm:00') ?? '';

function AddRemark({ asked, close }: { asked: Asked; close: () => void }) {
  const [form] = Form.useForm<Values>();
  return (
    <FormDialog
      endpoint={temHumRemark}
      form={form}
      initial={{ vehicleId: asked.vehicleIds[0], range: [dayjs(asked.startTime), dayjs(asked.endTime)], text: '' }}
      input={({ vehicleId, range, text }) => ({
        vehicleId: vehicleId ?? '',
        startTime: wire(range?.[0]),
        endTime: wire(range?.[1]),
        text,
      })}
      told="已添加备注"
      stale={[temHumRemarks]}
      done={close}
      close={close}
      title="添加备注"
      width={480}
    >
      <Form.Item name="vehicleId" label="车辆" rules={[{ required: true, message: '请选择车辆' }]}>
        <VehiclePicker label="车辆" equip={['tem']} placeholder="请选择车辆" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="range" label="时段" rules={[{ required: true, message: '请选择时段' }]}>
        <DatePicker.RangePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name="text"
        label="备注"
        rules={[{ required: true, whitespace: true, min: 2, message: '备注请填写 2 至 200 个字' }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} autoFocus />
      </Form.Item>
    </FormDialog>
  );
}
