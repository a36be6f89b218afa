import { useQuery } from '@tanstack/react-query';
import { splitChildren } from '@tongda/contract/order/split';
import {
  type PickUpDetail,
  pickUpDetail,
  pickUpPage,
  pickUpSplit,
  pickUpStatusCount,
} from '@tongda/contract/pick-up/pick-up';
import { Button, InputNumber } from 'antd';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../kit/api';
import { num } from '../../kit/format';
import { reportError, toast } from '../../kit/notify';
import { Empty, ErrorState, Loading } from '../../kit/states';
import { TempClasses } from '../../kit/temp-class';
import { useInvalidate } from '../../kit/use-list';
import { goodsOf, left, OrderStatusDot, piecesEvenly, problemOf, resized } from '../order/pick';
import { pickUpLinks } from './links';
import { windowWords } from './pick-up-cells';
import '../../kit/edit-page.css';
import './pick-up.css';

/** 提货单拆单: how many pieces of each line go with which vehicle. */
export function PickUpSplitPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const answer = useQuery({
    queryKey: [pickUpDetail.path, 'split', id],
    queryFn: ({ signal }) => call(pickUpDetail, { id }, { signal, quiet: true }),
    enabled: id !== '',
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const back = <Button onClick={() => void navigate(pickUpLinks.list)}>返回提货单列表</Button>;
  if (id === '') return <Empty title="没有指定提货单" action={back} />;
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  if (!answer.data.allowActions.includes('splitOrder'))
    return <Empty title={`提货单 ${id} 现在不能拆单`} text="只有待调度、未拆分的提货单可以拆单" action={back} />;
  return <SplitForm key={answer.dataUpdatedAt} pickUp={answer.data} />;
}

function SplitForm({ pickUp }: { pickUp: PickUpDetail }) {
  const goods = useMemo(() => goodsOf(pickUp), [pickUp]);
  const [matrix, setMatrix] = useState<number[][]>(() => piecesEvenly(goods, splitChildren.min));
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const count = matrix[0]?.length ?? 0;
  const problem = problemOf(goods, matrix);
  const put = (item: number, child: number, pieces: number): void =>
    setMatrix(matrix.map((row, i) => (i === item ? row.map((n, k) => (k === child ? pieces : n)) : row)));
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { childCodes } = await call(pickUpSplit, {
        pickUpCode: pickUp.pickUpCode,
        version: pickUp.version,
        children: Array.from({ length: count }, (_, child) => ({
          items: goods.map(({ itemId }, i) => ({ itemId, pieces: matrix[i]?.[child] ?? 0 })),
        })),
      });
      for (const endpoint of [pickUpPage, pickUpStatusCount, pickUpDetail]) void invalidate(endpoint);
      toast('success', `已拆为 ${childCodes.length} 个提货单`);
      void navigate(pickUpLinks.list);
    } catch (error) {
      reportError(error);
      setBusy(false);
    }
  };
  return (
    <section className="td-edit">
      <header className="td-edit-head">
        <Button type="text" icon={<ArrowLeft />} aria-label="返回" onClick={() => void navigate(-1)} />
        <h1>提货单拆单</h1>
        <span className="td-edit-code">{pickUp.pickUpCode}</span>
        <OrderStatusDot status={pickUp.orderStatus} />
        <span className="td-edit-meta">
          {pickUp.customerName}　{pickUp.shipArea}
          {pickUp.shipAddress}　{windowWords(pickUp)}
        </span>
      </header>
      <div className="pku-tools">
        子单数
        <InputNumber
          aria-label="子单数"
          value={count}
          min={splitChildren.min}
          max={splitChildren.max}
          precision={0}
          onChange={(next) => next && setMatrix(resized(matrix, next))}
        />
        <Button onClick={() => setMatrix(piecesEvenly(goods, count))}>自动均分</Button>
      </div>
      <div className="pku-body">
        <table className="pku-table">
          <thead>
            <tr>
              <th>品名</th>
              <th className="num">原件数</th>
              {Array.from({ length: count }, (_, child) => `子单${child + 1}`).map((name) => (
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
        </table>
        <p className="td-cap">重量和体积随件数按最大余数法分摊，合计与原单完全一致。</p>
      </div>
      <footer className="td-edit-bar">
        <span role="status">{problem}</span>
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
