import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { type TimeWindow, windowWords } from '@tongda/contract/core/field/time-window';
import { locateStatus, shapeKind, useStatus } from '@tongda/contract/ground/place/enums';
import {
  maxStorePins,
  type StoreFilters,
  type StorePin,
  type StoreRow,
  storeColumns,
  storeFilters,
  type storeMap,
  type storeOptions,
} from '@tongda/contract/resources/store/calls';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { holds } from '../../../core/record/filters';
import { byInitials, type IdName, wantedOf } from '../../../core/record/initials';
import { likePattern, optionLimit } from '../../../core/record/options';
import { registerRows } from '../../../core/record/rows';
import { visibleStores } from '../../base/org/door';

/** Query of the stores that the caller sees: those of his departments, those without a department, and those granted to him. */
export function fromStores(trx: Trx, ctx: Ctx) {
  return trx
    .selectFrom('store as s')
    .leftJoin('place_shape as g', (j) => j.onRef('g.place_id', '=', 's.place_id').on(sql<boolean>`upper_inf(g.during)`))
    .leftJoin('customer as c', 'c.id', 's.customer_id')
    .leftJoin('org as o', 'o.id', 's.org_id')
    .leftJoin('app_user as u', 'u.id', 's.updated_by')
    .where('s.client_id', '=', ctx.clientId)
    .where('s.deleted_at', 'is', null)
    .where(visibleStores(ctx, 's'));
}

/** Distance from the stored point to where trucks unload, m, in the plane; that is exact enough for about a kilometre. */
const offset = sql<
  number | null
>`round(111195 * sqrt(power((s.learned_lng - g.lng) * cos(radians(g.lat)), 2) + power(s.learned_lat - g.lat, 2)))::int`;
/** Whether trucks unload outside the fence, and over 100 m away; other shapes count as a circle of the same area. */
const isOff = sql<boolean>`coalesce(${offset} > greatest(100, coalesce(g.radius_m, sqrt(g.area_m2 / pi()))), false)`;

