import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import { Link } from 'react-router';
import { none, num } from '../../../../kit/show/format';
import { OrderStatusDot } from '../cells';
import { orderLinks } from '../links';

/** 货物明细 of an order. */
export function OrderGoods({ order }: { order: OrderDetail }) {
  return (
    <table className="transport-order-table">
      <thead>
        <tr>
          <th>行</th>
          <th>品名</th>
          <th>温层</th>
          <th>规格</th>
          <th className="num">件数</th>
          <th className="num">重量 kg</th>
          <th className="num">体积 m³</th>
          <th>批号</th>
          <th>到期日</th>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <tr key={item.itemId}>
            <td>{item.lineNo}</td>
            <td>{item.cargoName}</td>
            <td>{temperatureType.label(item.temperatureType)}</td>
            <td>{item.spec ?? none}</td>
            <td className="num">
              {num(item.pieces)} {item.packUnit}
            </td>
            <td className="num">{num(item.weightKg, 2)}</td>
            <td className="num">{num(item.volumeM3, 3)}</td>
            <td>{item.batchNo ?? none}</td>
            <td>{item.expireOn ?? none}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={4}>合计</td>
          <td className="num">{num(order.totalPieces)}</td>
          <td className="num">{num(order.totalWeight, 2)}</td>
          <td className="num">{num(order.totalVolume, 3)}</td>
          <td colSpan={2} />
        </tr>
      </tfoot>
    </table>
  );
}

type Relative = OrderDetail['children'][number];

/** 子单与母单: what an order was divided into, from, or joined of. */
export function OrderFamily({ order }: { order: OrderDetail }) {
  const rows: Array<{ kind: string; order: Relative }> = [
    ...(order.parent ? [{ kind: '母单', order: order.parent }] : []),
    ...order.children.map((child) => ({ kind: '子单', order: child })),
  ];
  return (
    <>
      {rows.length > 0 ? (
        <table className="transport-order-table">
          <thead>
            <tr>
              <th>关系</th>
              <th>订单号</th>
              <th>状态</th>
              <th>收货点</th>
              <th className="num">件数</th>
              <th className="num">重量 kg</th>
              <th className="num">体积 m³</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ kind, order: one }) => (
              <tr key={one.orderCode}>
                <td>{kind}</td>
                <td>
                  <Link to={orderLinks.details(one.orderCode)}>{one.orderCode}</Link>
                </td>
                <td>
                  <OrderStatusDot status={one.orderStatus} />
                </td>
                <td>
                  {one.receiver} {one.receiveArea}
                </td>
                <td className="num">{num(one.totalPieces)}</td>
                <td className="num">{num(one.totalWeight, 2)}</td>
                <td className="num">{num(one.totalVolume, 3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
