import type { Parsed } from '@tongda/contract/core/endpoint';
import type { auditInvoice, auditVoidInvoice } from '@tongda/contract/trade/member/audit';
import { memberStatus } from '@tongda/contract/trade/member/enums';
import { invoiceStatus } from '@tongda/contract/transport/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { illegalTransition, invalidField } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { refuseForeignFiles } from '../../base/file/door';
import { entity } from './order-repo';
import { lockAnyOrder, tellBuyer } from './steps';

/** The provider's staff uploads the invoice that the buyer asked for; he is told, and downloads it. */
export async function issueInvoice(trx: Trx, ctx: Ctx, input: Parsed<typeof auditInvoice>): Promise<void> {
  const order = await lockAnyOrder(trx, input);
  if (order.status !== memberStatus.passed) throw illegalTransition('审核通过的订单才能开票');
  if (order.invoice_status !== invoiceStatus.applied) throw illegalTransition('买方尚未申请发票，或发票已开具');
  await refuseForeignFiles(trx, ctx, [input.fileId], 'fileId');
  const file = await trx.selectFrom('file').select('mime').where('id', '=', input.fileId).executeTakeFirst();
  if (!file || !['application/pdf', 'image/jpeg', 'image/png'].includes(file.mime))
    throw invalidField('fileId', '发票应为 pdf、jpg 或 png');
  await trx
    .updateTable('member_order')
    .set({
      invoice_status: invoiceStatus.issued,
      invoice_no: input.invoiceNo,
      invoice_file_id: input.fileId,
      invoiced_at: sql`now()`,
      version: order.version + 1,
    })
    .where('id', '=', order.id)
    .execute();
  await recordChanges(trx, { ...ctx, clientId: order.client_id }, [
    { entity, entityId: order.id, action: `开具发票${input.invoiceNo}` },
  ]);
  await tellBuyer(
    trx,
    order,
    'invoice',
    '会员订单已开票',
    `订单${order.order_no}的发票${input.invoiceNo}已开具，请在“我的订单”中下载。`,
  );
}

/** Voids an invoice: the buyer may ask for another one, and the order may be refunded. */
export async function voidInvoice(trx: Trx, ctx: Ctx, input: Parsed<typeof auditVoidInvoice>): Promise<void> {
  const order = await lockAnyOrder(trx, input);
  if (order.invoice_status !== invoiceStatus.issued && order.invoice_status !== invoiceStatus.applied)
    throw illegalTransition('没有可作废的发票');
  await trx
    .updateTable('member_order')
    .set({ invoice_status: invoiceStatus.voided, version: order.version + 1 })
    .where('id', '=', order.id)
    .execute();
  await recordChanges(trx, { ...ctx, clientId: order.client_id }, [
    { entity, entityId: order.id, action: `作废发票${order.invoice_no}：${input.reason}` },
  ]);
  await tellBuyer(trx, order, 'void', '会员订单的发票已作废', `订单${order.order_no}的发票已作废：${input.reason}。`);
}
