import { splitChildren } from '@tongda/contract/transport/order/split';
import {
  type PickUpDetail,
  pickUpDetail,
  pickUpPage,
  pickUpSplit,
  pickUpStatusCount,
} from '@tongda/contract/transport/pick-up/calls';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { windowText } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { goodsOf, OrderStatusRing, piecesEvenly, SplitBoard } from '../order/door';
import { pickUpLinks } from './links';

/** 提货单拆单: how many pieces of each line go with which vehicle. */
export function PickUpSplitPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const answer = useAsk(pickUpDetail, { id }, { own: 'split', when: id !== '' });
  const back = <Button onClick={() => void navigate(pickUpLinks.list)}>返回提货单列表</Button>;
  if (id === '') return <Empty title="没有指定提货单" action={back} />;
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  if (!answer.data.allowActions.includes('splitOrder'))
    return <Empty title={`提货单 ${id} 现在不能拆单`} text="只有待调度、未拆分的提货单可以拆单" action={back} />;
  return (
    <SplitForm
      key={answer.data.items.map(({ itemId, pieces }) => `${itemId} ${pieces}`).join()}
      pickUp={answer.data}
      renew={() => answer.refetch({ throwOnError: true })}
    />
  );
}

function SplitForm({ pickUp, renew }: { pickUp: PickUpDetail; renew: () => Promise<unknown> }) {
  const goods = useMemo(() => goodsOf(pickUp), [pickUp]);
  const [matrix, setMatrix] = useState<number[][]>(() => piecesEvenly(goods, splitChildren.min));
  const navigate = useNavigate();
  const count = matrix[0]?.length ?? 0;
  const act = useAct(pickUpSplit, {
    told: ({ childCodes }) => `已拆为 ${childCodes.length} 个提货单`,
    stale: [pickUpPage, pickUpStatusCount, pickUpDetail],
    fresh: renew,
    done: () => navigate(pickUpLinks.list),
  });
  const save = (): void =>
    void act.run({
      pickUpCode: pickUp.pickUpCode,
      version: pickUp.version,
      children: Array.from({ length: count }, (_, child) => ({
        items: goods.map(({ itemId }, i) => ({ itemId, pieces: matrix[i]?.[child] ?? 0 })),
      })),
    });
  return (
    <SplitBoard
      title="提货单拆单"
      code={pickUp.pickUpCode}
      status={<OrderStatusRing status={pickUp.orderStatus} />}
      meta={`${pickUp.customerName}　${pickUp.shipArea}${pickUp.shipAddress}　${windowText(pickUp.planFrom, pickUp.planTo)}`}
      goods={goods}
      matrix={matrix}
      put={setMatrix}
      note="重量和体积随件数按最大余数法分摊，合计与原单完全一致。"
      act={act}
      save={save}
    />
  );
}
