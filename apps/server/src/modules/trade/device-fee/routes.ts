import * as fee from '@tongda/contract/trade/device-fee/calls';
import { renewStatus } from '@tongda/contract/trade/member/enums';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { BlobStore } from '../../../core/blob/store';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { holdTotal } from '../../../core/record/totals';
import { fileLink } from '../../base/file/door';
import { attach, findLastTicket, type PayCallDeps, readInvoiceFile } from '../member/door';
import { feeFile, renewFile } from './export';
import { priceRenewals } from './price';
import {
  applyInvoice,
  closeOverdueOrders,
  confirmOrder,
  createOrder,
  mayConfirm,
  putVoucher,
  readDraft,
  saveDraft,
} from './renew';
import { askForPayment, cancelRenewal, readPayCode, simulateRenewal } from './renew-pay';
import { findOrder, fromOrders, listOrderPage } from './renew-repo';
import { countFees, findFee, listFees, loadFeeTotals } from './repo';

const usualDays = [30, 15, 7, 1];

/** 设备费用: services of terminals, their renewal, by bank transfer or online, and whom to remind when. */
export function feeRoutes(app: FastifyInstance, exports: ExportDeps, pay: PayCallDeps, blobs: BlobStore): void {
  const { payTypes } = pay.payments;
  route(app, fee.feePage, (ctx, q) =>
    ctx.db(async (trx) => {
      await closeOverdueOrders(trx, ctx);
      return {
        list: await listFees(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
        total: await holdTotal(ctx, fee.feePage, q, () => countFees(trx, ctx, q)),
        page: q.page,
        size: q.size,
      };
    }),
  );
  route(app, fee.feeSummary, (ctx) =>
    ctx.db(async (trx) => {
      const { n } = await fromOrders(trx, ctx)
        .select(sql<number>`count(*)::int`.as('n'))
        .where('r.renew_status', 'in', [renewStatus.toPay, renewStatus.toPayAgain])
        .executeTakeFirstOrThrow();
      return { ...(await loadFeeTotals(trx, ctx)), ordersToPay: n, mayConfirm: mayConfirm(ctx) };
    }),
  );
  route(app, fee.feeExport, (ctx, input) => enqueueExport(exports, ctx, feeFile, input));
  route(app, fee.feeDetail, (ctx, { id }) =>
    ctx.db(async (trx) => {
      const found = await findFee(trx, ctx, id);
      if (!found) throw notFound('设备');
      return found;
    }),
  );
  route(app, fee.feePrice, (ctx, { items }) =>
    ctx.db(async (trx) => ({ ...(await priceRenewals(trx, ctx, items)), payTypes })),
  );
  renewRoutes(app, exports, pay, blobs);
  route(app, fee.feeReminder, (ctx) =>
    ctx.db(async (trx) => {
      const row = await trx
        .selectFrom('fee_reminder')
        .select('days')
        .where('client_id', '=', ctx.clientId)
        .executeTakeFirst();
      return { days: row?.days ?? usualDays };
    }),
  );
  route(app, fee.feeSaveReminder, (ctx, { days }) =>
    ctx.db(async (trx) => {
      await sql`insert into fee_reminder (client_id, days) values (${ctx.clientId}, ${days}::smallint[])
        on conflict (client_id) do update set days = excluded.days, updated_at = now()`.execute(trx);
      return null;
    }),
  );
}

function renewRoutes(app: FastifyInstance, exports: ExportDeps, pay: PayCallDeps, blobs: BlobStore): void {
  const { secrets } = exports;
  route(app, fee.renewExport, (ctx, input) => enqueueExport(exports, ctx, renewFile, input));
  route(app, fee.renewDraft, readDraft);
  route(app, fee.renewSaveDraft, (ctx, { items }) => saveDraft(ctx, items));
  route(app, fee.getTicketInfo, (ctx) =>
    ctx.db(async (trx) => ({ title: ctx.clientName, ticket: await findLastTicket(trx, ctx) })),
  );
  route(app, fee.renewCreate, (ctx, input) => createOrder(ctx, input, pay.payments.payTypes));
  route(app, fee.renewPayCode, (ctx, input) => readPayCode(pay, ctx, input));
  route(app, fee.renewPayResult, (ctx, input) => askForPayment(pay, ctx, input));
  route(app, fee.renewSimulate, (ctx, input) => simulateRenewal(pay, ctx, input));
  route(app, fee.renewPage, (ctx, q) =>
    ctx.db(async (trx) => {
      await closeOverdueOrders(trx, ctx);
      return listOrderPage(trx, ctx, q);
    }),
  );
  route(app, fee.renewDetail, (ctx, { orderNo }) =>
    ctx.db(async (trx) => {
      const found = await findOrder(trx, ctx, orderNo, (fileId) => fileLink(secrets, fileId));
      if (!found) throw notFound('续费订单');
      return found;
    }),
  );
  route(app, fee.renewVoucher, (ctx, input) => putVoucher(exports.db, ctx, input));
  route(app, fee.renewClose, (ctx, input) => cancelRenewal(pay, ctx, input));
  route(app, fee.renewInvoice, (ctx, input) => applyInvoice(exports.db, ctx, input));
  route(app, fee.renewInvoiceFile, async (ctx, { orderNo }, { reply }) => {
    const order = await ctx.db((trx) =>
      fromOrders(trx, ctx)
        .select(['r.invoice_status as invoiceStatus', 'r.invoice_file_id as fileId'])
        .where('r.order_no', '=', orderNo)
        .executeTakeFirst(),
    );
    if (!order) throw notFound('续费订单');
    const file = await readInvoiceFile({ db: exports.db, blobs }, order);
    attach(reply, file.name, file.mime);
    return file.stream;
  });
  route(app, fee.renewConfirm, confirmOrder);
}
