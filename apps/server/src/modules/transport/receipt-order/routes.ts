import * as receipt from '@tongda/contract/transport/receipt-order/calls';
import type { FastifyInstance } from 'fastify';
import { requireRow } from '../../../core/db/rows';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { route } from '../../../core/http/route';
import { holdTotal } from '../../../core/record/totals';
import type { Secrets } from '../../../core/run/secrets';
import { listShownFiles } from '../../base/file/door';
import { countReceipts, countReceiptsByStatus, findReceipt, listReceipts } from './repo';
import { addReceipt, correctReceipt, listOrdersToBring, listSites, receiveGoods, voidReceipt } from './service';
import { addWalkIn } from './walk-in';

const receiptFile = registerExport<typeof receipt.receiptOrderExport, receipt.ReceiptOrderRow>({
  endpoint: receipt.receiptOrderExport,
  module: '收货单',
  name: '收货单',
  columns: receipt.receiptOrderColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '单', receipt.receiptOrderFilters.table),
  count: (ctx, q) => ctx.db((trx) => countReceipts(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listReceipts(trx, ctx, { ...q, limit, offset }))),
});

/** Binds the calls of receipt orders. */
export function receiptOrderRoutes(app: FastifyInstance, secrets: Secrets, deps: ExportDeps): void {
  route(app, receipt.receiptOrderPictures, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const { fileIds } = requireRow(await findReceipt(trx, ctx, id), '收货单');
      return [...(await listShownFiles(trx, ctx, secrets, fileIds)).values()];
    }),
  );
  route(app, receipt.receiptOrderWalkIn, addWalkIn);
  route(app, receipt.receiptOrderPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listReceipts(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, receipt.receiptOrderPage, q, () => countReceipts(trx, ctx, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, receipt.receiptOrderStatusCount, (ctx, q) => ctx.db((trx) => countReceiptsByStatus(trx, ctx, q)));
  route(app, receipt.receiptOrderDetail, (ctx, { id }) =>
    ctx.db(async (trx) => requireRow(await findReceipt(trx, ctx, id), '收货单')),
  );
  route(app, receipt.receiptOrderOrders, (ctx, q) => listOrdersToBring(ctx, q));
  route(app, receipt.receiptOrderSites, (ctx) => listSites(ctx));
  route(app, receipt.receiptOrderAdd, (ctx, input) => addReceipt(ctx, input));
  route(app, receipt.receiptOrderReceive, (ctx, input) => receiveGoods(ctx, input));
  route(app, receipt.receiptOrderCorrect, (ctx, input) => correctReceipt(ctx, input));
  route(app, receipt.receiptOrderVoid, (ctx, input) => voidReceipt(ctx, input));
  route(app, receipt.receiptOrderExport, (ctx, input) => enqueueExport(deps, ctx, receiptFile, input));
}
