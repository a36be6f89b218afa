import { ticketType } from '@tongda/contract/trade/member/enums';
import { invoiceIssuance, type MemberOrderDetail, queryOrderDetail } from '@tongda/contract/trade/member/order';
import { type TicketInfo, ticketInfo } from '@tongda/contract/trade/member/ticket';
import { invoiceStatus } from '@tongda/contract/transport/enums';
import { Form, Modal } from 'antd';
import { newestOf } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { FormDialog } from '../../../kit/dialog/form';
import { formatYuan } from '../../../kit/show/money';
import { ErrorState, Loading } from '../../../kit/show/states';
import { TicketFields } from '../parts/ticket-fields';
import { useOrderActions } from './use-order-actions';
import '../../../kit/form/edit-page.css';

/** 申请发票 of an order that passed; until it is issued the application can be changed. */
export function InvoiceDialog({ orderNo, close }: { orderNo: string; close: () => void }) {
  const { data, error, refetch } = useAsk(queryOrderDetail, { orderNo });
  if (data) return <Asking order={data} close={close} />;
  return (
    <Modal open title="申请发票" footer={null} onCancel={close}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading />}
    </Modal>
  );
}

function Asking({ order, close }: { order: MemberOrderDetail; close: () => void }) {
  const [form] = Form.useForm<TicketInfo>();
  const { changed } = useOrderActions();
  const applied = order.invoiceStatus === invoiceStatus.applied;
  const { orderNo, version } = order;
  return (
    <FormDialog
      endpoint={invoiceIssuance}
      form={form}
      initial={order.ticket ?? { type: ticketType.plain }}
      input={(values) => ({ orderNo, version, ticketInfo: ticketInfo.parse(values) })}
      fresh={newestOf(queryOrderDetail, { orderNo })}
      told={applied ? '发票申请已修改' : '已申请发票'}
      done={changed}
      close={close}
      title={applied ? '修改发票申请' : '申请发票'}
      width={760}
      okText="提交"
    >
      <p>
        订单 {order.orderNo}，开票金额 <b>{formatYuan(order.payFen)}</b> 元
      </p>
      <div className="kit-form-group-grid">
        <TicketFields />
      </div>
    </FormDialog>
  );
}
