import { commandCut, commandRestore } from '@tongda/contract/watch/command/calls';
import { cutBelowKmh } from '@tongda/contract/watch/command/kind';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../../kit/dialog/act-bar';
import { FormDialog } from '../../../../kit/dialog/form';
import { ReasonField } from './frame';
import type { CommandFormProps } from './props';

/** 断油断电: the plate is typed once more, and asked about once more before it goes out. */
export function CutForm({ vehicles: [vehicle], sent, close }: CommandFormProps) {
  const [plateNo, setPlateNo] = useState('');
  const [reason, setReason] = useState('');
  if (!vehicle) return null;
  return (
    <FormDialog
      endpoint={commandCut}
      input={{ vehicleId: vehicle.id, plateNo, reason }}
      ready={plateNo.trim().toUpperCase() === vehicle.plateNo}
      sure={{
        title: `确定断开 ${vehicle.plateNo} 的油路和电路？`,
        content: '车辆将无法启动或逐渐停下。请确认车辆处于安全的地方。',
        ok: '断油断电',
        danger: true,
      }}
      check
      stay
      done={sent}
      close={close}
      title={`断油断电 ${vehicle.plateNo}`}
      okText="断油断电"
      danger
      width={460}
    >
      <p>车速低于 {cutBelowKmh} km/h 且最近有定位时才能下发；终端的油路或电路状态变化后才算执行成功。</p>
      <Form layout="vertical">
        <AtField name="plateNo" label="请输入车牌号确认" htmlFor="command-plate">
          <Input
            id="command-plate"
            autoFocus
            value={plateNo}
            placeholder={vehicle.plateNo}
            onChange={(e) => setPlateNo(e.target.value)}
          />
        </AtField>
        <ReasonField value={reason} put={setReason} />
      </Form>
    </FormDialog>
  );
}

/** 恢复油电. */
export function RestoreForm({ vehicles: [vehicle], sent, close }: CommandFormProps) {
  const [reason, setReason] = useState('');
  if (!vehicle) return null;
  return (
    <FormDialog
      endpoint={commandRestore}
      input={{ vehicleId: vehicle.id, reason }}
      check
      stay
      done={sent}
      close={close}
      title={`恢复油电 ${vehicle.plateNo}`}
      okText="恢复"
      width={460}
    >
      <Form layout="vertical">
        <ReasonField value={reason} put={setReason} />
      </Form>
    </FormDialog>
  );
}
