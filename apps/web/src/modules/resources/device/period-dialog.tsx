import { type DeviceDetail, deviceBindPeriod } from '@tongda/contract/resources/device/calls';
import { DatePicker, Form, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { reportError, toast } from '../../../kit/dialog/notify';
import { VehiclePicker } from '../vehicle/door';

export type Period = DeviceDetail['bindings'][number];
const wire = 'YYYY-MM-DD HH:mm:ss';

interface PeriodDialogProps {
  deviceId: string;
  terminalNo: string;
  /** null: a new one */
  period: Period | null;
  done: () => void;
  close: () => void;
}

/** 补录/修改绑定记录: in which vehicle the terminal sat, from when until when. */
export function PeriodDialog({ deviceId, terminalNo, period, done, close }: PeriodDialogProps) {
  const [vehicleId, setVehicleId] = useState(period?.vehicleId);
  const [start, setStart] = useState<Dayjs | null>(period ? dayjs(period.startTime) : null);
  const [end, setEnd] = useState<Dayjs | null>(period?.endTime ? dayjs(period.endTime) : null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const item = (field: string) => ({
    validateStatus: faults[field] ? ('error' as const) : undefined,
    help: faults[field],
  });
  const save = async (): Promise<void> => {
    if (!vehicleId || !start) {
      setFaults({
        ...(vehicleId ? {} : { vehicleId: '请选择车辆' }),
        ...(start ? {} : { startTime: '请选择绑定时间' }),
      });
      return;
    }
    setBusy(true);
    try {
      const { moved } = await call(deviceBindPeriod, {
        ...(period ? { bindingId: period.id } : {}),
        deviceId,
        vehicleId,
        startTime: start.format(wire),
        endTime: end?.format(wire) ?? null,
      });
      toast('success', moved > 0 ? `已保存，${moved} 个定位点改归相应车辆` : '已保存');
      done();
      close();
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0)
        setFaults(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])));
      else reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${period ? '修改' : '补录'}绑定记录 ${terminalNo}`}
      okText="保存"
      cancelText="取消"
      width={440}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={close}
    >
      <p className="td-cap">保存后，该时间段内已收到的轨迹归到所选车辆，相关日报自动重算。</p>
      <Form layout="vertical">
        <Form.Item label="车辆" {...item('vehicleId')}>
          <VehiclePicker label="车辆" value={vehicleId} onChange={setVehicleId} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item label="绑定时间" htmlFor="period-start" {...item('startTime')}>
          <DatePicker id="period-start" showTime value={start} onChange={setStart} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item label="解绑时间" htmlFor="period-end" {...item('endTime')} extra="空白为使用中">
          <DatePicker id="period-end" showTime value={end} onChange={setEnd} style={{ width: '100%' }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
