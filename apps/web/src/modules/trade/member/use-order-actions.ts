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
import { confirm, toast } from '../../../kit/dialog/notify';
import { useInvalidate } from '../../../kit/list/use-list';

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
  const close = async (
    row: Pick<MemberOrderRow, 'orderNo' | 'version'>,
    then?: () => void | Promise<void>,
  ): Promise<void> => {
    const sure = await confirm({
      title: `取消订单 ${row.orderNo}？`,
      content: '取消后不能恢复，需要时可重新购买。',
      ok: '取消订单',
      danger: true,
    });
    if (!sure) return;
    await call(closeOrder, { orderNo: row.orderNo, version: row.version });
    toast('success', '订单已取消');
    await changed();
    await then?.();
  };
  return { changed, close };
}
