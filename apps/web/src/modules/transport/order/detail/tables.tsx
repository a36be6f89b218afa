import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import { Link } from 'react-router';
import { formatNumber, none } from '../../../../kit/show/format';
import { LinesTable } from '../../../../kit/work/lines-table';
import { orderLinks } from '../links';
import { OrderStatusRing } from '../status-ring';

/** 货物明细 of an order. */
export function OrderGoods({ order }: { order: OrderDetail }) {
  return (
    <LinesTable
      lines={order.items}
      keyOf={(item) => item.itemId}
      columns={[
        { key: 'lineNo', label: '行', cell: (item) => item.lineNo },
        { key: 'cargoName', label: '品名', cell: (item) => item.cargoName },
        { key: 'temperature', label: '温层', cell: (item) => temperatureType.label(item.temperatureType) },
        { key: 'spec', label: '规格', cell: (item) => item.spec ?? none },
        { key: 'pieces', label: '件数', num: true, cell: (item) => `${formatNumber(item.pieces)} ${item.packUnit}` },
        { key: 'weight', label: '重量(kg)', num: true, cell: (item) => formatNumber(item.weightKg, 2) },
        { key: 'volume', label: '体积(m³)', num: true, cell: (item) => formatNumber(item.volumeM3, 3) },
        { key: 'batch', label: '批号', cell: (item) => item.batchNo ?? none },
        { key: 'expire', label: '到期日', cell: (item) => item.expireOn ?? none },
      ]}
      foot={
        <tr>
          <td colSpan={4}>合计</td>
          <td className="num">{formatNumber(order.totalPieces)}</td>
          <td className="num">{formatNumber(order.totalWeight, 2)}</td>
          <td className="num">{formatNumber(order.totalVolume, 3)}</td>
          <td colSpan={2} />
        </tr>
      }
    />
  );
}

type Relative = OrderDetail['children'][number];

/** 子单与母单: the orders that this one was divided into, the one that it comes from, and those that it was merged from. */
export function OrderFamily({ order }: { order: OrderDetail }) {
  const rows: Array<{ kind: string; order: Relative }> = [
    ...(order.parent ? [{ kind: '母单', order: order.parent }] : []),
    ...order.children.map((child) => ({ kind: '子单', order: child })),
  ];
  return (
    <>
      {rows.length > 0 ? (
        <LinesTable
          lines={rows}
          keyOf={({ order: one }) => one.orderCode}
          columns={[
            { key: 'kind', label: '关系', cell: ({ kind }) => kind },
            {
              key: 'orderCode',
              label: '订单号',
              cell: ({ order: one }) => <Link to={orderLinks.details(one.orderCode)}>{one.orderCode}</Link>,
            },
            { key: 'status', label: '状态', cell: ({ order: one }) => <OrderStatusRing status={one.orderStatus} /> },
            { key: 'receiver', label: '收货点', cell: ({ order: one }) => `${one.receiver} ${one.receiveArea}` },
            { key: 'pieces', label: '件数', num: true, cell: ({ order: one }) => formatNumber(one.totalPieces) },
            { key: 'weight', label: '重量(kg)', num: true, cell: ({ order: one }) => formatNumber(one.totalWeight, 2) },
            { key: 'volume', label: '体积(m³)', num: true, cell: ({ order: one }) => formatNumber(one.totalVolume, 3) },
          ]}
        />
      ) : null}
      {order.mergedFrom.length > 0 ? (
        <p className="transport-order-merged">
          由{' '}
          {order.mergedFrom.map((code) => (
            <Link key={code} to={orderLinks.details(code)}>
              {code}
            </Link>
          ))}{' '}
          合并而成
        </p>
      ) : null}
    </>
  );
}
