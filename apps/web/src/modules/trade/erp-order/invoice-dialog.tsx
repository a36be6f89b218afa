import { erpOrderDetail, erpOrderInvoice } from '@tongda/contract/trade/erp-order/calls';
import { call } from '../../../kit/call/api';
import { newestOf } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { AskInvoice, InvoiceWaits } from '../parts/ask-invoice';

/** 申请发票 of an order of the order centre that is paid. */
export function InvoiceDialog({ id, done, close }: { id: string; done: () => void; close: () => void }) {
  const { data, error, refetch } = useAsk(erpOrderDetail, { id });
  if (!data) return <InvoiceWaits error={error} retry={() => void refetch()} close={close} />;
  return (
    <AskInvoice
      order={{ ...data, fen: data.amountFen }}
      ticket={data.ticket ?? data.lastTicket}
      send={(wish) => call(erpOrderInvoice, { id, ...wish })}
      fresh={newestOf(erpOrderDetail, { id })}
      done={done}
      close={close}
    />
  );
}
