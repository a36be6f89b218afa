import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { lateText } from '@tongda/contract/transport/figures';
import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import {
  deliveryMode,
  freightPayMode,
  orderSource,
  pickUpFlag,
  receiptRequire,
  serviceMode,
} from '@tongda/contract/transport/waybill/enums';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Facts } from '../../../../kit/detail/page';
import { formatNumber, formatRange, none, windowText } from '../../../../kit/show/format';
import { spotText } from '../../../../kit/show/spot';
import { orderLinks } from '../links';

const yuanText = (yuan: number): string => (yuan === 0 ? none : `${formatNumber(yuan, 2)} 元`);

const linkTo = (code: string | null): ReactNode => (code ? <Link to={orderLinks.details(code)}>{code}</Link> : null);

/** When it is promised, and how late it came or is expected. */
const DueTime = ({ order }: { order: OrderDetail }) => (
  <>
    {windowText(order.arriveFrom, order.arriveTo)}
    {order.late === 'onTime' ? null : (
      <span className="transport-order-mark transport-order-urgent">{lateText(order.late, order.delayMin)}</span>
    )}
  </>
);

/** 基本信息 of an order. */
export function OrderBasics({ order }: { order: OrderDetail }) {
  return (
    <>
      <Facts
        title="客户与业务"
        facts={[
          ['客户名称', order.customerName],
          ['客户单号', order.customerOrderNo],
          ['业务类型', serviceMode.label(order.businessType)],
          ['付款方式', freightPayMode.label(order.freightPayMode)],
          ['是否提货', pickUpFlag.label(order.pickUpFlag)],
          ['送货方式', deliveryMode.label(order.deliveryMode)],
          ['订单来源', orderSource.label(order.orderSource)],
          ['合并去向', linkTo(order.mergedInto)],
          ['退货单', linkTo(order.returnedBy)],
          ['退货的原订单', linkTo(order.returnOf)],
        ]}
      />
      <Facts
        title="发货信息"
        facts={[
          ['发货人', order.shipper],
          ['发货电话', order.shipPhone],
          ['发货地址', `${order.shipArea}${order.shipAddress}`],
          ['发站', order.originSite],
          ['坐标', spotText(order.shipLng, order.shipLat)],
          ['要求提货', windowText(order.pickFrom, order.pickTo)],
        ]}
      />
      <Facts
        title="收货信息"
        facts={[
          ['收货人', order.receiver],
          ['收货电话', order.receivePhone],
          ['收货地址', `${order.receiveArea}${order.receiveAddress}`],
          ['到站', order.destSite],
          ['坐标', spotText(order.receiveLng, order.receiveLat)],
          ['要求到达', <DueTime key="due" order={order} />],
          ['托数', order.pallets],
          ['卸货时长', order.unloadMin === null ? null : `${order.unloadMin} 分钟`],
        ]}
      />
      <Facts
        title="温控与增值服务"
        facts={[
          ['温层', temperatureType.label(order.temperatureType)],
          [
            '温度要求',
            order.tempMin === null && order.tempMax === null
              ? null
              : `${formatRange(order.tempMin, order.tempMax, 1)} ℃`,
          ],
          ['需要预冷', order.preCool ? '是' : '否'],
          ['货值', yuanText(order.goodsValue)],
          ['保价金额', yuanText(order.insuredAmount)],
          ['代收货款', yuanText(order.codAmount)],
          [
            '回单要求',
            `${receiptRequire.label(order.receiptRequire)}${order.receiptCopies > 0 ? ` ${order.receiptCopies}份` : ''}`,
          ],
          ['备注', order.remark],
        ]}
      />
    </>
  );
}
