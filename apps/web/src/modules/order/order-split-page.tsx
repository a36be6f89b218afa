import { useQuery } from '@tanstack/react-query';
import { splitFlag } from '@tongda/contract/enums/waybill';
import { type OrderDetail, orderDetail, orderPage, orderSplit, orderStatusCount } from '@tongda/contract/order/order';
import { splitChildren } from '@tongda/contract/order/split';
import { Button, InputNumber, Segmented } from 'antd';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../kit/api';
import { num, shortTime } from '../../kit/format';
import { reportError, toast } from '../../kit/notify';
import { Empty, ErrorState, Loading } from '../../kit/states';
import { TempClasses } from '../../kit/temp-class';
import { useInvalidate } from '../../kit/use-list';
import { orderLinks } from './links';
import { OrderMarks, OrderStatusDot } from './order-cells';
import { byHand, byTemperature, evenly, goodsOf, left, type Matrix, preview, problemOf, resized } from './split-model';
import '../../kit/edit-page.css';
import './order.css';

type CodTo = 'byPieces' | 'first';

/** 客户订单拆单: how many pieces of each line go with which child. */
export function OrderSplitPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const answer = useQuery({
    queryKey: [orderDetail.path, 'split', id],
    queryFn: ({ signal }) => call(orderDetail, { id }, { signal, quiet: true }),
    enabled: id !== '',
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const back = <Button onClick={() => void navigate(orderLinks.list)}>返回订单列表</Button>;
  if (id === '') return <Empty title="没有指定订单" action={back} />;
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  if (!answer.data.allowActions.includes('splitOrder'))
    return (
      <Empty
        title={`订单 ${id} 现在不能拆单`}
        text={answer.data.splitFlag === splitFlag.whole ? '只有待调度的订单可以拆单' : '订单已经拆分过'}
        action={back}
      />
    );
  return <SplitForm key={answer.dataUpdatedAt} order={answer.data} />;
}

function SplitForm({ order }: { order: OrderDetail }) {
  const goods = useMemo(() => goodsOf(order), [order]);
  const zones = useMemo(() => byTemperature(goods), [goods]);
  const [matrix, setMatrix] = useState<Matrix>(() => zones ?? evenly(goods, splitChildren.min));
  const [codTo, setCodTo] = useState<CodTo>('byPieces');
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const count = matrix[0]?.length ?? 0;
  const names = Array.from({ length: count }, (_, child) => `子单${child + 1}`);
  const problem = problemOf(goods, matrix);
  const children = preview(order, goods, matrix, codTo);
  const put = (item: number, child: number, pieces: number): void =>
    setMatrix(matrix.map((row, i) => (i === item ? row.map((n, k) => (k === child ? pieces : n)) : row)));
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { childCodes } = await call(orderSplit, {
        orderCode: order.orderCode,
        version: order.version,
        codTo,
        children: Array.from({ length: count }, (_, child) => ({
          items: goods.map(({ itemId }, i) => ({ itemId, pieces: matrix[i]?.[child] ?? 0 })),
        })),
      });
      for (const endpoint of [orderPage, orderStatusCount, orderDetail]) void invalidate(endpoint);
      toast('success', `已拆为 ${childCodes.length} 个子单`);
      void navigate(orderLinks.details(order.orderCode, 'family'));
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
  };
  return (
    <section className="td-edit">
      <header className="td-edit-head">
        <Button type="text" icon={<ArrowLeft />} aria-label="返回" onClick={() => void navigate(-1)} />
        <h1>拆单</h1>
        <span className="td-edit-code">
          {order.orderCode}
          <OrderMarks order={order} />
        </span>
        <OrderStatusDot status={order.orderStatus} />
        <span className="td-edit-meta">
          {order.customerName}　{order.receiver} {order.receiveArea}　要求到达 {shortTime(order.arriveTo)}
        </span>
      </header>
      <div className="ord-split-tools">
        子单数
        <InputNumber
          aria-label="子单数"
          value={count}
          min={splitChildren.min}
          max={splitChildren.max}
          precision={0}
          onChange={(next) => next && setMatrix(resized(matrix, next))}
        />
        <Button onClick={() => setMatrix(evenly(goods, count))}>自动均分</Button>
        {zones ? <Button onClick={() => setMatrix(zones)}>按温层拆单</Button> : null}
        <Button onClick={() => setMatrix(byHand(goods, count))}>重置</Button>
        {order.codAmount > 0 ? (
          <span className="ord-split-cod">
            代收货款 {num(order.codAmount, 2)} 元
            <Segmented<CodTo>
              value={codTo}
              onChange={setCodTo}
              options={[
                { value: 'byPieces', label: '按件分摊' },
                { value: 'first', label: '全归子单1' },
              ]}
            />
          </span>
        ) : null}
      </div>
      <div className="ord-split-body">
        <table className="ord-table ord-split">
          <thead>
            <tr>
              <th>品名</th>
              <th className="num">原件数</th>
              {names.map((name) => (
                <th className="num" key={name}>
                  {name}
                </th>
              ))}
              <th className="num">剩余</th>
            </tr>
          </thead>
          <tbody>
            {goods.map((item, i) => {
              const row = matrix[i] ?? [];
              const rest = left(item, row);
              return (
                <tr key={item.itemId}>
                  <td>
                    <TempClasses codes={[item.temperatureType]} /> {item.name}
                  </td>
                  <td className="num">{num(item.pieces)}</td>
                  {row.map((pieces, child) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a child is its place
                    <td className="num" key={child}>
                      <InputNumber
                        aria-label={`${item.name}子单${child + 1}件数`}
                        value={pieces}
                        min={0}
                        max={item.pieces}
                        precision={0}
                        controls={false}
                        onChange={(next) => put(i, child, next ?? 0)}
                      />
                    </td>
                  ))}
                  <td className="num" data-bad={rest !== 0}>
                    {num(rest)}
                  </td>
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <Sum
              label="合计件数"
              values={children?.map((c) => num(c.pieces))}
              names={names}
              all={num(order.totalPieces)}
            />
            <Sum
              label="重量 kg"
              values={children?.map((c) => num(c.weightKg, 2))}
              names={names}
              all={num(order.totalWeight, 2)}
            />
            <Sum
              label="体积 m³"
              values={children?.map((c) => num(c.volumeM3, 3))}
              names={names}
              all={num(order.totalVolume, 3)}
            />
            {order.codAmount > 0 ? (
              <Sum
                label="代收货款 元"
                values={children?.map((c) => num(c.codAmount, 2))}
                names={names}
                all={num(order.codAmount, 2)}
              />
            ) : null}
          </tfoot>
        </table>
        <p className="td-cap">重量、体积和货值随件数按最大余数法分摊，合计与原单完全一致。</p>
      </div>
      <footer className="td-edit-bar">
        <span className="ord-split-problem" role="status">
          {problem}
        </span>
        <span className="td-edit-bar-right">
          <Button onClick={() => void navigate(-1)}>取消</Button>
          <Button type="primary" disabled={problem !== null} loading={busy} onClick={() => void save()}>
            确认拆单
          </Button>
        </span>
      </footer>
    </section>
  );
}

function Sum(props: { label: string; values: string[] | undefined; names: string[]; all: string }) {
  return (
    <tr>
      <td>{props.label}</td>
      <td className="num">{props.all}</td>
      {props.names.map((name, i) => (
        <td className="num" key={name}>
          {props.values?.[i] ?? '--'}
        </td>
      ))}
      <td />
    </tr>
  );
}
