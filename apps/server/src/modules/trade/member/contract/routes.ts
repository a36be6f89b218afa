import * as pay from '@tongda/contract/trade/member/pay';
import { invoiceStatus } from '@tongda/contract/transport/enums';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../../../core/http/ctx';
import { notFound } from '../../../../core/http/errors';
import { route } from '../../../../core/http/route';
import type { MemberDeps } from '../deps';
import { findStoredOrder } from '../order-repo';
import { type ContractDeps, readAuth, readContractFile, requestContract, signContract } from './service';
import { builtInSigning } from './sign';

/** Contract and invoice of an order, as files too. */
export function contractRoutes(app: FastifyInstance, { db, files, pay: { platformName } }: MemberDeps): void {
  const deps: ContractDeps = { signing: builtInSigning, blobs: files.blobs, platformName };
  route(app, pay.queryAuthResult, (ctx) => readAuth(ctx));
  route(app, pay.contractPageRequest, (ctx, input) => requestContract(deps, ctx, input));
  route(app, pay.afterSignContract, (ctx, input) => signContract(deps, ctx, input));
  route(app, pay.memberContractFile, async (ctx, { orderNo }, { reply }) => {
    const { name, bytes } = await readContractFile(deps, ctx, orderNo);
    attach(reply, name, 'application/pdf');
    return bytes;
  });
  route(app, pay.memberInvoiceFile, async (ctx, { orderNo }, { reply }) => {
    const fileId = await findInvoice(ctx, orderNo);
    // the provider's staff uploaded it: it lies in the provider's company
    const file = await db
      .selectFrom('file')
      .select(['file_name', 'mime', 'blob_key'])
      .where('id', '=', fileId)
      .executeTakeFirst();
    const blob = file ? await files.blobs.get(file.blob_key) : null;
    if (!file || !blob) throw notFound('发票文件');
    attach(reply, file.file_name, file.mime);
    return blob.stream;
  });
}

/** Sends a file under its name. */
export const attach = (reply: FastifyReply, name: string, type: string): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('x-content-type-options', 'nosniff');

async function findInvoice(ctx: Ctx, orderNo: string): Promise<string> {
  const order = await ctx.db((trx) => findStoredOrder(trx, ctx, orderNo).executeTakeFirst());
  if (!order) throw notFound('会员订单');
  if (order.invoice_status !== invoiceStatus.issued || order.invoice_file_id === null) throw notFound('发票');
  return order.invoice_file_id;
}
