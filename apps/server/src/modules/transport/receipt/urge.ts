import { hourMs } from '@tongda/contract/core/durations';
import { hasPaper, type ReceiptFacts, receiptStageOf, receiptStages } from '@tongda/contract/transport/receipt/stage';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/http/ctx';
import { tellUsers } from '../../base/message/door';
import { orderScope } from '../../base/org/door';
import { logSteps } from '../order/door';

interface Line {
  orderCode: string;
  ok: boolean;
  msg: string;
}
interface Owed extends ReceiptFacts {
  id: string;
  orderCode: string;
  receiptNo: string;
  waybillCode: string | null;
  holder: string;
  phone: string;
  userIds: string[];
  recent: boolean;
}

/** What the driver or carrier still owes: the picture or the paper; null when it is nothing. */
function wantedOf(one: ReceiptFacts): string | null {
  const stage = receiptStageOf(one);
  if (stage === 'toUpload') return '请上传回单图片';
  if (stage === 'rejected') return '回单被驳回，请重新上传';
  return (stage === 'toAudit' || stage === 'passed') && hasPaper(one.receiptRequire) ? '请交回纸质回单' : null;
}

/** 催收: asks the driver, or the carrier who drove, for receipt documents, at most once an hour each. */
export function urgeReceipts(ctx: Ctx, orderCodes: readonly string[]): Promise<Line[]> {
  return ctx.db(async (trx) => {
    const { rows } =
      await sql<Owed>`select r.id::text, o.order_code as "orderCode", r.receipt_no as "receiptNo", w.waybill_code as "waybillCode",
        r.receipt_status as "receiptStatus", r.audit_status as "auditStatus", o.receipt_require as "receiptRequire",
        coalesce(c.name, d.name, '') as holder, coalesce(d.phone, '') as phone,
        array(select u.id::text from app_user u where u.client_id = r.client_id and u.status = 1 and u.deleted_at is null
          and (u.driver_id in (w.driver_id, w.co_driver_id) or u.carrier_id = w.carrier_id)) as "userIds",
        exists (select from tms_operation_log l where l.client_id = r.client_id and l.obj_type = 'receipt' and l.obj_code = r.receipt_no
          and l.action = '催收' and l.at > now() - interval '1 hour') as recent
      from receipt r join customer_order o on o.id = r.order_id
        left join lateral (select l.waybill_id from waybill_leg l where l.order_id = o.id and l.removed_at is null order by l.id desc limit 1) t on true
        left join waybill w on w.id = t.waybill_id left join driver d on d.id = w.driver_id left join carrier c on c.id = w.carrier_id
      where r.client_id = ${ctx.clientId} and o.order_code = any(${orderCodes}::text[]) and ${orderScope(ctx, 'o')} order by r.id`.execute(
        trx,
      );
    const lines: Line[] = [];
    for (const orderCode of new Set(orderCodes)) {
      const one = rows.find((row) => row.orderCode === orderCode);
      const msg = one ? refusalOf(one) : '回单不存在或无权操作';
      lines.push({ orderCode, ok: msg === '', msg });
      if (!one || msg !== '') continue;
      const asked = wantedOf(one) ?? '';
      await tellUsers(
        trx,
        {
          clientId: ctx.clientId,
          category: 12,
          type: 12_114,
          typeName: '回单催收',
          objTag: one.waybillCode ? `waybill:${one.waybillCode}` : '',
          objName: one.receiptNo,
          title: asked,
          content: `订单${orderCode}的回单${one.receiptNo}：${asked}`,
          onceKey: `urge:${one.id}:${Math.floor(Date.now() / hourMs)}`,
        },
        one.userIds,
        true,
      );
      await logSteps(trx, ctx, [
        { objType: 'receipt', objCode: one.receiptNo, action: '催收', remark: `${one.holder} ${asked}` },
      ]);
    }
    return lines;
  });
}

/** Why nobody can be asked; empty when somebody can. */
function refusalOf(one: Owed): string {
  if (wantedOf(one) === null) return `回单${receiptStages[receiptStageOf(one)]}，不需要催收`;
  if (one.recent) return '1小时内已催过';
  if (one.userIds.length > 0) return '';
  return `${one.holder || '承运人'}没有登录账号${one.phone ? '，请拨打电话联系' : ''}`;
}
