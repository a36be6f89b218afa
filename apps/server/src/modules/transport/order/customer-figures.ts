import type { Output } from '@tongda/contract/core/endpoint';
import { type customerFigures, customerMonths } from '@tongda/contract/resources/customer/figures';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { orderScope } from '../../base/org/door';
import { isMoving, wasSigned } from '../figures/door';

type Figures = Output<typeof customerFigures>;
/** Orders that count: not voided, and neither split nor merged, since then their parts or the merged order count. */
const counted = sql`o.voided_at is null and ${isMoving} and o.merged_into_id is null`;

/** 订单统计 and 温度合格率 of a customer, from the orders that the caller may see. */
export async function loadCustomerFigures(trx: Trx, ctx: Ctx, id: string): Promise<Figures> {
  const month = (at: string) => sql`to_char(${sql.ref(at)} at time zone ${ctx.timeZone}, 'YYYY-MM')`;
  const since = sql`(date_trunc('month', now() at time zone ${ctx.timeZone}) - make_interval(months => ${sql.lit(customerMonths - 1)}))`;
  const months = await sql<Figures['months'][number]>`
    with m as (select to_char(${since} + make_interval(months => i), 'YYYY-MM') as month from generate_series(0, ${sql.lit(customerMonths - 1)}) i),
    o as (select o.*, ${month('o.created_at')} as month from customer_order o where o.client_id = ${ctx.clientId} and o.customer_id = ${id}
      and o.created_at >= ${since} at time zone ${ctx.timeZone} and ${counted} and ${orderScope(ctx, 'o')})
    select m.month, count(o.id)::int as orders, coalesce(sum(o.total_pieces), 0)::float8 as pieces,
      round(coalesce(sum(o.total_weight_kg), 0) / 1000, 2)::float8 as "weightT", round(coalesce(sum(o.total_volume_m3), 0), 1)::float8 as "volumeM3",
      count(o.signed_at)::int as signed,
      round(100.0 * count(*) filter (where ${wasSigned('inTime')}) / nullif(count(o.signed_at), 0), 1)::float8 as "onTimePercent",
      coalesce(sum(o.reject_pieces), 0)::int as rejected, count(o.temp_compliance)::int as measured,
      round(avg(o.temp_compliance), 1)::float8 as "tempPercent"
    from m left join o on o.month = m.month group by m.month order by m.month desc`.execute(trx);
  const over = await sql<Figures['over'][number]>`select o.order_code as "orderCode", o.receiver,
      ${wireTimeSql(sql<Date | null>`o.signed_at`, ctx.timeZone)} as "signedTime", o.temp_compliance::float8 as "tempPercent", o.temp_over_min::float8 as "overMin"
    from customer_order o where o.client_id = ${ctx.clientId} and o.customer_id = ${id} and ${counted} and ${orderScope(ctx, 'o')}
      and o.temp_compliance < 100 and o.created_at >= ${since} at time zone ${ctx.timeZone}
    order by o.created_at desc, o.id desc limit 20`.execute(trx);
  return { months: months.rows, over: over.rows };
}
