import { probeCopy } from '@tongda/contract/resources/vehicle/probe';
import { Button, Form, Modal } from 'antd';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../kit/call/api';
import { useBatch } from '../../../../kit/list/batch-run';
import { Can } from '../../../../kit/session/can';
import { VehiclePicker } from '../../../base/vehicle-picker/door';

interface Props {
  vehicleId: string;
  plateNo: string;
  /** why nothing can be copied yet; absent when it can */
  why?: string;
}

/** 复制到其他车辆: copies the stored wires of this vehicle to others of its type. */
export function ProbeCopy({ vehicleId, plateNo, why }: Props) {
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
      title: `复制 ${plateNo} 的探头设置到 ${ids.length} 辆车`,
      ids,
      nameOf: () => '车辆',
      step: (portion) => call(probeCopy, { vehicleId, ids: portion }),
    });
  };
  return (
    <Can do={probeCopy}>
      <Button icon={<Copy />} disabled={why !== undefined} title={why} onClick={() => setOpen(true)}>
        复制到其他车辆
      </Button>
      <Modal
        open={open}
        title={`复制 ${plateNo} 的探头设置`}
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
              label="目标车辆"
              value={chosen}
              onChange={setChosen}
              style={{ width: '100%' }}
            />
          </Form.Item>
        </Form>
        <p className="td-cap">
          目标车辆原有的探头设置被替换，从现在起生效；探头编号、证书和修正值属于探头本身，不复制。此前的数据保持原来的含义。
        </p>
      </Modal>
      {batch.dialog}
    </Can>
  );
}
