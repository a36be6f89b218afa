import type { Input } from '@tongda/contract/core/endpoint';
import { type OrderDetail, orderDetail, orderPage, orderStatusCount } from '@tongda/contract/transport/order/calls';
import { orderSplit } from '@tongda/contract/transport/order/family';
import { type Child, type Goods, splitChildren } from '@tongda/contract/transport/order/split';
import { splitFlag } from '@tongda/contract/transport/waybill/enums';
import { Button, Checkbox, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAct } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';
import { formatNumber, minuteText } from '../../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { OrderMarks } from '../cells';
import { orderLinks } from '../links';
import { OrderStatusRing } from '../status-ring';
import { childNames, SplitBoard } from './board';
import { AmountRows, type ChildEnd, EndRows, endInput } from './extras';
import {
  type Amounts,
  amountProblem,
  goodsOf,
  type Matrix,
  noAmounts,
  previewChildren,
  splitByHand,
  splitByTemperature,
  splitEvenly,
  withAmounts,
} from './model';
import { SplitPreview } from './preview';

type CodTo = 'byPieces' | 'first';

/** 客户订单拆单: how many pieces of each line go with which child. */
export function OrderSplitPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const answer = useAsk(orderDetail, { id }, { own: 'split', when: id !== '' });
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
  return (
    <SplitForm
      key={answer.data.items.map(({ itemId, pieces }) => `${itemId} ${pieces}`).join()}
      order={answer.data}
      renew={() => answer.refetch({ throwOnError: true })}
    />
  );
}

function SplitForm({ order, renew }: { order: OrderDetail; renew: () => Promise<unknown> }) {
  const goods = useMemo(() => goodsOf(order), [order]);
  const zones = useMemo(() => splitByTemperature(goods), [goods]);
  const [matrix, setMatrix] = useState<Matrix>(() => zones ?? splitEvenly(goods, splitChildren.min));
  const [codTo, setCodTo] = useState<CodTo>('byPieces');
  const navigate = useNavigate();
  const [typed, setTyped] = useState<Amounts>(noAmounts);
  const [weighing, setWeighing] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const [ends, setEnds] = useState<readonly ChildEnd[]>([]);
  const count = matrix[0]?.length ?? 0;
  const names = childNames(count);
  const reckoned = previewChildren(order, goods, matrix, codTo);
  const shares = reckoned && withAmounts(reckoned, typed);
  // typed weights and volumes belong to the pieces they were typed for
  const put = (next: Matrix): void => {
    setMatrix(next);
    setTyped(noAmounts);
  };
  const act = useAct(orderSplit, {
    told: ({ childCodes }) => `已拆为 ${childCodes.length} 个子单`,
    stale: [orderPage, orderStatusCount, orderDetail],
    fresh: renew,
    done: () => navigate(orderLinks.details(order.orderCode, 'family')),
  });
  const save = (): void =>
    void act.run({
      orderCode: order.orderCode,
      version: order.version,
      codTo,
      children: childInputs(order, goods, matrix, typed, ends),
    });
  const weigh = (is: boolean): void => {
    setWeighing(is);
    setTyped(noAmounts);
  };
  return (
    <>
      {previewing && shares ? (
        <SplitPreview order={order} matrix={matrix} shares={shares} ends={ends} close={() => setPreviewing(false)} />
      ) : null}
      <SplitBoard
        title="拆单"
        code={
          <>
            {order.orderCode}
            <OrderMarks order={order} />
          </>
        }
        status={<OrderStatusRing status={order.orderStatus} />}
        meta={`${order.customerName}　${order.receiver} ${order.receiveArea}　要求到达 ${minuteText(order.arriveTo)}`}
        goods={goods}
        matrix={matrix}
        put={put}
        trouble={reckoned ? amountProblem(goods, reckoned, typed) : null}
        itemRows={(item, i) =>
          weighing ? (
            <AmountRows item={item} row={matrix[i] ?? []} shares={reckoned} typed={typed} put={setTyped} />
          ) : null
        }
        ways={
          <>
            {zones ? <Button onClick={() => put(zones)}>按温层拆单</Button> : null}
            <Button onClick={() => put(splitByHand(goods, count))}>重置</Button>
            <Button disabled={shares === null} onClick={() => setPreviewing(true)}>
              预览
            </Button>
            <Checkbox checked={weighing} onChange={(event) => weigh(event.target.checked)}>
              修改重量体积
            </Checkbox>
          </>
        }
        aside={order.codAmount > 0 ? <CodChoice amount={order.codAmount} value={codTo} put={setCodTo} /> : null}
        foot={
          <>
            <Sums order={order} names={names} shares={shares} />
            <EndRows
              order={order}
              names={names}
              ends={ends}
              put={(child, end) => setEnds(names.map((_, at) => (at === child ? end : (ends[at] ?? {}))))}
            />
          </>
        }
        note="重量、体积和货值随件数按最大余数法分摊，合计与原单完全一致。"
        act={act}
        save={save}
      />
    </>
  );
}

/** What each child takes of the lines, with the weights and volumes that were typed for it, and where it goes. */
function childInputs(
  order: OrderDetail,
  goods: readonly Goods[],
  matrix: Matrix,
  typed: Amounts,
  ends: readonly ChildEnd[],
): Input<typeof orderSplit>['children'] {
  return Array.from({ length: matrix[0]?.length ?? 0 }, (_, child) => ({
    items: goods.map(({ itemId }, i) => ({
      itemId,
      pieces: matrix[i]?.[child] ?? 0,
      weightKg: typed.weightKg[`${itemId} ${child}`],
      volumeM3: typed.volumeM3[`${itemId} ${child}`],
    })),
    ...endInput(order, ends[child]),
  }));
}

/** Whom the cash on delivery of the order falls to: all children by their pieces, or the first one. */
function CodChoice({ amount, value, put }: { amount: number; value: CodTo; put: (value: CodTo) => void }) {
  return (
    <span className="transport-order-split-cod">
      代收货款 {formatNumber(amount, 2)} 元
      <Segmented<CodTo>
        value={value}
        onChange={put}
        options={[
          { value: 'byPieces', label: '按件分摊' },
          { value: 'first', label: '全归子单1' },
        ]}
      />
    </span>
  );
}

interface SumsProps {
  order: OrderDetail;
  names: string[];
  /** what each child would hold; null while the pieces do not add up */
  shares: Child[] | null;
}

/** Pieces, weight, volume and cash of each child under their columns. */
function Sums({ order, names, shares }: SumsProps) {
  const sums = (label: string, all: string, of: (child: Child) => string) => (
    <Sum label={label} names={names} all={all} values={shares?.map(of)} />
  );
  return (
    <>
      {sums('合计件数', formatNumber(order.totalPieces), (c) => formatNumber(c.pieces))}
      {sums('重量(kg)', formatNumber(order.totalWeight, 2), (c) => formatNumber(c.weightKg, 2))}
      {sums('体积(m³)', formatNumber(order.totalVolume, 3), (c) => formatNumber(c.volumeM3, 3))}
      {order.codAmount > 0
        ? sums('代收货款(元)', formatNumber(order.codAmount, 2), (c) => formatNumber(c.codAmount, 2))
        : null}
    </>
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
