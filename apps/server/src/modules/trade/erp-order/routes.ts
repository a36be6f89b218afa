import * as erp from '@tongda/contract/trade/erp-order/calls';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport, readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { historyPage } from '../../../core/record/history';
import { fileLink } from '../../base/file/door';
import { countByType, countErpOrders, findErpOrder, listErpOrders } from './repo';
import { cancelErpOrder, entity, invoiceErpOrder, receiveErpOrder, returnErpOrder } from './service';

const yuan = (fen: number): number => fen / 100;
const erpFile = registerExport<typeof erp.erpOrderExport, erp.ErpOrderRow>({
  endpoint: erp.erpOrderExport,
  module: '订单中心',
  name: '订单',
  columns: erp.erpOrderColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '单', erp.erpOrderFilters.table),
  count: (ctx, q) => ctx.db((trx) => countErpOrders(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => listErpOrders(trx, ctx, { ...q, limit, offset }))),
  cells: { amountFen: (row) => yuan(row.amountFen), paidFen: (row) => yuan(row.paidFen) },
});

/** 订单中心: what the company bought from its provider. */
export function erpOrderRoutes(app: FastifyInstance, exports: ExportDeps): void {
  route(app, erp.erpOrderPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listErpOrders(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await countErpOrders(trx, ctx, q),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, erp.erpOrderCount, (ctx) => ctx.db((trx) => countByType(trx, ctx)));
  route(app, erp.erpOrderDetail, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const order = await findErpOrder(trx, ctx, id);
      if (!order) throw notFound('订单');
      return order;
    }),
  );
  route(app, erp.erpOrderCancel, cancelErpOrder);
  route(app, erp.erpOrderReceive, receiveErpOrder);
  route(app, erp.erpOrderInvoice, invoiceErpOrder);
  route(app, erp.erpOrderReturn, returnErpOrder);
  route(app, erp.erpOrderContract, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const row = await trx
        .selectFrom('erp_order')
        .select('contract_file_id')
        .where('id', '=', id)
        .where('client_id', '=', ctx.clientId)
        .executeTakeFirst();
      if (!row) throw notFound('订单');
      if (row.contract_file_id === null) throw notFound('合同');
      return { url: fileLink(exports.secrets, row.contract_file_id) };
    }),
  );
  route(app, erp.erpOrderExport, (ctx, input) => enqueueExport(exports, ctx, erpFile, input));
  route(app, erp.erpOrderChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      if (!(await findErpOrder(trx, ctx, q.id))) throw notFound('订单');
      return historyPage(trx, ctx, entity, q);
    }),
  );
}
