import { abnormalLevel, abnormalType, receiptOrderStatus } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { wireTime } from '../../core/http/answer/wire-time';
import { demoClients } from '../people/users';

const { id: clientId } = demoClients.cold;

/** Reports what sites counted less than planned, as the counting itself does: 差异单 of a receipt order. */
export async function reportShortReceipts(trx: Trx, now: Date): Promise<void> {
  const day = wireTime(now, 'Asia/Shanghai').slice(0, 10);
  const prefix = `YC${day.slice(2).replaceAll('-', '')}`;
  const { rows } = await sql<{ code: string; orderCode: string; at: Date }>`with made as (
      insert into abnormal_report (client_id, org_id, abnormal_code, order_ids, abnormal_type, abnormal_level, occurred_at, address, description,
        affect_pieces, report_user_id, report_user, once_key, created_at)
      select r.client_id, r.org_id, ${prefix} || lpad((coalesce(c.last, 0) + row_number() over (order by r.id))::text, 5, '0'), array[r.order_id],
        ${sql.lit(abnormalType.shortage)}, ${sql.lit(abnormalLevel.minor)}, r.received_at, s.name,
        format('收货单%s在%s实收%s件，计划%s件，短少%s件', r.receipt_code, s.name, r.receive_pieces, r.plan_pieces, r.short_pieces), r.short_pieces, r.created_by, r.receiver_user,
        'receipt ' || r.id, r.received_at
      from receipt_order r join place s on s.id = r.place_id
        left join code_counter c on c.client_id = r.client_id and c.prefix = 'YC' and c.day = ${day}::date
      where r.client_id = ${clientId} and r.receipt_status = ${sql.lit(receiptOrderStatus.received)} and r.short_pieces > 0
      returning abnormal_code, order_ids, created_at)
    select m.abnormal_code as code, o.order_code as "orderCode", m.created_at as at from made m join customer_order o on o.id = m.order_ids[1]`.execute(
    trx,
  );
  if (rows.length === 0) return;
  await sql`insert into code_counter (client_id, prefix, day, last) values (${clientId}, 'YC', ${day}::date, ${rows.length})
    on conflict (client_id, prefix, day) do update set last = code_counter.last + excluded.last`.execute(trx);
  await trx
    .insertInto('tms_operation_log')
    .values(
      rows.flatMap(({ code, orderCode, at }) => [
        { client_id: clientId, obj_type: 'abnormal', obj_code: code, action: '上报', operator_name: '王仓管', at },
        {
          ...{ client_id: clientId, obj_type: 'customerOrder', obj_code: orderCode, action: '异常上报' },
          ...{ operator_name: '王仓管', at, remark: `${abnormalType.label(abnormalType.shortage)} ${code}` },
        },
      ]),
    )
    .execute();
}
