import { vehicleBindDevice } from '@tongda/contract/vehicle/vehicle';
import { DatePicker, Form, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '../../kit/api';
import { ApiError } from '../../kit/api-error';
import { wireTime } from '../../kit/format';
import { reportError, toast } from '../../kit/notify';
import { RemoteSelect } from '../../kit/remote-select';
import { searchDevices } from './options';

interface BindDialogProps {
  vehicle: { id: string; plateNo: string; terminalNo: string };
  done: () => void;
  close: () => void;
}
interface Values {
  deviceId?: string;
  time: Dayjs | null;
}

/** Puts a terminal from stock into a vehicle, from a moment on; the one that is in it leaves at that moment. */
export function BindDialog({ vehicle, done, close }: BindDialogProps) {
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const save = async ({ deviceId, time }: Values): Promise<void> => {
    setBusy(true);
    try {
      await call(vehicleBindDevice, {
        vehicleId: vehicle.id,
        deviceId: deviceId ?? '',
        time: time ? time.format('YYYY-MM-DD HH:mm:ss') : undefined,
      });
      toast('success', `${vehicle.plateNo} 已绑定终端`);
      done();
      close();
    } catch (error) {
      const known =
        error instanceof ApiError ? error.errors.filter(({ field }) => field === 'deviceId' || field === 'time') : [];
      if (known.length === 0) reportError(error);
      form.setFields(known.map(({ field, msg }) => ({ name: field as keyof Values, errors: [msg] })));
    } finally {
      setBusy(false);
    }
  };
  const now = dayjs(wireTime(Date.now()));
  return (
    <Modal
      open
      title={`${vehicle.terminalNo ? '更换设备' : '绑定设备'} · ${vehicle.plateNo}`}
      okText={vehicle.terminalNo ? '更换' : '绑定'}
      cancelText="取消"
      confirmLoading={busy}
      width={440}
      onOk={form.submit}
      onCancel={close}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ time: null }}
        onFinish={(values) => void save(values)}
      >
        {vehicle.terminalNo ? (
          <p className="td-cap">当前终端 {vehicle.terminalNo}，将在生效时间解绑并退回库存。</p>
        ) : null}
        <Form.Item name="deviceId" label="终端" rules={[{ required: true, message: '请选择终端' }]}>
          <RemoteSelect search={searchDevices} placeholder="输入终端编号或SIM卡号，仅列出库存终端" />
        </Form.Item>
        <Form.Item name="time" label="生效时间" extra="空白为现在；此时间之后终端上报的数据计入本车">
          <DatePicker
            showTime
            style={{ width: '100%' }}
            placeholder="现在"
            maxDate={now}
            format="YYYY-MM-DD HH:mm:ss"
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
