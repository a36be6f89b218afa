import type { CustomerDetail } from '@tongda/contract/resources/customer/calls';
import { storePage } from '@tongda/contract/resources/store/calls';
import { href, routes } from '@tongda/contract/shell/routes';
import { Table } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../../kit/session/can';
import { none } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import { PinLayer } from '../../../map/places/pin-layer';
import { MapView } from '../../../map/view/canvas';

/** 门店 of a customer, on a map and as a list. */
export function StoresPanel({ customer }: { customer: CustomerDetail }) {
  const mayOpen = useCan(storePage);
  const pins = useMemo(
    () =>
      customer.stores.flatMap(({ lng, lat, name }) =>
        lng === null || lat === null ? [] : [{ lng, lat, label: name }],
      ),
    [customer.stores],
  );
  if (customer.stores.length === 0) return <Empty title="还没有门店" text="在门店管理中新增门店并选择该客户" />;
  const missing = customer.stores.length - pins.length;
  return (
    <>
      {pins.length > 0 ? (
        <section className="resources-customer-map" aria-label="门店地图">
          <MapView
            controls={{ right: 8, bottom: 8 }}
            onReady={(map) =>
              map.fitBounds(
                pins.map(({ lng, lat }) => [lng, lat] as const),
                { maxZoom: 13, animate: false },
              )
            }
          >
            <PinLayer pins={pins} />
          </MapView>
        </section>
      ) : null}
      {missing > 0 ? <p className="td-cap">{missing} 家门店还没有定位，不在地图上。</p> : null}
      <Table
        size="small"
        rowKey="id"
        style={{ marginTop: 12 }}
        dataSource={customer.stores}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          {
            title: '门店编码',
            width: 130,
            render: (_, s) =>
              mayOpen ? <Link to={href(routes.storeEdit, 'resources', { id: s.id })}>{s.code}</Link> : s.code,
          },
          { dataIndex: 'name', title: '门店名称', width: 200 },
          { title: '地址', render: (_, s) => s.address || none },
          { title: '定位', width: 90, render: (_, s) => (s.lng === null ? '未定位' : '已定位') },
        ]}
      />
    </>
  );
}
