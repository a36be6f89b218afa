import {
  type ErpOrderRow,
  erpOrderDetail,
  erpOrderPayCode,
  erpOrderPayResult,
  erpOrderPayWays,
  erpOrderSimulate,
  erpOrderVoucher,
} from '@tongda/contract/trade/erp-order/calls';
import { memberPayType } from '@tongda/contract/trade/member/enums';
import { Alert, Button, Form, Modal, Segmented } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { newestOf, useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { ActBar } from '../../../kit/dialog/act-bar';
import { toast } from '../../../kit/dialog/notify';
import { formatYuan } from '../../../kit/show/money';
import { ErrorState, Loading } from '../../../kit/show/states';
import { PayeePanel } from '../parts/payee-panel';
import { ScanToPay } from '../parts/scan-to-pay';
import { readTransfer, TransferFields, type TransferValues } from '../parts/transfer-fields';

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
    <Modal open width={640} title={`支付订单 ${order.orderNo}`} onCancel={close} footer={null}>
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
              <Transfer order={order} done={done} close={close} />
            </>
          )}
        </>
      ) : null}
    </Modal>
  );
}

/** The voucher of a bank transfer; why the last one was refused stands over it. */
function Transfer({ order, done, close }: { order: ErpOrderRow; done: () => void; close: () => void }) {
  const { data } = useAsk(erpOrderDetail, { id: order.id });
  const [files, setFiles] = useState<File[]>([]);
  const [form] = Form.useForm<TransferValues>();
  const send = useAct(
    async ({ version, ...values }: TransferValues & { version: number }) =>
      call(erpOrderVoucher, { id: order.id, version, ...(await readTransfer(values, files)) }),
    {
      form,
      fresh: newestOf(erpOrderDetail, { id: order.id }),
      told: '汇款凭证已提交，到账后由服务商确认收款',
      stale: [erpOrderDetail],
      done: () => {
        done();
        close();
      },
    },
  );
  const refused = data?.transfer?.rejectReason;
  return (
    <Form<TransferValues>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ remitDate: dayjs(), remitName: '' }}
      onFinish={(values) => void send.run({ ...values, version: order.version })}
    >
      <ActBar of={send} />
      {refused ? <Alert type="error" showIcon title={`汇款凭证未通过核对：${refused}`} /> : null}
      <TransferFields files={files} change={setFiles} />
      <Button type="primary" htmlType="submit" disabled={files.length === 0} loading={send.busy}>
        提交凭证
      </Button>
    </Form>
  );
}
