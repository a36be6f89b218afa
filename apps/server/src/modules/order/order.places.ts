import type { Parsed } from '@tongda/contract/core/endpoint';
import type { OrderPlace, orderPlaces } from '@tongda/contract/order/order';
import { sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { containing } from '../../core/options';
import { visibleStores } from '../org/org.scope';

const most = 50;
/** Six decimals are 0.1 m, and as many as the form takes. */
const rounded = (degrees: number | null): number | null => (degrees === null ? null : Math.round(degrees * 1e6) / 1e6);

/** Addresses of the customer, then stores (his own first) of the caller's departments; positions are the middle of a store's site of now. */
export async function placesFor(
  trx: Transaction<DB>,
  ctx: Ctx,
  { customerId, keyword }: Parsed<typeof orderPlaces>,
): Promise<OrderPlace[]> {
  const owner = customerId ?? null;
  const like = keyword ? containing(keyword) : null;
  const { rows } = await sql<OrderPlace>`
    select * from (
      select 0 as rank, 'a' || k.id || '-' || a.at as id, coalesce(nullif(a.value->>'name', ''), k.name) as name,
        coalesce(nullif(a.value->>'contact', ''), c.value->>'name', '') as contact,
        coalesce(nullif(a.value->>'phone', ''), c.value->>'phone', '') as phone, coalesce(a.value->>'area', '') as area,
        coalesce(a.value->>'address', '') as address, (a.value->>'lng')::float8 as lng, (a.value->>'lat')::float8 as lat
      from customer k cross join lateral jsonb_array_elements(k.addresses) with ordinality a(value, at)
        left join lateral (select e.value from jsonb_array_elements(k.contacts) with ordinality e(value, at)
          order by (e.value->>'main')::boolean desc nulls last, e.at limit 1) c on true
      where k.client_id = ${ctx.clientId} and k.deleted_at is null and k.id = ${owner}::bigint
      union all
      select case when s.customer_id = ${owner}::bigint then 1 else 2 end, 's' || s.id, s.name, s.contact, coalesce(s.phone, ''),
        case when s.province = s.city then '' else s.province end || s.city || s.district, s.address, g.lng, g.lat
      from store s left join place_shape g on g.place_id = s.place_id and g.during @> now()
      where s.client_id = ${ctx.clientId} and s.deleted_at is null and ${visibleStores(ctx, 's')}
    ) p
    where ${like}::text is null or p.name ilike ${like} or p.address ilike ${like} or p.area ilike ${like} or p.contact ilike ${like}
    order by rank, name limit ${most}`.execute(trx);
  return rows.map(({ id, name, contact, phone, area, address, lng, lat }) => ({
    id,
    name,
    contact,
    phone,
    area,
    address,
    lng: rounded(lng),
    lat: rounded(lat),
  }));
}
