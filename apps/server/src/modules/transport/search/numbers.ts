import { orderStatus } from '@tongda/contract/transport/enums';
import { type ReceiptFacts, receiptStageOf, receiptStages } from '@tongda/contract/transport/receipt/stage';
import { searchMost } from '@tongda/contract/transport/search/calls';
import { abnormalStatus, abnormalType, receiptOrderStatus } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import type { Wanted } from '../../../core/record/initials';
import { orderScope } from '../../base/org/door';
import { abnormalScope } from '../abnormal/door';
import type { Found } from './resources';

/** Documents that are found by nothing but their number, as somebody reads it to the dispatcher or pastes it. */

/** Whether the text may be a number of a document (TH26112900012), or its end. */
export const isNumber = ({ text }: Wanted): boolean => /^[a-z]{0,3}\d{4,}$/iu.test(text);

interface Row {
  id: string;
  name: string;
  /** what it belongs to */
  about: string;
  under: string | null;
  total: number;
}

/** The newest documents among `rows` of the query, with their state in words. */
async function found<T extends Row>(trx: Trx, rows: RawBuilder<T>, stateOf: (row: T) => string): Promise<Found> {
  const { rows: list } = await rows.execute(trx);
  return {
    total: list[0]?.total ?? 0,
    hits: list.map((row) => ({
      id: row.id,
      name: row.name,
      relation: row.about,
      state: stateOf(row),
      ...(row.under === null ? {} : { under: row.under }),
    })),
  };
}
const newest = (table: 'p' | 'r') => sql`order by ${sql.ref(`${table}.id`)} desc limit ${searchMost}`;

/** Pick-up orders (TH…) of orders that the caller sees. */
export const findPickUps = (trx: Trx, ctx: Ctx, { like }: Wanted): Promise<Found> =>
  found(
    trx,
    sql<Row & { status: (typeof orderStatus.codes)[number] }>`select p.id::text, p.pick_up_code as name,
        concat_ws(' · ', o.order_code, k.name) as about, null as under, p.order_status as status, (count(*) over ())::int as total
      from pick_up_order p join customer_order o on o.id = p.order_id join customer k on k.id = o.customer_id
      where p.client_id = ${ctx.clientId} and p.pick_up_code ilike ${like} and ${orderScope(ctx, 'o')} ${newest('p')}`,
    ({ status }) => orderStatus.label(status),
  );

/** Receipt orders (SH…) of orders that the caller sees, by the site that takes the goods in. */
export const findReceiptOrders = (trx: Trx, ctx: Ctx, { like }: Wanted): Promise<Found> =>
  found(
    trx,
    sql<Row & { status: (typeof receiptOrderStatus.codes)[number] }>`select r.id::text, r.receipt_code as name,
        concat_ws(' · ', o.order_code, s.name) as about, null as under, r.receipt_status as status, (count(*) over ())::int as total
      from receipt_order r join customer_order o on o.id = r.order_id join place s on s.id = r.place_id
      where r.client_id = ${ctx.clientId} and r.receipt_code ilike ${like} and ${orderScope(ctx, 'o')} ${newest('r')}`,
    ({ status }) => receiptOrderStatus.label(status),
  );

/** Receipts (HD…) of orders that the caller sees; their pages stand under the number of the order. */
export const findReceipts = (trx: Trx, ctx: Ctx, { like }: Wanted): Promise<Found> =>
  found(
    trx,
    sql<Row & Pick<ReceiptFacts, 'receiptStatus' | 'auditStatus'>>`select r.id::text, r.receipt_no as name,
        concat_ws(' · ', o.order_code, o.receiver) as about, o.order_code as under, r.receipt_status as "receiptStatus",
        r.audit_status as "auditStatus", (count(*) over ())::int as total
      from receipt r join customer_order o on o.id = r.order_id
      where r.client_id = ${ctx.clientId} and r.receipt_no ilike ${like} and ${orderScope(ctx, 'o')} ${newest('r')}`,
    (facts) => receiptStages[receiptStageOf(facts)],
  );

/** Reports of something abnormal (YC…) that the caller sees; their pages stand under the number of the waybill, or of the order. */
export const findAbnormal = (trx: Trx, ctx: Ctx, { like }: Wanted): Promise<Found> =>
  found(
    trx,
    sql<
      Row & { type: (typeof abnormalType.codes)[number]; status: (typeof abnormalStatus.codes)[number] }
    >`select r.id::text, r.abnormal_code as name, coalesce(w.waybill_code, x.code, '') as about,
        coalesce(w.waybill_code, x.code, r.abnormal_code) as under, r.abnormal_type as type, r.abnormal_status as status, (count(*) over ())::int as total
      from abnormal_report r left join waybill w on w.id = r.waybill_id
        left join lateral (select o.order_code as code from customer_order o where o.id = any(r.order_ids) and ${orderScope(ctx, 'o')}
          order by o.id limit 1) x on true
      where r.client_id = ${ctx.clientId} and r.abnormal_code ilike ${like} and ${abnormalScope(ctx, 'r')} ${newest('r')}`,
    ({ type, status }) => `${abnormalType.label(type)} ${abnormalStatus.label(status)}`,
  );
