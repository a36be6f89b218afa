import * as erp from '@tongda/contract/trade/erp-order/calls';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../../core/blob/store';
import type { ExportDeps } from '../../../core/export/definition';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { serveRegister } from '../../../core/record/serve';
import { fileLink } from '../../base/file/door';
import { attach, type PayCallDeps, readInvoiceFile } from '../member/door';
import { askForErpPayment, cancelUnpaid, readErpPayCode, readPayWays, simulateErpPayment } from './pay';
import { countByType, countErpOrders, findErpInvoice, findErpOrder, listErpOrders } from './repo';
import { entity, invoiceErpOrder, receiveErpOrder, returnErpOrder } from './service';
import { putTransfer } from './transfer';

const toYuan = (fen: number): number => fen / 100;
const bindRegister = serveRegister({
  of: {
    noun: '订单',
    unit: '单',
    filters: erp.erpOrderFilters.table,
    page: erp.erpOrderPage,
    exports: erp.erpOrderExport,
    changeHis: erp.erpOrderChangeHis,
  },
  entity,
  module: '订单中心',
  columns: erp.erpOrderColumns,
  cells: { amountFen: (row) => toYuan(row.amountFen), paidFen: (row) => toYuan(row.paidFen) },
  rows: {
    list: listErpOrders,
    count: countErpOrders,
    sees: async (trx, ctx, id) => (await findErpOrder(trx, ctx, id)) !== undefined,
  },
  detail: { call: erp.erpOrderDetail, read: findErpOrder },
});

/** 订单中心: what the company bought from its provider. */
export function erpOrderRoutes(app: FastifyInstance, exports: ExportDeps, pay: PayCallDeps, blobs: BlobStore): void {
  bindRegister(app, exports);
  route(app, erp.erpOrderCount, (ctx) => ctx.db((trx) => countByType(trx, ctx)));
  route(app, erp.erpOrderPayWays, (ctx, input) => readPayWays(pay, ctx, input));
  route(app, erp.erpOrderPayCode, (ctx, input) => readErpPayCode(pay, ctx, input));
  route(app, erp.erpOrderPayResult, (ctx, input) => askForErpPayment(pay, ctx, input));
  route(app, erp.erpOrderSimulate, (ctx, input) => simulateErpPayment(pay, ctx, input));
  route(app, erp.erpOrderVoucher, (ctx, input) => putTransfer(pay, ctx, input));
  route(app, erp.erpOrderCancel, (ctx, input) => cancelUnpaid(pay, ctx, input));
  route(app, erp.erpOrderReceive, receiveErpOrder);
  route(app, erp.erpOrderInvoice, (ctx, input) => invoiceErpOrder(exports.db, ctx, input));
  route(app, erp.erpOrderInvoiceFile, async (ctx, { id }, { reply }) => {
    const file = await readInvoiceFile({ db: exports.db, blobs }, await findErpInvoice(ctx, id));
    attach(reply, file.name, file.mime);
    return file.stream;
  });
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
}
