import {
  type ErpOrderRow,
  erpOrderDetail,
  erpOrderPayCode,
  erpOrderPayResult,
  erpOrderPayWays,
  erpOrderSimulate,
} from '@tongda/contract/trade/erp-order/calls';
import { memberPayType } from '@tongda/contract/trade/member/enums';
import { Modal, Segmented } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { toast } from '../../../kit/dialog/notify';
import { formatYuan } from '../../../kit/show/money';
import { ErrorState, Loading } from '../../../kit/show/states';
import { PayeePanel } from '../parts/payee-panel';
import { ScanToPay } from '../parts/scan-to-pay';

const calls = {
  code: erpOrderPayCode,
  result: erpOrderPayResult,
  simulate: erpOrderSimulate,
  stale: [erpOrderDetail],
};

/** 去支付: what an order still costs, by a code to scan or by bank transfer. */
export function PayDialog({ order, done, close }: { order: ErpOrderRow; done: () => void; close: () => void }) {
  const { data, error, refetch } = useAsk(erpOrderPayWays, { id: order.id }, { retry: false, staleTime: 0 });
  const [chosen, setChosen] = useState<number>();
  const online = (chosen ?? data?.payTypes.at(-1)) === memberPayType.online;
  const paid = (): void => {
    toast('success', `订单${order.orderNo}已付款`);
    done();
    close();
  };
  return (
    <Modal open width={520} title={`支付订单 ${order.orderNo}`} onCancel={close} footer={null}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Loading /> : null}
      {data ? (
        <>
          <p>
            {order.summary}，待付 <b>{formatYuan(data.dueFen)} 元</b>
          </p>
          {data.payTypes.length > 1 ? (
            <Segmented
              aria-label="支付方式"
              options={data.payTypes.map((value) => ({ value, label: memberPayType.label(value) }))}
              value={online ? memberPayType.online : memberPayType.offline}
              onChange={setChosen}
            />
          ) : null}
          {online ? (
            <ScanToPay orderNo={order.orderNo} calls={calls} paid={paid} />
          ) : (
            <>
              <PayeePanel payee={data.payee} amountFen={data.dueFen} note={{ label: '订单号', text: order.orderNo }} />
              <p className="td-cap">汇款到账后由服务商确认收款，订单的付款状态随之更新。</p>
            </>
          )}
        </>
      ) : null}
    </Modal>
  );
}
