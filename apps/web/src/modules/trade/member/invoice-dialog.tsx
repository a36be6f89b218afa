import { invoiceIssuance, queryOrderDetail } from '@tongda/contract/trade/member/order';
import { call } from '../../../kit/call/api';
import { newestOf } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { AskInvoice, InvoiceWaits } from '../parts/ask-invoice';
import { useOrderActions } from './use-order-actions';

/** 申请发票 of an order of memberships that passed. */
export function InvoiceDialog({ orderNo, close }: { orderNo: string; close: () => void }) {
  const { data, error, refetch } = useAsk(queryOrderDetail, { orderNo });
  const { changed } = useOrderActions();
  if (!data) return <InvoiceWaits error={error} retry={() => void refetch()} close={close} />;
  return (
    <AskInvoice
      order={{ ...data, fen: data.payFen }}
      ticket={data.ticket}
      send={(wish) => call(invoiceIssuance, { orderNo, ...wish })}
      fresh={newestOf(queryOrderDetail, { orderNo })}
      done={changed}
      close={close}
    />
  );
}
