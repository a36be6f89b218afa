import type { PrintedOrder } from '@tongda/contract/transport/print/calls';
import {
  deliveryMode,
  freightPayMode,
  orderPriority,
  pickUpFlag,
  receiptRequire,
  serviceMode,
} from '@tongda/contract/transport/waybill/enums';
import { formatNumber, formatTemp } from '../../../kit/show/format';
import { type Cell, Grid, Sheet, Signs } from '../../base/print/door';
import { GoodsTable, tempWish, timeSpanText } from './parts';

interface PaperProps {
  order: PrintedOrder;
  company: string;
  foot: string;
}

const optionName = (of: { options: ReadonlyArray<{ code: number; name: string }> }, code: number): string =>
  of.options.find((option) => option.code === code)?.name ?? '';
const yuanText = (amount: number): string => (amount === 0 ? '' : `${formatNumber(amount, 2)} 元`);

const placeCells = (order: PrintedOrder): Cell[] => [
  ['发货人', `${order.shipper}　${order.shipPhone}`],
  ['收货人', `${order.receiver}　${order.receivePhone}`],
  ['发货地址', `${order.shipArea}${order.shipAddress}`],
  ['收货地址', `${order.receiveArea}${order.receiveAddress}`],
];

/** 托运单: what the shipper asks for. */
export function ConsignPaper({ order, company, foot }: PaperProps) {
  return (
    <Sheet company={company} title="托运单" code={order.orderCode} foot={foot}>
      <Grid
        cells={[
          ['客户名称', order.customerName],
          ['客户单号', order.customerOrderNo],
          ['业务类型', optionName(serviceMode, order.businessType)],
          ['付款方式', optionName(freightPayMode, order.freightPayMode)],
          ['优先级', optionName(orderPriority, order.priority)],
          ['下单时间', order.createTime],
          ...placeCells(order),
          ['是否提货', optionName(pickUpFlag, order.pickUpFlag)],
          ['送货方式', optionName(deliveryMode, order.deliveryMode)],
          ['要求提货', timeSpanText(order.pickFrom, order.pickTo)],
          ['要求到达', timeSpanText(order.arriveFrom, order.arriveTo)],
          ['温度要求', `${tempWish(order)}${order.preCool ? '　需预冷' : ''}`],
          [
            '回单要求',
            `${optionName(receiptRequire, order.receiptRequire)}${order.receiptCopies ? ` ${order.receiptCopies} 份` : ''}`,
          ],
          ['货值 / 保价', [yuanText(order.goodsValue), yuanText(order.insuredAmount)].filter(Boolean).join(' / ')],
          ['代收货款', yuanText(order.codAmount)],
          ['备注', order.remark, 'wide'],
        ]}
      />
      <GoodsTable items={order.items} />
      <Signs names={['发货人签字', '承运人签字', '日期']} />
    </Sheet>
  );
}

/** 签收回单: what the receiver signs and what goes back to the customer. `endTemp`: of the compartment when it was signed; without it there is room to write it. */
export function ReceiptPaper({ order, company, foot, endTemp }: PaperProps & { endTemp: number | null }) {
  const signed = order.signTime !== null;
  return (
    <Sheet company={company} title="签收回单" code={order.orderCode} foot={foot}>
      <Grid
        cells={[
          ['客户名称', order.customerName],
          ['客户单号', order.customerOrderNo],
          ['运单号', order.waybillCode],
          ['车牌号 / 司机', [order.plateNo, order.driverName].filter(Boolean).join(' / ')],
          ...placeCells(order),
          ['温度要求', tempWish(order)],
          ['要求到达', timeSpanText(order.arriveFrom, order.arriveTo)],
          ['代收货款', yuanText(order.codAmount)],
          [
            '回单要求',
            `${optionName(receiptRequire, order.receiptRequire)}${order.receiptCopies ? ` ${order.receiptCopies} 份` : ''}`,
          ],
          ['备注', order.remark, 'wide'],
        ]}
      />
      <GoodsTable items={order.items} />
      <Grid
        cells={[
          ['应收件数', `${formatNumber(order.totalPieces)} 件`],
          ['实收件数', signed ? `${formatNumber(order.signPieces)} 件` : '　　　　　件'],
          ['拒收件数', signed ? `${formatNumber(order.rejectPieces)} 件` : '　　　　　件'],
          ['到货温度', endTemp === null ? '　　　　　℃' : `${formatTemp(endTemp)} ℃`],
          ['签收人', order.signer ?? '　'],
          ['签收时间', order.signTime ?? '　'],
        ]}
      />
      <Signs names={['收货人签字（盖章）', '司机签字', '日期']} />
    </Sheet>
  );
}
