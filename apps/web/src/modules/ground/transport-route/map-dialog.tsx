import { routeDetail } from '@tongda/contract/ground/transport-route/calls';
import { Modal } from 'antd';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import { RouteMap } from './map';

/** 地图预览: the stops of a route in their order, along its electronic line where it has one. */
export function MapDialog({ id, name, close }: { id: string; name: string; close: () => void }) {
  const detail = useAsk(routeDetail, { id });
  const route = detail.data;
  return (
    <Modal open title={`地图预览 ${name}`} width={860} footer={null} onCancel={close}>
      {detail.error ? <ErrorState error={detail.error} retry={() => void detail.refetch()} /> : null}
      {route ? (
        <>
          <RouteMap stops={route.stops} line={route.line} large />
          <p className="td-cap">
            {route.stopCount} 个停靠点，{formatNumber(route.planMileage, 1)} km，
            {route.line ? `沿电子线路“${route.lineName}”` : '未绑定电子线路，按直线示意'}
          </p>
        </>
      ) : detail.error ? null : (
        <Loading />
      )}
    </Modal>
  );
}
