import * as pay from '@tongda/contract/trade/member/pay';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFound } from '../../../../core/http/errors';
import { route } from '../../../../core/http/route';
import type { MemberDeps } from '../deps';
import { readInvoiceFile } from '../invoice';
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
    const order = await ctx.db((trx) => findStoredOrder(trx, ctx, orderNo).executeTakeFirst());
    if (!order) throw notFound('会员订单');
    const { invoice_status: invoiceStatus, invoice_file_id: fileId } = order;
    const file = await readInvoiceFile({ db, blobs: files.blobs }, { invoiceStatus, fileId });
    attach(reply, file.name, file.mime);
    return file.stream;
  });
}

/** Sends a file under its name. */
export const attach = (reply: FastifyReply, name: string, type: string): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('x-content-type-options', 'nosniff');
