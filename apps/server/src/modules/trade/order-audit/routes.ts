import * as audit from '@tongda/contract/trade/member/audit';
import { auditKind, auditStage, memberPayType } from '@tongda/contract/trade/member/enums';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { BlobStore } from '../../../core/blob/store';
import type { Trx } from '../../../core/db/trx';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { illegalTransition, notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { holdTotal } from '../../../core/record/totals';
import type { Secrets } from '../../../core/run/secrets';
import { listShownFiles } from '../../base/file/door';
import { confirmAsProvider } from '../device-fee/door';
import { findTransfer, listErpItems, passErpOrder, refuseErpOrder } from '../erp-order/door';
import {
  approveOrder,
  attach,
  calculateRefund,
  issueInvoice,
  loadInvoice,
  loadMemberOrder,
  loadPayments,
  loadToConfirm,
  readSignedContract,
  refundOrder,
  rejectOrder,
  voidInvoice,
} from '../member/door';

import { auditFile } from './export';
import { type AuditAt, countAudits, countStages, findAudit, listAudits } from './repo';

/** 订单审核: the provider's staff approves or rejects orders paid by transfer, and refunds memberships. */
export function orderAuditRoutes(app: FastifyInstance, exports: ExportDeps, blobs: BlobStore): void {
  route(app, audit.auditPage, (ctx, q) =>
    ctx.db(async (trx) => ({
      list: await listAudits(trx, ctx, { ...q, limit: q.size, offset: (q.page - 1) * q.size }),
      total: await holdTotal(ctx, audit.auditPage, q, () => countAudits(trx, ctx, q)),
      page: q.page,
      size: q.size,
    })),
  );
  route(app, audit.auditCount, (ctx) => ctx.db((trx) => countStages(trx)));
  route(app, audit.auditExport, (ctx, input) => enqueueExport(exports, ctx, auditFile, input));
  route(app, audit.auditDetail, (ctx, q) => ctx.db((trx) => loadDetail(trx, ctx, exports.secrets, q)));
  route(app, audit.auditContract, async (ctx, { orderNo }, { reply }) => {
    const { name, stream } = await readSignedContract(blobs, ctx, orderNo);
    attach(reply, name, 'application/pdf');
    return stream;
  });
  route(app, audit.auditPass, (ctx, { kind, ...at }) =>
    ctx.db(async (trx) => {
      if (kind === auditKind.member) await approveOrder(trx, ctx, at);
      else if (kind === auditKind.goods) await passErpOrder(trx, ctx, at);
      else await confirmAsProvider(trx, ctx, at);
      return null;
    }),
  );
  route(app, audit.auditReject, (ctx, { kind, reason, ...at }) =>
    ctx.db(async (trx) => {
      if (kind === auditKind.renewal) throw illegalTransition('续费订单不能驳回');
      if (kind === auditKind.goods) await refuseErpOrder(trx, ctx, at, reason);
      else await rejectOrder(trx, ctx, at, reason);
      return null;
    }),
  );
  route(app, audit.auditInvoice, (ctx, input) =>
    ctx.db(async (trx) => {
      await issueInvoice(trx, ctx, input);
      return null;
    }),
  );
  route(app, audit.auditVoidInvoice, (ctx, input) =>
    ctx.db(async (trx) => {
      await voidInvoice(trx, ctx, input);
      return null;
    }),
  );
  route(app, audit.auditRefund, (ctx, { reason, withdraw, ...at }) =>
    ctx.db(async (trx) => ({ done: await refundOrder(trx, ctx, at, { reason, withdraw }) })),
  );
}

async function loadDetail(trx: Trx, ctx: Ctx, secrets: Secrets, at: AuditAt): Promise<audit.AuditDetail> {
  const row = await findAudit(trx, ctx, at);
  if (!row) throw notFound('订单');
  const { id, kind } = row;
  const invoice = await loadInvoice(trx, row, ctx.timeZone);
  if (kind === auditKind.renewal) return { row, invoice, ...none, ...(await loadRenewal(trx, ctx, secrets, id)) };
  if (kind === auditKind.goods)
    return {
      row,
      invoice,
      ...none,
      payment: await loadErpPayments(trx, ctx, id),
      goods: await listErpItems(trx, id),
      ...(await loadTransfer(trx, ctx, secrets, id)),
    };
  const order = await trx
    .selectFrom('member_order')
    .select(['client_id as clientId', 'refund_by', 'refund_by_name', 'refund_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const member = await loadMemberOrder(trx, { id, clientId: order.clientId }, { timeZone: ctx.timeZone, secrets });
  const rejectedOnline = row.stage === auditStage.rejected && row.payType === memberPayType.online;
  const open = row.stage === auditStage.passed || row.stage === auditStage.refunding || rejectedOnline;
  const fen = open ? await calculateRefund(trx, { id, clientId: order.clientId }) : null;
  return {
    row,
    ...none,
    invoice,
    member,
    ...(await loadToConfirm(trx, { id, clientId: order.clientId }, ctx.timeZone)),
    vouchers: member.vouchers,
    refundableFen: fen,
    refund:
      fen !== null && order.refund_by !== null
        ? { fen, reason: order.refund_reason, by: order.refund_by_name, own: order.refund_by === ctx.userId }
        : null,
  };
}

/** What other kinds of orders have and this one has not. */
const none = {
  member: null,
  company: null,
  contract: null,
  payment: null,
  transfer: null,
  renewal: [],
  goods: [],
  vouchers: [],
  refundableFen: null,
  refund: null,
};

/** Online payments of an order of the order centre, which a bank transfer of the rest does not hide. Null: there are none. */
async function loadErpPayments(trx: Trx, ctx: Ctx, id: string): Promise<audit.AuditDetail['payment']> {
  const found = await loadPayments(trx, { column: 'erp_order_id', id }, ctx.timeZone);
  return found.payments.length > 0 ? found : null;
}

/** The bank transfer of an order of the order centre, with its vouchers. */
async function loadTransfer(trx: Trx, ctx: Ctx, secrets: Secrets, id: string) {
  const { clientId, fileIds } = await trx
    .selectFrom('erp_order')
    .select(['client_id as clientId', sql<string[]>`voucher_file_ids::text[]`.as('fileIds')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const transfer = await findTransfer(trx, id, ctx.timeZone);
  if (!transfer) return { transfer, vouchers: [] };
  const files = await listShownFiles(trx, { clientId }, secrets, fileIds);
  return {
    transfer,
    vouchers: fileIds.flatMap((file) => files.get(file) ?? []),
  };
}

async function loadRenewal(trx: Trx, ctx: Ctx, secrets: Secrets, id: string) {
  const order = await trx
    .selectFrom('renew_order')
    .select(['client_id as clientId', 'voucher_file_id as fileId', 'pay_type as payType'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const renewal = await trx
    .selectFrom('renew_order_item')
    .select(['id', 'terminal_no as terminalNo', 'plate_no as plateNo', 'model', 'years', 'amount_fen as amountFen'])
    .select([sql<string | null>`old_end::text`.as('oldEnd'), sql<string | null>`new_end::text`.as('newEnd')])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute();
  const files = await listShownFiles(trx, order, secrets, order.fileId === null ? [] : [order.fileId]);
  return {
    payment:
      order.payType === memberPayType.online
        ? await loadPayments(trx, { column: 'renew_order_id', id }, ctx.timeZone)
        : null,
    renewal,
    vouchers: [...files.values()],
  };
}
