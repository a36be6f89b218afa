import { useQuery } from '@tanstack/react-query';
import { type DriverRow, driverBind } from '@tongda/contract/resources/driver/calls';
import { vehiclePage } from '@tongda/contract/resources/vehicle/calls';
import { Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';
import { Loading } from '../../../kit/show/states';
import { VehiclePicker } from '../vehicle/door';

const max = 20;

/** 绑定车辆: the vehicles of which somebody is the main driver. */
export function BindDialog(props: { driver: DriverRow; done: () => void; close: () => void }) {
  const { driver, done, close } = props;
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const now = useQuery({
    queryKey: [vehiclePage.path, 'of driver', driver.id],
    queryFn: () => call(vehiclePage, { plateNo: driver.plates.join(' '), size: 50 }, { quiet: true }),
    enabled: driver.plates.length > 0,
    gcTime: 0,
  });
  const current = (now.data?.list ?? []).filter((v) => v.driverId === driver.id).map((v) => v.id);
  const value = chosen ?? current;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(driverBind, { id: driver.id, vehicleIds: value });
      toast('success', `${driver.name} 已绑定 ${value.length} 辆车`);
      done();
      close();
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${driver.name} 绑定车辆`}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={close}
    >
      <p className="td-cap">作为主驾的车辆，最多{max}辆；已有主驾的车辆会换成该司机，原司机保留在驾驶历史中。</p>
      {now.isLoading ? (
        <Loading />
      ) : (
        <VehiclePicker multiple max={max} label="车辆" value={value} onChange={setChosen} style={{ width: '100%' }} />
      )}
    </Modal>
  );
}
