import { lockBind } from '@tongda/contract/resources/equipment/lock';
import { portableBind } from '@tongda/contract/resources/equipment/portable';
import { nodeTypeList } from '@tongda/contract/transport/enums';
import { Form, Input, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { reportError, toast } from '../../../kit/dialog/notify';
import { RemoteSelect } from '../../../kit/form/remote-select';
import { searchShops, searchWarehouses } from '../../base/reference/door';
import { VehiclePicker } from '../vehicle/door';

interface Props {
  row: { id: string; version: number; name: string };
  done: () => void;
  close: () => void;
}

/** Sends, shows findings at their fields, closes when it is done. */
function useBinding({ row, done, close }: Props) {
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const send = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      toast('success', `${row.name} 已绑定`);
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
  const item = (field: string) => ({
    validateStatus: faults[field] ? ('error' as const) : undefined,
    help: faults[field],
  });
  return { busy, send, item };
}

const types = nodeTypeList.options.map(({ code, name }) => ({ value: code, label: name }));

/** 绑定便携设备: into a vehicle, a store or a warehouse. */
export function PortableBindDialog(props: Props) {
  const { row, close } = props;
  const { busy, send, item } = useBinding(props);
  const [bindType, setBindType] = useState<1 | 2 | 3>(nodeTypeList.vehicle);
  const [vehicleId, setVehicleId] = useState<string>();
  const [storeId, setStoreId] = useState<string>();
  const save = (): void =>
    void send(() => call(portableBind, { id: row.id, version: row.version, bindType, vehicleId, storeId }));
  return (
    <Modal
      open
      title={`绑定 ${row.name}`}
      okText="绑定"
      cancelText="取消"
      width={420}
      confirmLoading={busy}
      onOk={save}
      onCancel={close}
    >
      <Form layout="vertical" requiredMark={false}>
        <Form.Item label="绑定类型">
          <Segmented
            block
            options={types}
            value={bindType}
            onChange={(type) => {
              setBindType(type);
              setStoreId(undefined);
            }}
          />
        </Form.Item>
        {bindType === nodeTypeList.vehicle ? (
          <Form.Item label="车辆" {...item('vehicleId')}>
            <VehiclePicker label="车辆" value={vehicleId} onChange={setVehicleId} style={{ width: '100%' }} />
          </Form.Item>
        ) : (
          <Form.Item label={nodeTypeList.label(bindType)} {...item('storeId')}>
            <RemoteSelect
              key={bindType}
              label={nodeTypeList.label(bindType)}
              search={bindType === nodeTypeList.store ? searchShops : searchWarehouses}
              value={storeId}
              onChange={setStoreId}
            />
          </Form.Item>
        )}
      </Form>
      <p className="td-cap">从现在起生效；原来的绑定同时结束，记录保留。</p>
    </Modal>
  );
}

/** 绑定蓝牙锁: on which door of which vehicle. */
export function LockBindDialog(props: Props) {
  const { row, close } = props;
  const { busy, send, item } = useBinding(props);
  const [vehicleId, setVehicleId] = useState<string>();
  const [doorPos, setDoorPos] = useState('后门');
  const save = (): void =>
    void send(() => call(lockBind, { id: row.id, version: row.version, vehicleId: vehicleId ?? '', doorPos }));
  return (
    <Modal
      open
      title={`绑定 ${row.name}`}
      okText="绑定"
      cancelText="取消"
      width={420}
      confirmLoading={busy}
      onOk={save}
      onCancel={close}
    >
      <Form layout="vertical" requiredMark={false}>
        <Form.Item label="车辆" {...item('vehicleId')}>
          <VehiclePicker label="车辆" value={vehicleId} onChange={setVehicleId} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item label="门位" htmlFor="lock-door" {...item('doorPos')}>
          <Input id="lock-door" value={doorPos} maxLength={10} onChange={(event) => setDoorPos(event.target.value)} />
        </Form.Item>
      </Form>
      <p className="td-cap">从现在起生效；原来的绑定同时结束，记录保留。</p>
    </Modal>
  );
}
