import { signMethod } from '@tongda/contract/transport/waybill/enums';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { attachPages, noteSignMethod } from '../../receipt/door';
import { signOrder } from './order';

/** What a receiver entered on a phone of his own. */
interface Signed {
  orderCode: string;
  signer: string;
  signPieces: number;
  rejectPieces: number;
  rejectReason: string | null;
  /** picture of the signature */
  fileId: string;
}

/**
 * Signs an order for a receiver who opened a link, and makes the picture of the signature a page of the receipt document. The calling code has
 * checked the link.
 */
export async function signByReceiver(trx: Trx, who: Ctx, signed: Signed): Promise<void> {
  const ctx: Ctx = { ...who, isOrgManager: true, db: (work) => work(trx) };
  const { fileId, ...input } = signed;
  await signOrder(ctx, { ...input, signTime: undefined });
  await attachPages(trx, ctx, input.orderCode, [fileId]);
  await noteSignMethod(trx, ctx, input.orderCode, signMethod.scan);
}
