import { queryOrderDetail } from '@tongda/contract/trade/member/order';
import { waitsForPayment } from '@tongda/contract/trade/member/order-state';
import { Drawer } from 'antd';
import { useAsk } from '../../../kit/call/use-ask';
import { ErrorState, Loading } from '../../../kit/show/states';
import { PayeePanel } from '../parts/payee-panel';
import { OrderFacts, OrderHistory, OrderLines, Vouchers } from './order-facts';

/** One order of a membership: terminals, money, vouchers, invoice and what happened to it. */
export function MemberOrderDrawer({ orderNo, close }: { orderNo: string; close: () => void }) {
  const { data, error, refetch } = useAsk(queryOrderDetail, { orderNo });
  return (
    <Drawer open size={800} title={`会员订单 ${orderNo}`} onClose={close}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Loading /> : null}
      {data ? (
        <div className="trade-member-drawer">
          <OrderLines order={data} most={6} />
          {waitsForPayment(data.memberStatus) ? (
            <PayeePanel payee={data.payee} amountFen={data.payFen} note={{ label: '订单号', text: data.orderNo }} />
          ) : null}
          <OrderFacts order={data} />
          {data.vouchers.length > 0 ? (
            <section className="kit-form-group" aria-label="汇款凭证">
              <div className="kit-form-group-head">
                <h2>汇款凭证</h2>
              </div>
              <Vouchers files={data.vouchers} />
            </section>
          ) : null}
          {data.history.length > 0 ? (
            <section className="kit-form-group" aria-label="记录">
              <div className="kit-form-group-head">
                <h2>记录</h2>
              </div>
              <OrderHistory order={data} />
            </section>
          ) : null}
        </div>
      ) : null}
    </Drawer>
  );
}
