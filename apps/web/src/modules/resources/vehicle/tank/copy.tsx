import { tankCopy } from '@tongda/contract/resources/vehicle/tank';
import { Button, Form, Modal } from 'antd';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../kit/call/api';
import { useBatch } from '../../../../kit/list/batch-run';
import { Can } from '../../../../kit/session/can';
import { VehiclePicker } from '../../../base/vehicle-picker/door';
import type { TankSetting } from './model';

interface Props {
  setting: TankSetting;
  /** why nothing can be copied yet; absent when it can */
  why: string | undefined;
}

/** 复制到同型车: copies the stored tables of this vehicle to others of its type. */
export function TankCopy({ setting, why }: Props) {
  const { vehicleId, plateNo, tanks } = setting;
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const batch = useBatch();
  const ids = chosen.filter((id) => id !== vehicleId);
  const close = (): void => {
    setOpen(false);
    setChosen([]);
  };
  const run = (): void => {
    close();
    void batch.start({
      title: `复制 ${plateNo} 的油量标定到 ${ids.length} 辆车`,
      ids,
      nameOf: () => '车辆',
      step: (portion) => call(tankCopy, { vehicleId, ids: portion }),
    });
  };
  const refused = why ?? (tanks.length === 0 ? '还没有标定' : undefined);
  return (
    <Can do={tankCopy}>
      <Button icon={<Copy />} disabled={refused !== undefined} title={refused} onClick={() => setOpen(true)}>
        复制到同型车
      </Button>
      <Modal
        open={open}
        title={`复制 ${plateNo} 的油量标定`}
        okText={ids.length > 0 ? `复制到 ${ids.length} 辆车` : '复制'}
        cancelText="取消"
        width={480}
        okButtonProps={{ disabled: ids.length === 0 }}
        onOk={run}
        onCancel={close}
      >
        <Form layout="vertical" requiredMark={false}>
          <Form.Item label="复制到（车辆类型须相同）">
            <VehiclePicker
              multiple
              max={200}
              equip={['oil']}
              label="目标车辆"
              value={chosen}
              onChange={setChosen}
              style={{ width: '100%' }}
            />
          </Form.Item>
        </Form>
        <p className="td-cap">目标车辆的标定从现在起换成这一份，此前的数据保持原来的含义。</p>
      </Modal>
      {batch.dialog}
    </Can>
  );
}
