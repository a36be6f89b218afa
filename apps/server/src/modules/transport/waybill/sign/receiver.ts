import { signMethod } from '@tongda/contract/transport/waybill/enums';
import type { Transaction } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import type { Ctx } from '../../../../core/http/ctx';
import { attachPages, noteSignMethod } from '../../receipt/door';
import { signOrder } from './order';

/** What a receiver wrote on his own phone. */
interface Signed {
  orderCode: string;
  signer: string;
  signPieces: number;
  rejectPieces: number;
  rejectReason: string | null;
  /** picture of his signature */
  fileId: string;
}

/** A receiver signs by a link: the signature like every other, its picture a page of the receipt. The caller has checked the link. */
export async function signByReceiver(trx: Transaction<DB>, who: Ctx, signed: Signed): Promise<void> {
  const ctx: Ctx = { ...who, isOrgManager: true, db: (work) => work(trx) };
  const { fileId, ...input } = signed;
  await signOrder(ctx, { ...input, signTime: undefined });
  await attachPages(trx, ctx, input.orderCode, [fileId]);
  await noteSignMethod(trx, ctx, input.orderCode, signMethod.scan);
}
