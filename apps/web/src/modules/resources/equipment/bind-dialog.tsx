import { lockBind, lockPage } from '@tongda/contract/resources/equipment/lock';
import { portableBind, portablePage } from '@tongda/contract/resources/equipment/portable';
import { nodeTypeList } from '@tongda/contract/transport/enums';
import { Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { newestRow } from '../../../kit/list/newest-row';
import { searchShops, searchWarehouses } from '../../base/reference/door';
import { VehiclePicker } from '../../base/vehicle-picker/door';

interface Props {
  row: { id: string; version: number; name: string };
  done: () => void;
  close: () => void;
}

const types = nodeTypeList.options.map(({ code, name }) => ({ value: code, label: name }));

/** 绑定便携设备: binds a recorder to a vehicle, a store or a warehouse. */
export function PortableBindDialog(props: Props) {
  const { row, done, close } = props;
  const [bindType, setBindType] = useState<1 | 2 | 3>(nodeTypeList.vehicle);
  const [vehicleId, setVehicleId] = useState<string>();
  const [storeId, setStoreId] = useState<string>();
  return (
    <FormDialog
      endpoint={portableBind}
      input={{ id: row.id, version: row.version, bindType, vehicleId, storeId }}
      fresh={() => newestRow(portablePage, { keyword: row.name }, row.id)}
      told={`${row.name} 已绑定`}
      done={done}
      close={close}
      title={`绑定 ${row.name}`}
      okText="绑定"
      width={420}
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
          <AtField name="vehicleId" label="车辆">
            <VehiclePicker label="车辆" value={vehicleId} onChange={setVehicleId} style={{ width: '100%' }} />
          </AtField>
        ) : (
          <AtField name="storeId" label={nodeTypeList.label(bindType)}>
            <RemoteSelect
              key={bindType}
              label={nodeTypeList.label(bindType)}
              search={bindType === nodeTypeList.store ? searchShops : searchWarehouses}
              value={storeId}
              onChange={setStoreId}
            />
          </AtField>
        )}
      </Form>
      <p className="td-cap">从现在起生效；原来的绑定同时结束，记录保留。</p>
    </FormDialog>
  );
}

/** 绑定蓝牙锁: binds a lock to a door of a vehicle. */
export function LockBindDialog(props: Props) {
  const { row, done, close } = props;
  const [vehicleId, setVehicleId] = useState<string>();
  const [doorPos, setDoorPos] = useState('后门');
  return (
    <FormDialog
      endpoint={lockBind}
      input={{ id: row.id, version: row.version, vehicleId: vehicleId ?? '', doorPos }}
      fresh={() => newestRow(lockPage, { keyword: row.name }, row.id)}
      told={`${row.name} 已绑定`}
      done={done}
      close={close}
      title={`绑定 ${row.name}`}
      okText="绑定"
      width={420}
    >
      <Form layout="vertical" requiredMark={false}>
        <AtField name="vehicleId" label="车辆">
          <VehiclePicker label="车辆" value={vehicleId} onChange={setVehicleId} style={{ width: '100%' }} />
        </AtField>
        <AtField name="doorPos" label="门位" htmlFor="lock-door">
          <Input id="lock-door" value={doorPos} maxLength={10} onChange={(event) => setDoorPos(event.target.value)} />
        </AtField>
      </Form>
      <p className="td-cap">从现在起生效；原来的绑定同时结束，记录保留。</p>
    </FormDialog>
  );
}
