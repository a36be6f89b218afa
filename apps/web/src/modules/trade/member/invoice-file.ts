import { memberInvoiceFile } from '@tongda/contract/trade/member/pay';
import { fetchFile } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { saveBlob } from '../../../kit/files/downloads';

/** The invoice of an order, as the provider uploaded it. */
export const useInvoiceFile = () =>
  useAct(async ({ orderNo }: { orderNo: string }) => {
    const blob = await fetchFile(memberInvoiceFile, { orderNo });
    const type = blob.type.split('/')[1] ?? 'pdf';
    saveBlob(blob, `发票-${orderNo}.${type === 'jpeg' ? 'jpg' : type}`);
  });
