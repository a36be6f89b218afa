import { routeBindVehicle, routeDetail } from '@tongda/contract/ground/transport-route/calls';
import { Form } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { ErrorState, Loading } from '../../../kit/show/states';
import { VehiclePicker } from '../../base/vehicle-picker/door';

interface Props {
  row: { id: string; routeName: string };
  done: () => void;
  close: () => void;
}

/** 绑定车辆: which vehicles usually drive a route. */
export function BindVehiclesDialog({ row, done, close }: Props) {
  const detail = useAsk(routeDetail, { id: row.id }, { own: 'bind' });
  const [chosen, setChosen] = useState<string[] | null>(null);
  const vehicleIds = chosen ?? detail.data?.boundVehicles.map(({ id }) => id) ?? [];
  return (
    <FormDialog
      endpoint={routeBindVehicle}
      input={detail.data ? { id: row.id, version: detail.data.version, vehicleIds } : null}
      ready={chosen !== null}
      touched={chosen !== null}
      fresh={() => detail.refetch({ throwOnError: true })}
      told={vehicleIds.length > 0 ? `已绑定 ${vehicleIds.length} 辆车` : '已解除全部车辆'}
      done={done}
      close={close}
      title={`线路“${row.routeName}”的车辆`}
      width={480}
    >
      {detail.error ? <ErrorState error={detail.error} retry={() => void detail.refetch()} /> : null}
      {detail.isLoading ? <Loading /> : null}
      {detail.data ? (
        <Form layout="vertical" requiredMark={false}>
          <AtField name="vehicleIds" label={`常跑这条线路的车辆（${vehicleIds.length}辆）`}>
            <VehiclePicker
              multiple
              max={200}
              label="车辆"
              value={vehicleIds}
              onChange={setChosen}
              style={{ width: '100%' }}
            />
          </AtField>
        </Form>
      ) : null}
      <p className="td-cap">一辆车可以绑定多条线路；清空后保存即解除全部绑定。</p>
    </FormDialog>
  );
}
