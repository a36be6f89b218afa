import {
  memberSummary,
  queryAvailableEquipment,
  queryMemberDevice,
  queryNonPurchasableEquipment,
} from '@tongda/contract/trade/member/device';
import {
  closeOrder,
  type MemberOrderRow,
  memberOrderCount,
  queryOrderDetail,
  queryPurchaseRecords,
} from '@tongda/contract/trade/member/order';
import { purchaseCheck } from '@tongda/contract/trade/member/purchase';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { useInvalidate } from '../../../kit/list/use-rows';

const stale = [
  queryPurchaseRecords,
  memberOrderCount,
  queryOrderDetail,
  queryMemberDevice,
  queryAvailableEquipment,
  queryNonPurchasableEquipment,
  memberSummary,
  purchaseCheck,
];

/** Actions on orders that several pages offer, with the queries to reload afterwards. */
export function useOrderActions() {
  const invalidate = useInvalidate();
  const changed = async (): Promise<void> => {
    await Promise.all(stale.map(invalidate));
  };
  const close = useRowAct(
    ({ orderNo, version }: Pick<MemberOrderRow, 'orderNo' | 'version'>) => call(closeOrder, { orderNo, version }),
    {
      sure: ({ orderNo }) => ({
        title: `取消订单 ${orderNo}？`,
        content: '取消后不能恢复，需要时可重新购买。',
        ok: '取消订单',
        danger: true,
      }),
      told: () => '订单已取消',
      done: changed,
    },
  );
  return { changed, close };
}
