import { renewDetail, renewInvoice } from '@tongda/contract/trade/device-fee/calls';
import { call } from '../../../kit/call/api';
import { newestOf } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { AskInvoice, InvoiceWaits } from '../parts/ask-invoice';

/** 申请发票 of a renewal that is paid. */
export function InvoiceDialog({ orderNo, done, close }: { orderNo: string; done: () => void; close: () => void }) {
  const { data, error, refetch } = useAsk(renewDetail, { orderNo });
  if (!data) return <InvoiceWaits error={error} retry={() => void refetch()} close={close} />;
  return (
    <AskInvoice
      order={{ ...data, fen: data.amountFen }}
      ticket={data.ticket}
      send={(wish) => call(renewInvoice, { orderNo, ...wish })}
      fresh={newestOf(renewDetail, { orderNo })}
      done={done}
      close={close}
    />
  );
}
