import { deviceAdd } from '@tongda/contract/resources/device/calls';
import { vehicleBindDevice } from '@tongda/contract/resources/vehicle/calls';
import { DatePicker, Form } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { ActDialog } from '../../../kit/dialog/form';
import { wireTime } from '../../../kit/show/format';
import { TerminalField } from './terminal-field';

interface BindDialogProps {
  vehicle: { id: string; plateNo: string; terminalNo: string };
  done: () => void;
  close: () => void;
}
interface Values {
  deviceId?: string;
  /** number of a new terminal that is not in stock yet */
  terminalNo?: string;
  time: Dayjs | null;
}

/** 绑定设备: binds a terminal from stock, or a new one, to a vehicle from a moment on; the former terminal is unbound at that moment. */
export function BindDialog({ vehicle, done, close }: BindDialogProps) {
  const [form] = Form.useForm<Values>();
  const [entering, setEntering] = useState(false);
  const save = useAct(
    async ({ deviceId, terminalNo = '', time }: Values) => {
      const chosen = entering ? (await call(deviceAdd, { terminalNo })).id : deviceId;
      // even if binding fails, the terminal is in stock now and must not be entered again
      if (entering) {
        form.setFieldValue('deviceId', chosen);
        setEntering(false);
      }
      return call(vehicleBindDevice, {
        vehicleId: vehicle.id,
        deviceId: chosen ?? '',
        time: time ? time.format('YYYY-MM-DD HH:mm:ss') : undefined,
      });
    },
    { form, told: `${vehicle.plateNo} 已绑定终端`, done },
  );
  const now = dayjs(wireTime(Date.now()));
  return (
    <ActDialog
      act={save}
      form={form}
      initial={{ time: null }}
      input={(values) => values}
      close={close}
      title={`${vehicle.terminalNo ? '更换设备' : '绑定设备'} · ${vehicle.plateNo}`}
      okText={vehicle.terminalNo ? '更换' : '绑定'}
      width={440}
    >
      {vehicle.terminalNo ? (
        <p className="td-cap">当前终端 {vehicle.terminalNo}，将在生效时间解绑并退回库存。</p>
      ) : null}
      <TerminalField entering={entering} setEntering={setEntering} />
      <Form.Item name="time" label="生效时间" extra="空白为现在；此时间之后终端上报的数据计入本车">
        <DatePicker showTime style={{ width: '100%' }} placeholder="现在" maxDate={now} format="YYYY-MM-DD HH:mm:ss" />
      </Form.Item>
    </ActDialog>
  );
}
