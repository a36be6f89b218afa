import {
  type OrderTemplate,
  orderPrint,
  orderTemplates,
  type PrintedOrder,
} from '@tongda/contract/transport/print/calls';
import { useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import { PrintFrame } from '../../base/print/door';
import type { Labelled } from './label-model';
import { Labels } from './labels';
import { ConsignPaper, ReceiptPaper } from './order-papers';
import { tempWish } from './parts';
import { TemperaturePaper } from './temperature-paper';
import { orderTemperatures, useTemperatures } from './use-temperatures';

const isTemplate = (text: string | undefined): text is OrderTemplate => text !== undefined && text in orderTemplates;
const labelOrderOf = (order: PrintedOrder): Labelled => ({
  ...order,
  receiveAddress: `${order.receiveArea}${order.receiveAddress}`,
});
/** A paper receipt is printed in as many copies as the order asks for. */
const copiesOf = (order: PrintedOrder): number => Math.max(1, order.receiptCopies);

/** 托运单、标签、回单、温度单 of orders: /print/order/:template?codes=. */
export function OrderPrintPage() {
  const { template } = useParams();
  const [params] = useSearchParams();
  const orderCodes = (params.get('codes') ?? '').split(',').filter(Boolean);
  const answer = useAsk(orderPrint, { orderCodes }, { when: orderCodes.length > 0, refetchOnWindowFocus: false });
  // what nobody signed for has no temperature of its arrival
  const signed = answer.data?.orders.flatMap(({ orderCode, signTime }) => (signTime ? [orderCode] : [])) ?? [];
  const wanted = { temperature: orderCodes, receipt: signed, consign: [], label: [] };
  const temperatures = useTemperatures(orderTemperatures, isTemplate(template) ? wanted[template] : []);
  const [left, setLeft] = useState(0);
  const labels = useMemo(() => answer.data?.orders.map(labelOrderOf) ?? [], [answer.data]);
  if (!isTemplate(template) || orderCodes.length === 0) return <Empty title="没有指定要打印的订单" />;
  const data = answer.data;
  const title = orderTemplates[template];
  const company = data?.companyName ?? '';
  const foot = data ? `打印人 ${data.printUser}　打印时间 ${data.printTime}` : '';
  const papers = (orders: readonly PrintedOrder[]) => {
    if (template === 'label') return <Labels company={company} orders={labels} waiting={setLeft} />;
    if (template === 'consign')
      return orders.map((order) => <ConsignPaper key={order.orderCode} order={order} company={company} foot={foot} />);
    if (template === 'temperature')
      return orders.map((order) => {
        const temperature = temperatures.data?.get(order.orderCode);
        return temperature ? (
          <TemperaturePaper
            key={order.orderCode}
            company={company}
            code={order.orderCode}
            foot={foot}
            cells={[
              ['客户名称', order.customerName],
              ['客户单号', order.customerOrderNo],
              ['发货人', order.shipper],
              ['收货人', order.receiver],
              [
                '货物',
                order.items.map((item) => `${item.cargoName} ${formatNumber(item.pieces)}${item.packUnit}`).join('、'),
                'wide',
              ],
              ['温度要求', tempWish(order)],
              ['签收', order.signTime ? `${order.signer ?? ''} ${order.signTime}` : ''],
            ]}
            temperature={temperature}
          />
        ) : null;
      });
    return orders.flatMap((order) =>
      Array.from({ length: copiesOf(order) }, (_, i) => (
        <ReceiptPaper
          key={`${order.orderCode}-${String(i)}`}
          order={order}
          company={company}
          endTemp={temperatures.data?.get(order.orderCode)?.legs.at(-1)?.endTemp ?? null}
          foot={`第 ${i + 1} / ${copiesOf(order)} 份　${foot}`}
        />
      )),
    );
  };
  return (
    <PrintFrame
      title={title}
      note={`${orderCodes.length} 个订单`}
      paper={template === 'label' ? 'label' : 'a4'}
      making={template === 'label' && left > 0}
      error={answer.error ?? temperatures.error}
      retry={() => {
        void answer.refetch();
        void temperatures.refetch();
      }}
    >
      {data && temperatures.ready ? papers(data.orders) : null}
    </PrintFrame>
  );
}