const rowColumns = (ctx: Ctx) =>
  [
    's.id',
    's.code as storeCode',
    's.name as storeName',
    's.customer_id as customerId',
    sql<string>`coalesce(c.name, '')`.as('customerName'),
    's.org_id as orgId',
    sql<string>`coalesce(o.name, '')`.as('orgName'),
    's.node_type as nodeType',
    's.contact',
    sql<string>`coalesce(s.phone, '')`.as('phone'),
    sql<string>`s.province || s.city || s.district`.as('area'),
    's.address',
    'g.lng',
    'g.lat',
    'g.kind as shapeKind',
    'g.radius_m as radiusM',
    sql<TimeWindow[]>`s.time_windows`.as('timeWindows'),
    's.unload_min as unloadMinutes',
    's.cargo_platform as cargoPlatform',
    's.temperature_types as temperatureTypes',
    's.vehicle_limit as vehicleLimit',
    's.evidence',
    sql<number>`(select count(distinct r.id)::int from route_stop t join transport_route r on r.id = t.route_id
      where t.place_id = s.place_id and r.deleted_at is null)`.as('routeCount'),
    's.visits_30d as visits',
    's.avg_stay_min as avgStayMin',
    offset.as('offsetM'),
    sql<number>`case when s.place_id is null then 0 when ${isOff} then 2 else 1 end`.as('locateStatus'),
    's.status',
    's.version',
    wireTimeSql(sql<Date>`s.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

/** A fence in words: `圆形 200 m`. */
const describeFence = (kind: string | null, radiusM: number | null): string =>
  kind === null ? '' : radiusM === null ? shapeKind.label(kind) : `${shapeKind.label(kind)} ${radiusM} m`;

interface Raw {
  shapeKind: string | null;
  radiusM: number | null;
  timeWindows: TimeWindow[];
}
function toRow<R extends Raw>(row: R): Omit<R, keyof Raw> & Pick<StoreRow, 'fence' | 'windows'> {
  const { shapeKind: kind, radiusM, timeWindows, ...rest } = row;
  return { ...rest, fence: describeFence(kind, radiusM), windows: windowWords(timeWindows) };
}

/** Whether a route calls at the store of row `s`. */
const isOnRoute = (routeId: string) =>
  sql<boolean>`exists (select from route_stop t join transport_route r on r.id = t.route_id
    where t.place_id = s.place_id and r.id = ${routeId} and r.deleted_at is null)`;
const located = sql<boolean>`s.place_id is not null`;

/** List, count and look-up of the stores that fulfil `only`. */
const storeRowsOf = (only: RawBuilder<boolean>) =>
  registerRows({
    filters: storeFilters,
    columns: storeColumns,
    alias: 's',
    select: (trx: Trx, ctx: Ctx) => fromStores(trx, ctx).where(only).select(rowColumns(ctx)),
    finish: async (_trx, _ctx, found) => found.map(toRow),
    usual: 'storeCode asc',
    sort: { customerName: 'c.name', orgName: 'o.name' },
    own: {
      routeId: isOnRoute,
      hasCustomer: holds(sql<boolean>`s.customer_id is not null`),
      hasRoute: holds(sql<boolean>`exists (select from route_stop t join transport_route r on r.id = t.route_id
      where t.place_id = s.place_id and r.deleted_at is null)`),
      address: (text) => sql<boolean>`s.province || s.city || s.district || s.address ilike ${likePattern(text)}`,
      orgId: (id) => sql<boolean>`s.org_id = ${id}`,
      locateStatus: (status) =>
        status === locateStatus.off ? isOff : status === locateStatus.located ? located : sql<boolean>`not ${located}`,
    },
  });
export const storeRows = storeRowsOf(sql<boolean>`true`);
/** List and count of stores with a site; the filters apply in addition. */
export const siteRows = storeRowsOf(located);

/** A pin says no more of a store than the map shows. */
const pinOf = (store: StorePin): StorePin => ({
  id: store.id,
  storeCode: store.storeCode,
  storeName: store.storeName,
  nodeType: store.nodeType,
  customerName: store.customerName,
  address: store.address,
  windows: store.windows,
  visits: store.visits,
  lng: store.lng,
  lat: store.lat,
  locateStatus: store.locateStatus,
  status: store.status,
  evidence: store.evidence,
});

/** Stores with a position as pins of the map, the number of stores under the filters, and how many of those have no position. */
export async function loadStoreMap(trx: Trx, ctx: Ctx, q: StoreFilters): Promise<Output<typeof storeMap>> {
  const rows = await siteRows.list(trx, ctx, { ...q, limit: maxStorePins, offset: 0 });
  const pins = rows.flatMap(({ lng, lat, ...row }) =>
    lng === null || lat === null ? [] : [pinOf({ ...row, lng, lat })],
  );
  const total = await storeRows.count(trx, ctx, q);
  return { pins, total, missing: total - (await siteRows.count(trx, ctx, q)) };
}

/** Enabled stores to choose from; `keyword` looks in name and code. */
export async function listStoreChoices(
  trx: Trx,
  ctx: Ctx,
  { keyword = '', nodeType, located: withPlace = false }: Parsed<typeof storeOptions>,
) {
  const names = sql<IdName>`${fromStores(trx, ctx).select(['s.id', 's.name'])}`;
  const initials = await byInitials(trx, wantedOf(keyword), sql`s.id`, names);
  return fromStores(trx, ctx)
    .select(['s.id', 's.name', 's.code', sql<string>`coalesce(c.name, '')`.as('customerName')])
    .where('s.status', '=', useStatus.on)
    .$if(nodeType !== undefined, (b) => b.where('s.node_type', '=', nodeType ?? 0))
    .$if(withPlace, (b) => b.where('s.place_id', 'is not', null))
    .$if(keyword !== '', (b) =>
      b.where((eb) =>
        eb.or([eb('s.name', 'ilike', likePattern(keyword)), eb('s.code', 'ilike', likePattern(keyword)), initials]),
      ),
    )
    .orderBy('s.name')
    .orderBy('s.code')
    .limit(optionLimit)
    .execute();
}

/** One store with all fields of the form and its stored shape; undefined when it does not exist or the caller may not see it. */
export async function findStore(trx: Trx, ctx: Ctx, id: string) {
  const row = await fromStores(trx, ctx)
    .select(rowColumns(ctx))
    .select([
      's.remark',
      's.place_id as placeId',
      's.learned_lng as learnedLng',
      's.learned_lat as learnedLat',
      's.learned_stays as learnedStays',
      'g.geometry',
      'g.adcode',
      sql<string>`coalesce(u.name, '')`.as('updateUser'),
    ])
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { geometry, adcode, placeId, learnedLng, learnedLat, learnedStays, ...rest } = row;
  const learned =
    learnedLng === null || learnedLat === null ? null : { lng: learnedLng, lat: learnedLat, stays: learnedStays };
  const ground =
    row.shapeKind === null ? null : { kind: row.shapeKind, geometry, radius_m: row.radiusM, adcode: adcode ?? null };
  return { ...toRow(rest), timeWindows: row.timeWindows, placeId, learned, ground };
}
export type FoundStore = NonNullable<Awaited<ReturnType<typeof findStore>>>;
