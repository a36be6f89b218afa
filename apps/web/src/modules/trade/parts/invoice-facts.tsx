import { ticketType } from '@tongda/contract/trade/member/enums';
import type { OrderInvoice } from '@tongda/contract/trade/member/invoice';
import { invoiceStatus } from '@tongda/contract/transport/enums';
import { Facts } from '../../../kit/detail/page';

/** The invoice of an order, of whatever kind: its state, its number, and whom it is for. */
export function InvoiceFacts({
  invoice: { invoiceStatus: status, invoiceNo, invoiceTime, ticket },
}: {
  invoice: OrderInvoice;
}) {
  return (
    <Facts
      title="发票"
      facts={[
        ['发票状态', invoiceStatus.label(status)],
        ['发票号码', invoiceNo],
        ['开票时间', invoiceTime],
        ['类型', ticket ? ticketType.label(ticket.type) : null],
        ['抬头', ticket?.title],
        ['税号', ticket?.taxNo],
        ['开户行', ticket?.bank],
        ['账号', ticket?.bankAccount],
        ['接收邮箱', ticket?.email],
      ]}
    />
  );
}
