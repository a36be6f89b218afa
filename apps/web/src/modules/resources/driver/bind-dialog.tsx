import { type DriverRow, driverBind } from '@tongda/contract/resources/driver/calls';
import { vehiclePage } from '@tongda/contract/resources/vehicle/calls';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { Loading } from '../../../kit/show/states';
import { VehiclePicker } from '../../base/vehicle-picker/door';

const max = 20;

/** 绑定车辆: chooses the vehicles of which somebody is the main driver. */
export function BindDialog(props: { driver: DriverRow; done: () => void; close: () => void }) {
  const { driver, done, close } = props;
  const [chosen, setChosen] = useState<string[] | null>(null);
  const now = useAsk(
    vehiclePage,
    { plateNo: driver.plates.join(' '), size: 50 },
    { own: 'of driver', when: driver.plates.length > 0 },
  );
  const current = (now.data?.list ?? []).filter((v) => v.driverId === driver.id).map((v) => v.id);
  const value = chosen ?? current;
  return (
    <FormDialog
      endpoint={driverBind}
      input={{ id: driver.id, vehicleIds: value }}
      ready={!now.isLoading}
      touched={chosen !== null}
      told={`${driver.name} 已绑定 ${value.length} 辆车`}
      done={done}
      close={close}
      title={`${driver.name} 绑定车辆`}
    >
      <p className="td-cap">作为主驾的车辆，最多{max}辆；已有主驾的车辆会换成该司机，原司机保留在驾驶历史中。</p>
      {now.isLoading ? (
        <Loading />
      ) : (
        <AtField name="vehicleIds">
          <VehiclePicker multiple max={max} label="车辆" value={value} onChange={setChosen} style={{ width: '100%' }} />
        </AtField>
      )}
    </FormDialog>
  );
}
