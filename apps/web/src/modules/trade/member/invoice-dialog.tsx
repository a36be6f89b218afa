import { useQuery } from '@tanstack/react-query';
import { ticketType } from '@tongda/contract/trade/member/enums';
import { invoiceIssuance, type MemberOrderDetail, queryOrderDetail } from '@tongda/contract/trade/member/order';
import { type TicketInfo, ticketInfo } from '@tongda/contract/trade/member/ticket';
import { invoiceStatus } from '@tongda/contract/transport/enums';
import { Form, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';
import { yuan } from '../../../kit/show/money';
import { ErrorState, Loading } from '../../../kit/show/states';
import { TicketFields } from '../parts/ticket-fields';
import { useOrderActions } from './use-order-actions';
import '../../../kit/form/edit-page.css';

/** 申请发票 of an order that passed; until it is issued the application can be changed. */
export function InvoiceDialog({ orderNo, close }: { orderNo: string; close: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [queryOrderDetail.path, orderNo],
    queryFn: ({ signal }) => call(queryOrderDetail, { orderNo }, { signal, quiet: true }),
  });
  if (data) return <Asking order={data} close={close} />;
  return (
    <Modal open title="申请发票" footer={null} onCancel={close}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading />}
    </Modal>
  );
}

function Asking({ order, close }: { order: MemberOrderDetail; close: () => void }) {
  const [form] = Form.useForm<TicketInfo>();
  const [busy, setBusy] = useState(false);
  const { changed } = useOrderActions();
  const applied = order.invoiceStatus === invoiceStatus.applied;
  const send = async (values: TicketInfo): Promise<void> => {
    setBusy(true);
    try {
      const { orderNo, version } = order;
      await call(invoiceIssuance, { orderNo, version, ticketInfo: ticketInfo.parse(values) });
      toast('success', applied ? '发票申请已修改' : '已申请发票');
      await changed();
      close();
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={applied ? '修改发票申请' : '申请发票'}
      width={760}
      okText="提交"
      cancelText="取消"
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={close}
    >
      <Form<TicketInfo>
        form={form}
        layout="vertical"
        requiredMark={false}
        className="td-edit-form"
        initialValues={order.ticket ?? { type: ticketType.plain }}
        onFinish={(values) => void send(values)}
      >
        <p>
          订单 {order.orderNo}，开票金额 <b>{yuan(order.payFen)}</b> 元
        </p>
        <div className="td-group-grid">
          <TicketFields />
        </div>
      </Form>
    </Modal>
  );
}
