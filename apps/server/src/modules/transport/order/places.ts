import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { keysOf } from '@tongda/contract/core/keys';
import { placeKind, placeType } from '@tongda/contract/ground/place/enums';
import type { OrderPlace, orderLocate, orderPlaces } from '@tongda/contract/transport/order/calls';
import { type OrderField, orderLabels, siteReachKm } from '@tongda/contract/transport/order/fields';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalid } from '../../../core/http/errors';
import { likePattern } from '../../../core/record/options';
import { divisionOf, loadGeocoder } from '../../base/map/door';
import { orderScope, visiblePlaces, visibleStores } from '../../base/org/door';

const most = 50;
/** Rounds degrees to six decimals (0.1 m), which is what the form accepts. */
const roundDegrees = (degrees: number | null): number | null =>
  degrees === null ? null : Math.round(degrees * 1e6) / 1e6;

/**
 * Addresses of a customer, then stores of the caller's departments, the customer's own first. The point of a store is the middle of its present
 * site.
 */
export async function listPlacesFor(
  trx: Trx,
  ctx: Ctx,
  { customerId, keyword }: Parsed<typeof orderPlaces>,
): Promise<OrderPlace[]> {
  const owner = customerId ?? null;
  const like = keyword ? likePattern(keyword) : null;
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
    lng: roundDegrees(lng),
    lat: roundDegrees(lat),
  }));
}

/** Points of the addresses of the company's customers and of its stores: area and address → `lng,lat`. */
export async function loadKnownPoints(trx: Trx, ctx: Ctx): Promise<Map<string, string>> {
  const { rows } = await sql<{ address: string; lng: number; lat: number }>`
    select (a.value->>'area') || (a.value->>'address') as address, (a.value->>'lng')::float8 as lng, (a.value->>'lat')::float8 as lat
    from customer k cross join lateral jsonb_array_elements(k.addresses) a(value)
    where k.client_id = ${ctx.clientId} and k.deleted_at is null and a.value->>'lng' is not null and a.value->>'lat' is not null
    union all
    select case when s.province = s.city then '' else s.province end || s.city || s.district || s.address, g.lng, g.lat
    from store s join place_shape g on g.place_id = s.place_id and g.during @> now()
    where s.client_id = ${ctx.clientId} and s.deleted_at is null and ${visibleStores(ctx, 's')}`.execute(trx);
  return new Map(rows.map(({ address, lng, lat }) => [address, `${roundDegrees(lng)},${roundDegrees(lat)}`]));
}

/** Where an address lies, see `orderLocate`. */
export async function locateAddress(
  ctx: Ctx,
  { area, address }: Parsed<typeof orderLocate>,
): Promise<Output<typeof orderLocate>> {
  await loadGeocoder();
  const known =
    address === '' ? undefined : (await ctx.db((trx) => loadKnownPoints(trx, ctx))).get(`${area}${address}`);
  if (known) {
    const [lng = 0, lat = 0] = known.split(',').map(Number);
    return { lng, lat, exact: true, name: `${area}${address}` };
  }
  const division = divisionOf(area === '' ? address : area);
  if (!division || division.level === 'province') return null;
  return { lng: division.lng, lat: division.lat, exact: false, name: division.name };
}

const sites = sql`p.kind = ${sql.lit(placeKind.site)} and p.deleted_at is null
  and p.place_type in (${sql.lit(placeType.distributionCentre)}, ${sql.lit(placeType.warehouse)})`;

/** Sites that the caller may see, as options for 发站 and 到站. */
export async function listOrderSites(trx: Trx, ctx: Ctx): Promise<Array<{ id: string; name: string }>> {
  const { rows } = await sql<{ id: string; name: string }>`select p.id::text, p.name from place p
    where p.client_id = ${ctx.clientId} and ${sites} and ${visiblePlaces(ctx, 'p')} order by p.place_type, p.name limit 200`.execute(
    trx,
  );
  return rows;
}

/** Users who entered orders that the caller may see. */
export async function listOrderCreators(trx: Trx, ctx: Ctx): Promise<Array<{ id: string; name: string }>> {
  const { rows } = await sql<{ id: string; name: string }>`select u.id::text, u.name from app_user u
    where u.client_id = ${ctx.clientId} and exists (select from customer_order o
      where o.client_id = ${ctx.clientId} and o.created_by = u.id and ${orderScope(ctx, 'o')}) order by u.name limit 500`.execute(
    trx,
  );
  return rows;
}

/** Names of 发站 and 到站 by `site <id>`. A site that the caller may not see is refused, unless the order had it before. */
export async function loadSiteNames(
  trx: Trx,
  ctx: Ctx,
  wanted: Readonly<Partial<Record<OrderField, string | null>>>,
  before: Readonly<Partial<Record<OrderField, unknown>>> = {},
): Promise<Map<string, string>> {
  const ids = Object.values(wanted).flatMap((id) => id ?? []);
  const { rows } = await sql<{ id: string; name: string; usable: boolean }>`select p.id::text, p.name,
      ${sites} and ${visiblePlaces(ctx, 'p')} as usable
    from place p where p.client_id = ${ctx.clientId} and p.id = any(${ids}::bigint[])`.execute(trx);
  const errors = keysOf(wanted).flatMap((field) => {
    const id = wanted[field];
    if (!id || id === before[field] || rows.some((row) => row.id === id && row.usable)) return [];
    return [{ field, msg: `所选${orderLabels[field]}不存在或不在您的权限范围内` }];
  });
  if (errors.length > 0) throw invalid(errors);
  return new Map(rows.map(({ id, name }) => [`site ${id}`, name]));
}

/** SQL for the nearest of `site` (see below) around a point. Distances are reckoned on a flat earth, which is good enough to compare them within 100 km. */
const nearestSite = (lng: string, lat: string) => sql`(select s.id from site s
    cross join lateral (select sqrt(((s.lat - ${sql.ref(lat)}) * 111.195) ^ 2 + ((s.lng - ${sql.ref(lng)}) * 111.195 * cos(radians(${sql.ref(lat)}))) ^ 2) as km) d
  where d.km <= ${sql.lit(siteReachKm)} order by d.km, s.id limit 1)`;

/**
 * Gives orders without 发站 or 到站 the nearest site, where the coordinates are known (transport.md A2). The company's sites are found once, not
 * twice for each order.
 */
export const assignNearestSites = (trx: Trx, ctx: Pick<Ctx, 'clientId'>, orderIds: readonly string[]) =>
  sql`with site as materialized (select p.id, g.lng, g.lat
      from place p join place_shape g on g.place_id = p.id and g.during @> now() where p.client_id = ${ctx.clientId} and ${sites})
    update customer_order o set
      origin_place_id = coalesce(o.origin_place_id, ${nearestSite('o.ship_lng', 'o.ship_lat')}),
      dest_place_id = coalesce(o.dest_place_id, ${nearestSite('o.receive_lng', 'o.receive_lat')})
    where o.client_id = ${ctx.clientId} and o.id = any(${orderIds}::bigint[]) and (o.origin_place_id is null or o.dest_place_id is null)`.execute(
    trx,
  );
