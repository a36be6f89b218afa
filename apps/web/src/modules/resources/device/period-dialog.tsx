import { type DeviceDetail, deviceBindPeriod } from '@tongda/contract/resources/device/calls';
import { DatePicker, Form } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { refusedField, useAct } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { ActDialog } from '../../../kit/dialog/form';
import { VehiclePicker } from '../../base/vehicle-picker/door';

export type Period = DeviceDetail['bindings'][number];
const wire = 'YYYY-MM-DD HH:mm:ss';

interface PeriodDialogProps {
  deviceId: string;
  terminalNo: string;
  /** the period to change; null: a new one */
  period: Period | null;
  done: () => void;
  close: () => void;
}

/** 补录/修改绑定记录: the vehicle to which a terminal was bound, with start and end. */
export function PeriodDialog({ deviceId, terminalNo, period, done, close }: PeriodDialogProps) {
  const [vehicleId, setVehicleId] = useState(period?.vehicleId);
  const [start, setStart] = useState<Dayjs | null>(period ? dayjs(period.startTime) : null);
  const [end, setEnd] = useState<Dayjs | null>(period?.endTime ? dayjs(period.endTime) : null);
  const save = useAct(
    async (typed: { start: Dayjs | null; vehicleId: string | undefined; endTime: string | null }) => {
      if (!typed.vehicleId) throw refusedField('vehicleId', '请选择车辆');
      if (!typed.start) throw refusedField('startTime', '请选择绑定时间');
      return call(deviceBindPeriod, {
        ...(period ? { bindingId: period.id } : {}),
        deviceId,
        vehicleId: typed.vehicleId,
        startTime: typed.start.format(wire),
        endTime: typed.endTime,
      });
    },
    { told: ({ moved }) => (moved > 0 ? `已保存，${moved} 个定位点改归相应车辆` : '已保存'), done },
  );
  return (
    <ActDialog
      act={save}
      input={{ vehicleId, start, endTime: end?.format(wire) ?? null }}
      close={close}
      title={`${period ? '编辑' : '补录'}绑定记录 ${terminalNo}`}
      width={440}
    >
      <p className="td-cap">保存后，该时间段内已收到的轨迹归到所选车辆，相关日报自动重算。</p>
      <Form layout="vertical">
        <AtField name="vehicleId" label="车辆">
          <VehiclePicker label="车辆" value={vehicleId} onChange={setVehicleId} style={{ width: '100%' }} />
        </AtField>
        <AtField name="startTime" label="绑定时间" htmlFor="period-start">
          <DatePicker id="period-start" showTime value={start} onChange={setStart} style={{ width: '100%' }} />
        </AtField>
        <AtField name="endTime" label="解绑时间" htmlFor="period-end" extra="空白为使用中">
          <DatePicker id="period-end" showTime value={end} onChange={setEnd} style={{ width: '100%' }} />
        </AtField>
      </Form>
    </ActDialog>
  );
}
