import { msgType } from '@tongda/contract/base/system-enums';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { yuanWords } from '@tongda/contract/core/money';
import type { erpOrderVoucher } from '@tongda/contract/trade/erp-order/calls';
import { auditKind } from '@tongda/contract/trade/member/enums';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { changedMeanwhile, illegalTransition } from '../../../core/http/errors';
import { tellProvider } from '../../base/message/door';
import { auditTag, checkVouchers, nounOf, type PayCallDeps, refuseUnknownPayment, stopPayments } from '../member/door';
import { column, dueOf, refusalOf, requireOrder, requirePayable } from './pay';
import { entity, lockOrder, noteOrderChange, reviewKey } from './service';

/** Stores the vouchers of a bank transfer and tells the provider's staff to look at the account; codes that could still be scanned are closed first. */
export async function putTransfer(deps: PayCallDeps, ctx: Ctx, input: Parsed<typeof erpOrderVoucher>): Promise<null> {
  const { id, version } = await requireOrder(ctx, { id: input.id });
  // codes of an order that somebody else changed meanwhile stay open
  if (version !== input.version) throw changedMeanwhile(entity, id);
  await requirePayable(ctx, { id });
  refuseUnknownPayment(await stopPayments(deps, { column, id }));
  const order = await ctx.db(async (trx) => {
    const found = await lockOrder(trx, ctx, input);
    const refusal = refusalOf(found);
    if (refusal !== null) throw illegalTransition(refusal);
    await checkVouchers(trx, ctx, input);
    await sql`update erp_order set voucher_file_ids = ${input.fileIds}::bigint[], remit_date = ${input.remitDate}, remit_name = ${input.remitName},
      submitted_at = now(), reject_reason = '', version = version + 1 where id = ${id}`.execute(trx);
    await noteOrderChange(trx, ctx, id, '提交汇款凭证');
    return found;
  });
  // the message belongs to the provider's company, which the tenant's transaction cannot write to
  await tellProvider(deps.db, {
    type: msgType.orderReview,
    objTag: auditTag(auditKind.goods, { id, orderNo: order.order_no }),
    objName: order.order_no,
    title: `${nounOf(auditKind.goods, order.order_type)}待审核：${ctx.clientName}`,
    content: `${ctx.clientName}提交了订单${order.order_no}的汇款凭证，金额 ${yuanWords(dueOf(order))}。`,
    menu: 'orderAudit',
    onceKey: `${reviewKey(id)} ${order.version}`,
  });
  return null;
}
