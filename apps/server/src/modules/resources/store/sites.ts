import type { PlaceFields } from '@tongda/contract/ground/place/calls';
import { placeSource, placeType } from '@tongda/contract/ground/place/enums';
import type { ShapeInput } from '@tongda/contract/ground/place/shape';
import type { StoreFields } from '@tongda/contract/resources/store/calls';
import { nodeTypeList } from '@tongda/contract/transport/enums';
import { shapeCentre } from '@tongda/geo/shape';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { invalid } from '../../../core/http/errors';
import { type StoredShape, shapeOf } from '../../../kernel/ground/place-shape';
import { loadGeocoder } from '../../base/map/door';
import { dropPlaces, insertPlaces, restorePlaces, siteShapeOf } from '../../ground/place/door';

type SiteFacts = Pick<StoreFields, 'storeCode' | 'storeName' | 'nodeType' | 'orgId' | 'address' | 'contact' | 'phone'>;

/** The site of a store, which stands for it on maps and in reports. */
export const siteOf = (store: SiteFacts, name: string): PlaceFields => ({
  kind: 'site',
  placeType: store.nodeType === nodeTypeList.warehouse ? placeType.warehouse : placeType.store,
  name,
  code: null,
  orgId: store.orgId,
  address: store.address,
  speedLimitKmh: null,
  bufferM: 50,
  stayMin: 3,
  contact: store.contact,
  phone: store.phone,
  color: store.nodeType === nodeTypeList.warehouse ? '#0891A6' : '#7C4DDB',
  icon: '',
  tags: [],
  visible: 1,
  twoWay: true,
  segments: [],
  hours: [],
  limitOverT: null,
  remark: '',
});

/** The name of a store's site when another site has the store's name. */
export const siteNameWithCode = ({ storeName, storeCode }: Pick<StoreFields, 'storeName' | 'storeCode'>): string =>
  `${storeName}(${storeCode})`;

/** Province, city and district of a shape's centre; '' when unknown. */
export async function findArea(
  ground: StoredShape | null,
): Promise<{ province: string; city: string; district: string }> {
  const centre = ground && shapeCentre(shapeOf(ground));
  const found = centre && (await loadGeocoder()).placeOf(centre[0], centre[1]);
  return found
    ? { province: found.province, city: found.city, district: found.district }
    : { province: '', city: '', district: '' };
}

/** Inserts the sites of imported stores and their districts, in a few statements for any number. 4000 for a site name that is taken even with the code. */
export async function placeNewStores(
  trx: Trx,
  ctx: Ctx,
  stores: ReadonlyArray<{ id: string; shape: ShapeInput }>,
): Promise<void> {
  if (stores.length === 0) return;
  const { rows } = await sql<SiteFacts & { id: string; orgName: string }>`
    select s.id::text as id, s.code as "storeCode", s.name as "storeName", s.node_type as "nodeType", s.org_id::text as "orgId", s.address,
      s.contact, nullif(s.phone, '') as phone, coalesce(o.name, '') as "orgName"
    from store s left join org o on o.id = s.org_id
    where s.client_id = ${ctx.clientId} and s.id = any(${stores.map(({ id }) => id)}::bigint[])`.execute(trx);
  const facts = new Map(rows.map((row) => [row.id, row]));
  const taken = await findTakenNames(trx, ctx, rows);
  const sites = [];
  for (const { id, shape } of stores) {
    const store = facts.get(id);
    if (!store) continue;
    const name = taken.has(store.storeName) ? siteNameWithCode(store) : store.storeName;
    if (taken.has(name))
      throw invalid([{ field: 'storeName', msg: `站点“${name}”已存在，请修改门店“${store.storeName}”的名称` }]);
    taken.add(name);
    const ground = await siteShapeOf(shape);
    sites.push({ id, ground, area: await findArea(ground), fields: siteOf(store, name), orgName: store.orgName });
  }
  const placeIds = await insertPlaces(trx, ctx, sites, placeSource.store);
  const marks = sites.map(({ id, area }, i) => ({ id, place_id: placeIds[i], ...area }));
  await sql`update store s set place_id = m.place_id, province = m.province, city = m.city, district = m.district
    from jsonb_populate_recordset(null::store, ${JSON.stringify(marks)}::jsonb) m
    where s.client_id = ${ctx.clientId} and s.id = m.id`.execute(trx);
}

/** Those of the site names which the stores may get that exist already. */
async function findTakenNames(
  trx: Trx,
  ctx: Ctx,
  stores: ReadonlyArray<Pick<StoreFields, 'storeName' | 'storeCode'>>,
): Promise<Set<string>> {
  const wanted = stores.flatMap((store) => [store.storeName, siteNameWithCode(store)]);
  const { rows } = await sql<{ name: string }>`
    select name from place where client_id = ${ctx.clientId} and kind = 'site' and deleted_at is null
      and name = any(${wanted}::text[])`.execute(trx);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Brings back the site that was deleted together with a store: in the same transaction, and so at the same moment. A store without one stays
 * without, and so does one whose site's name somebody else has taken in the meantime.
 */
export async function restoreSite(trx: Trx, ctx: Ctx, storeId: string, deletedAt: string): Promise<void> {
  const { rows } = await sql<{ placeId: string }>`
    select p.id::text as "placeId" from store s join place p on p.client_id = s.client_id and p.source = ${placeSource.store} and p.kind = 'site'
      and p.name in (s.name, s.name || '(' || s.code || ')')
    where s.id = ${storeId} and s.client_id = ${ctx.clientId} and p.deleted_at = ${deletedAt}::timestamptz
      and not exists (select from place q where q.client_id = p.client_id and q.kind = p.kind and q.name = p.name and q.deleted_at is null)
    order by p.name = s.name desc limit 1`.execute(trx);
  const placeId = rows[0]?.placeId;
  if (placeId === undefined) return;
  await restorePlaces(trx, ctx, [placeId]);
  await trx.updateTable('store').set({ place_id: placeId }).where('id', '=', storeId).execute();
}

/** How near two stores are that may be one, m. */
const nearM = 100;
/**
 * Pairs of stores (of the table `seen`) nearer than `nearM`, with the distance in the plane. Stores are put into fields of a thousandth of a
 * degree of latitude and two of longitude, and compared with those of the nine fields around: up to 63° a field is wider than `nearM`.
 */
export const nearPairsSql = sql`
  with at as materialized (
    select t.id, g.lng, g.lat, floor(g.lng * 500)::int as x, floor(g.lat * 1000)::int as y
    from seen t join place_shape g on g.place_id = t.place_id and upper_inf(g.during))
  select '相距 ' || round(m.m)::int || ' m' as why, array[a.id::text, b.id::text] as ids
  from at a cross join generate_series(-1, 1) dx cross join generate_series(-1, 1) dy
  join at b on b.x = a.x + dx and b.y = a.y + dy and b.id > a.id
  cross join lateral (select 111195 * sqrt(power((a.lng - b.lng) * cos(radians(a.lat)), 2) + power(a.lat - b.lat, 2)) as m) m
  where m.m < ${sql.lit(nearM)}`;

/** Deletes the sites of stores; the caller has made sure that nothing uses them. */
export async function unlocateStores(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ placeId: string }>`
    update store s set place_id = null from store before
    where before.id = s.id and s.client_id = ${ctx.clientId} and s.id = any(${ids}::bigint[]) and s.place_id is not null
    returning before.place_id::text as "placeId"`.execute(trx);
  await dropPlaces(
    trx,
    ctx,
    rows.map(({ placeId }) => placeId),
  );
}
