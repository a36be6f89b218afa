import { useQuery } from '@tanstack/react-query';
import { routeBindVehicle, routeDetail } from '@tongda/contract/ground/transport-route/calls';
import { Form, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';
import { ErrorState, Loading } from '../../../kit/show/states';
import { VehiclePicker } from '../../resources/vehicle/door';

interface Props {
  row: { id: string; routeName: string };
  done: () => void;
  close: () => void;
}

/** 绑定车辆: which vehicles usually drive a route. */
export function BindVehiclesDialog({ row, done, close }: Props) {
  const detail = useQuery({
    queryKey: [routeDetail.path, 'bind', row.id],
    queryFn: ({ signal }) => call(routeDetail, { id: row.id }, { signal, quiet: true }),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const vehicleIds = chosen ?? detail.data?.boundVehicles.map(({ id }) => id) ?? [];
  const save = async (): Promise<void> => {
    if (!detail.data) return;
    setBusy(true);
    try {
      await call(routeBindVehicle, { id: row.id, version: detail.data.version, vehicleIds });
      toast('success', vehicleIds.length > 0 ? `已绑定 ${vehicleIds.length} 辆车` : '已解除全部车辆');
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
      title={`线路“${row.routeName}”的车辆`}
      okText="保存"
      cancelText="取消"
      width={480}
      confirmLoading={busy}
      okButtonProps={{ disabled: chosen === null }}
      onOk={() => void save()}
      onCancel={close}
    >
      {detail.error ? <ErrorState error={detail.error} retry={() => void detail.refetch()} /> : null}
      {detail.isLoading ? <Loading /> : null}
      {detail.data ? (
        <Form layout="vertical" requiredMark={false}>
          <Form.Item label={`常跑这条线路的车辆（${vehicleIds.length}辆）`}>
            <VehiclePicker
              multiple
              max={200}
              label="车辆"
              value={vehicleIds}
              onChange={setChosen}
              style={{ width: '100%' }}
            />
          </Form.Item>
        </Form>
      ) : null}
      <p className="td-cap">一辆车可以绑定多条线路；清空后保存即解除全部绑定。</p>
    </Modal>
  );
}
