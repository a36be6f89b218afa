import { ticketType } from '@tongda/contract/trade/member/enums';
import { type TicketInfo, ticketInfo } from '@tongda/contract/trade/member/ticket';
import { invoiceStatus } from '@tongda/contract/transport/enums';
import { Form, Modal } from 'antd';
import { useAct } from '../../../kit/call/use-act';
import { ActDialog } from '../../../kit/dialog/form';
import { formatYuan } from '../../../kit/show/money';
import { ErrorState, Loading } from '../../../kit/show/states';
import { TicketFields } from './ticket-fields';
import '../../../kit/form/edit-page.css';

/** Words of what a buyer does about the invoice of an order. */
export const invoiceWord = (status: number): string => (status === invoiceStatus.applied ? '修改发票' : '申请发票');

type Ticket = ReturnType<typeof ticketInfo.parse>;
interface Wish {
  version: number;
  ticketInfo: Ticket;
}
interface Props {
  order: { orderNo: string; fen: number; invoiceStatus: number; version: number };
  /** what the form begins with: of this order, or else as the company asked last */
  ticket: TicketInfo | null;
  send: (wish: Wish) => Promise<null>;
  /** loads the order anew, when somebody else changed it meanwhile */
  fresh: () => Promise<unknown>;
  done: () => unknown;
  close: () => void;
}

/** 申请发票 of an order of any kind; until it is issued the application can be changed. */
export function AskInvoice({ order, ticket, send, fresh, done, close }: Props) {
  const [form] = Form.useForm<TicketInfo>();
  const applied = order.invoiceStatus === invoiceStatus.applied;
  const act = useAct(send, { form, fresh, told: applied ? '发票申请已修改' : '已申请发票', done });
  return (
    <ActDialog<Wish, null, TicketInfo>
      act={act}
      form={form}
      initial={ticket ?? { type: ticketType.plain }}
      input={(values) => ({ version: order.version, ticketInfo: ticketInfo.parse(values) })}
      close={close}
      title={applied ? '修改发票申请' : '申请发票'}
      width={760}
      okText="提交"
    >
      <p>
        订单 {order.orderNo}，开票金额 <b>{formatYuan(order.fen)}</b> 元
      </p>
      <div className="kit-form-group-grid">
        <TicketFields />
      </div>
    </ActDialog>
  );
}

/** Stands in for the dialog while its order is loaded. */
export function InvoiceWaits({ error, retry, close }: { error: unknown; retry: () => void; close: () => void }) {
  return (
    <Modal open title="申请发票" footer={null} onCancel={close}>
      {error ? <ErrorState error={error} retry={retry} /> : <Loading />}
    </Modal>
  );
}
