import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { fetchFile } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { saveBlob } from '../../../kit/files/downloads';

/** Downloads the invoice of an order, as the provider uploaded it; `of` is the call of its kind of orders. */
export const useInvoiceFile = <E extends Endpoint>(of: E) =>
  useAct(async ({ orderNo, ask }: { orderNo: string; ask: Input<E> }) => {
    const blob = await fetchFile(of, ask);
    const type = blob.type.split('/')[1] ?? 'pdf';
    saveBlob(blob, `发票-${orderNo}.${type === 'jpeg' ? 'jpg' : type}`);
  });
