import { PassThrough } from 'node:stream';
import * as receipt from '@tongda/contract/transport/receipt/calls';
import { receiptStages } from '@tongda/contract/transport/receipt/stage';
import { receiptUrge } from '@tongda/contract/transport/tracking/notify';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../../core/blob/store';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { holdTotal } from '../../../core/record/totals';
import { ZipWriter } from '../../../core/workbook/zip';
import { countReceipts, countReceiptsByStage, listReceipts, loadPagesOf } from './repo';
import {
  auditReceipts,
  loadReceipt,
  receiveReceipts,
  recoverReceipts,
  returnReceipts,
  saveReceipt,
  sendReceipts,
} from './steps';
import { urgeReceipts } from './urge';

const file = registerExport<typeof receipt.receiptExport, receipt.ReceiptRow>({
  endpoint: receipt.receiptExport,
  module: '回单管理',
  name: '回单管理',
  columns: receipt.receiptColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '单', receipt.receiptFilters.table),
  count: (ctx, q) => ctx.db((trx) => countReceipts(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listReceipts(trx, ctx, { ...q, limit, offset }))),
  cells: {
    stage: (row) => receiptStages[row.stage],
    receiveArea: (row) => `${row.receiver} ${row.receiveArea}${row.receiveAddress}`,
    signPieces: (row) => `${row.signPieces ?? 0} / ${row.rejectPieces ?? 0}`,
  },
});

/** Binds the calls of receipt documents: upload, audit, and the paper's way back to the customer. */
export function receiptRoutes(app: FastifyInstance, deps: ExportDeps & { blobs: BlobStore }): void {
  route(app, receipt.receiptPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listReceipts(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, receipt.receiptPage, q, () => countReceipts(trx, ctx, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, receipt.receiptStatusCount, (ctx, q) => ctx.db((trx) => countReceiptsByStage(trx, ctx, q)));
  route(app, receipt.receiptDetail, (ctx, { id }) => ctx.db((trx) => loadReceipt(trx, ctx, deps.secrets, id)));
  route(app, receipt.receiptSave, (ctx, input) => saveReceipt(ctx, input));
  route(app, receipt.receiptAudit, (ctx, input) => auditReceipts(ctx, input));
  route(app, receipt.receiptRecover, (ctx, { orderCodes }) => recoverReceipts(ctx, orderCodes));
  route(app, receipt.receiptSend, (ctx, input) => sendReceipts(ctx, input));
  route(app, receipt.receiptReceive, (ctx, { orderCodes }) => receiveReceipts(ctx, orderCodes));
  route(app, receipt.receiptReturnClient, (ctx, { orderCodes }) => returnReceipts(ctx, orderCodes));
  route(app, receiptUrge, (ctx, { orderCodes }) => urgeReceipts(ctx, orderCodes));
  route(app, receipt.receiptExport, (ctx, input) => enqueueExport(deps, ctx, file, input));
  route(app, receipt.receiptDownload, async (ctx, { orderCodes }, { reply }) => {
    const pages = await ctx.db((trx) => loadPagesOf(trx, ctx, orderCodes));
    if (pages.length === 0) throw notFound('回单图片');
    const out = new PassThrough();
    void packPages(deps.blobs, pages, out).catch((error: Error) => out.destroy(error));
    reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent('回单图片.zip')}`);
    return out;
  });
}

/** Packs the pages into one archive, with a folder for each order. */
async function packPages(
  blobs: BlobStore,
  pages: ReadonlyArray<{ orderCode: string; name: string; key: string; page: number }>,
  out: PassThrough,
): Promise<void> {
  const zip = new ZipWriter(out);
  for (const { orderCode, name, key, page } of pages) {
    const blob = await blobs.get(key);
    if (blob) await zip.add(`${orderCode}/${page}-${name}`, blob.stream);
  }
  await zip.finish();
}
