import type { Endpoint } from '@tongda/contract/core/endpoint';
import type { BatchLine } from '@tongda/contract/core/register/pieces';
import { Button, Form, Modal } from 'antd';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useBatch } from '../../../kit/list/batch-run';
import { Can } from '../../../kit/session/can';
import { VehiclePicker } from '../../base/vehicle-picker/door';

interface Props {
  /** what copies, and the right that it needs */
  of: Pick<Endpoint, 'access'>;
  step: (ids: string[]) => Promise<BatchLine[]>;
  vehicleId: string;
  plateNo: string;
  /** of the button */
  label: string;
  /** what is copied: 油量标定, 探头设置 */
  what: string;
  /** what becomes of the vehicles that it is copied to */
  note: string;
  /** which equipment they need */
  equip?: Array<'tem' | 'door' | 'oil'>;
  /** why nothing can be copied yet; absent when it can */
  why: string | undefined;
}

/** Copies something of a vehicle to others of its type, and tells of each what came of it. */
export function CopyButton({ of, step, vehicleId, plateNo, label, what, note, equip, why }: Props) {
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
    const title = `复制 ${plateNo} 的${what}到 ${ids.length} 辆车`;
    void batch.start({ title, ids, nameOf: () => '车辆', step });
  };
  return (
    <Can do={of}>
      <Button icon={<Copy />} disabled={why !== undefined} title={why} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        open={open}
        title={`复制 ${plateNo} 的${what}`}
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
              equip={equip}
              label="目标车辆"
              value={chosen}
              onChange={setChosen}
              style={{ width: '100%' }}
            />
          </Form.Item>
        </Form>
        <p className="td-cap">{note}</p>
      </Modal>
      {batch.dialog}
    </Can>
  );
}
