import type { TimeWindow } from '@tongda/contract/core/field/time-window';
import { type PlaceFilters, type PlaceRow, placeFilters } from '@tongda/contract/ground/place/calls';
import { placeColumns } from '@tongda/contract/ground/place/columns';
import { useStatus } from '@tongda/contract/ground/place/enums';
import type { LineSegment } from '@tongda/contract/ground/place/segments';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { registerRows } from '../../../core/record/rows';
import { type ScopeOf, visiblePlaces, visibleVehicleRows } from '../../base/org/door';

/** Query of the places that the caller sees, each with its present shape. */
export function selectPlaces(trx: Trx, ctx: Ctx) {
  return trx
    .selectFrom('place as p')
    .innerJoin('place_shape as g', (j) => j.onRef('g.place_id', '=', 'p.id').on(sql<boolean>`upper_inf(g.during)`))
    .leftJoin('org as o', 'o.id', 'p.org_id')
    .leftJoin('app_user as u', 'u.id', 'p.updated_by')
    .where('p.client_id', '=', ctx.clientId)
    .where('p.deleted_at', 'is', null)
    .where(visiblePlaces(ctx, 'p'));
}

/** SQL table of the places that alarm rules point at: one row for a rule and a place. */
const ruledPlaces = sql`(select distinct r.id, (x #>> '{}')::bigint as place_id from alarm_rule r, jsonb_path_query(r.params, '$.**.placeIds[*]') x
  where r.deleted_at is null)`;

/** Columns of PlaceRow without the counts of vehicles and without the geometry. */
export const rowColumns = (ctx: Ctx) =>
  [
    'p.id',
    'p.kind',
    'p.place_type as placeType',
    'p.name',
    sql<string>`coalesce(p.code, '')`.as('code'),
    'g.kind as shapeKind',
    'g.radius_m as radiusM',
    sql<number | null>`case when g.kind = 'line' then null else round((g.area_m2 / 1e6)::numeric, 3)::float8 end`.as(
      'areaKm2',
    ),
    sql<number | null>`case when g.kind = 'line' then round((g.length_m / 1000)::numeric, 1)::float8 end`.as(
      'lengthKm',
    ),
    'g.lng',
    'g.lat',
    'p.address',
    'p.speed_limit_kmh as speedLimitKmh',
    'p.buffer_m as bufferM',
    'p.stay_min as stayMin',
    'p.contact',
    sql<string>`coalesce(p.phone, '')`.as('phone'),
    'p.org_id as orgId',
    sql<string>`coalesce(o.name, '')`.as('orgName'),
    'p.visible',
    'p.source',
    'p.color',
    'p.icon',
    'p.tags',
    'p.status',
    'p.version',
    sql<number>`(select count(*)::int from ${ruledPlaces} ruled where ruled.place_id = p.id)`.as('ruleCount'),
    sql<string>`coalesce(u.name, '')`.as('updateUser'),
    wireTimeSql(sql<Date>`p.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

export type FoundRow = Omit<PlaceRow, 'insideCount' | 'todayCount'>;

/** Filters of a list, a count or an export; `ids` narrows to chosen rows. Who is inside is not asked here: `rows.ts` does. */
export type PlaceQuery = PlaceFilters & { ids?: readonly string[] };

/** Rows of the register without the counts of vehicles. */
export const foundRows = registerRows({
  filters: placeFilters,
  columns: placeColumns,
  alias: 'p',
  select: (trx: Trx, ctx: Ctx) => selectPlaces(trx, ctx).select(rowColumns(ctx)),
  usual: 'updateTime desc',
  // an empty text would come before the others, none comes after them
  sort: { code: 'p.code', orgName: 'o.name' },
  own: {
    occupied: () => sql<boolean>`true`,
    tag: (tag) => sql<boolean>`${tag} = any(p.tags)`,
    orgId: (id) => sql<boolean>`p.org_id = ${id}`,
    ruled: (code) =>
      sql<boolean>`${code === 0 ? sql`not` : sql``} p.id = any(array(select ruled.place_id from ${ruledPlaces} ruled))`,
  },
});

const selectFiltered = (trx: Trx, ctx: Ctx, q: PlaceQuery) => selectPlaces(trx, ctx).where(foundRows.where(ctx, q));

/** Number of places by kind for the tabs, by all filters but the kind. */
export async function countByKind(trx: Trx, ctx: Ctx, { kind: _kind, ...q }: PlaceQuery) {
  const rows = await selectFiltered(trx, ctx, q)
    .select(['p.kind', sql<number>`count(*)::int`.as('n')])
    .groupBy('p.kind')
    .execute();
  const of = (kind: string): number => rows.find((r) => r.kind === kind)?.n ?? 0;
  const [site, region, line] = [of('site'), of('region'), of('line')];
  return { all: site + region + line, site, region, line };
}

/** Stored shapes of all places that pass the filters. */
export function listGrounds(trx: Trx, ctx: Ctx, q: PlaceQuery) {
  return selectFiltered(trx, ctx, q)
    .select(['p.id', 'p.kind as placeKind', 'p.place_type as placeType', 'p.name', 'p.color', 'p.icon', 'p.buffer_m'])
    .select(['g.kind', 'g.geometry', 'g.radius_m', 'g.adcode', 'g.west', 'g.south', 'g.east', 'g.north'])
    .select(['g.lng', 'g.lat', 'p.code', 'p.remark'])
    .orderBy('p.id')
    .execute();
}

/** The same places without their shapes. */
export function listPoints(trx: Trx, ctx: Ctx) {
  return selectFiltered(trx, ctx, { status: useStatus.on })
    .select(['p.id', 'p.kind', 'p.place_type as placeType', 'p.name', 'g.lng', 'g.lat'])
    .select(sql<string>`coalesce(p.code, '')`.as('code'))
    .orderBy('p.kind')
    .orderBy('p.id')
    .execute();
}
export type Ground = Awaited<ReturnType<typeof listGrounds>>[number];

/** One place with everything the form shows. */
export function findPlace(trx: Trx, ctx: Ctx, id: string) {
  return selectPlaces(trx, ctx)
    .select(rowColumns(ctx))
    .select([sql<TimeWindow[]>`p.hours`.as('hours'), sql<number | null>`p.limit_over_t::float8`.as('limitOverT')])
    .select(sql<LineSegment[]>`p.segments`.as('segments'))
    .select(['p.two_way as twoWay', 'p.remark', 'g.geometry', 'g.adcode', 'p.created_by as createdBy'])
    .select(wireTimeSql(sql<Date>`p.created_at`, ctx.timeZone).as('createTime'))
    .where('p.id', '=', id)
    .executeTakeFirst();
}

export type FoundPlace = NonNullable<Awaited<ReturnType<typeof findPlace>>>;

/** The shape that a place had at a moment (epoch ms); undefined when it did not exist yet. */
export function findGroundAt(trx: Trx, id: string, at: number) {
  return trx
    .selectFrom('place_shape as g')
    .select(['g.kind', 'g.geometry', 'g.radius_m', 'g.adcode'])
    .where('g.place_id', '=', id)
    .where(sql<boolean>`g.during @> ${new Date(at)}::timestamptz`)
    .executeTakeFirst();
}

/** The shapes that a place had before the present one. */
export function listFormerShapes(trx: Trx, ctx: Ctx, id: string) {
  return (
    trx
      .selectFrom('place_shape as g')
      .leftJoin('app_user as u', 'u.id', 'g.created_by')
      .select(['g.kind', 'g.geometry', 'g.radius_m', 'g.adcode', 'g.area_m2', 'g.length_m'])
      .select([
        sql<string>`coalesce(u.name, '')`.as('userName'),
        wireTimeSql(sql<Date>`lower(g.during)`, ctx.timeZone).as('startTime'),
        wireTimeSql(sql<Date>`upper(g.during)`, ctx.timeZone).as('endTime'),
      ])
      .where('g.place_id', '=', id)
      .where(sql<boolean>`not upper_inf(g.during)`)
      // a period that only ended because of other limits has the same shape as the next one and is left out
      .where(sql<boolean>`not exists (select from place_shape n where n.place_id = g.place_id and lower(n.during) = upper(g.during)
      and n.kind = g.kind and n.geometry = g.geometry and n.radius_m is not distinct from g.radius_m)`)
      .orderBy(sql`lower(g.during)`, 'desc')
      .limit(50)
      .execute()
  );
}

/** One thing that uses a place. */
export interface PlaceUse {
  /** the place */
  id: string;
  /** the thing in words */
  name: string;
  /** it names a list of places, so that two parts can stand in the place of one */
  joins: boolean;
  /** a rule of entering, leaving, staying or speeding in places: it looks at each of them by itself */
  each: boolean;
  /** `rule 1001`, `plan 1001`: what joins, to be found again; `trip`: all 行程设置 together */
  ref: string;
}

/**
 * What uses these places: stores, routes, plans, alarm rules, 行程设置, waybills under way, goods on the spot. Of vehicles with a 行程设置 three at most are
 * named, and none that `who` does not see; the others are counted.
 */
export async function listPlaceUses(trx: Trx, who: ScopeOf, ids: readonly string[]): Promise<PlaceUse[]> {
  if (ids.length === 0) return [];
  // one array parameter, as an import asks for ten thousand stores at once
  const list = sql`any(${ids}::bigint[])`;
  const { rows } = await sql<PlaceUse>`
    select place_id::text as id, '门店“' || name || '”' as name, false as joins, false as each, '' as ref from store where deleted_at is null and place_id = ${list}
    union all select line_id::text, '线路“' || name || '”', false, false, '' from transport_route where deleted_at is null and line_id = ${list}
    union all select distinct s.place_id::text, '线路“' || r.name || '”', false, false, '' from route_stop s join transport_route r on r.id = s.route_id
      where r.deleted_at is null and s.place_id = ${list}
    union all select distinct s.place_id::text, '规划“' || r.name || '”', false, false, '' from route_plan_stop s join route_plan r on r.id = s.plan_id
      where r.deleted_at is null and r.status in (0, 1, 2) and s.place_id = ${list}
    union all select line_id::text, '规划“' || name || '”', false, false, '' from route_plan where deleted_at is null and status in (0, 1, 2) and line_id = ${list}
    union all select avoided::text, '规划“' || name || '”', true, false, 'plan ' || id from route_plan, unnest(avoid_ids) avoided
      where deleted_at is null and status in (0, 1, 2) and avoided = ${list}
    union all select distinct x #>> '{}', '报警规则“' || r.name || '”', ${joinsRule}, ${eachRule}, 'rule ' || r.id
      from alarm_rule r, jsonb_path_query(r.params, '$.**.placeIds[*]') x
      where r.deleted_at is null and (x #>> '{}')::bigint = ${list}
    union all select place_id::text, case when plates is null then '行程设置（' || vehicles || ' 辆车）' else '行程设置“' || array_to_string(plates[1:3], '”、“') || '”'
        || case when vehicles > cardinality(plates[1:3]) then '等 ' || vehicles || ' 辆' else '' end end, true, false, 'trip'
      from (select p as place_id, count(distinct v.id) as vehicles, array_agg(distinct v.plate_no) filter (where ${visibleVehicleRows(who, 'v')}) as plates
        from trip_setting t join vehicle v on v.id = t.vehicle_id, unnest(t.start_place_ids || t.end_place_ids) p
        where v.deleted_at is null and upper_inf(t.during) and p = ${list} group by p) trips
    union all select distinct s.place_id::text, '运单' || w.waybill_code, false, false, '' from waybill_stop s join waybill w on w.id = s.waybill_id
      where w.voided_at is null and w.transport_status < 3 and s.stop_status < 2 and s.place_id = ${list}
    union all select load_place_id::text, '发运' || code, false, false, '' from shipment where cancelled_at is null and status < 3 and load_place_id = ${list}
    union all select distinct t.place_id::text, '发运' || s.code, false, false, '' from shipment_stop t join shipment s on s.id = t.shipment_id
      where s.cancelled_at is null and s.status < 3 and t.place_id = ${list}
    union all select current_place_id::text, '在站货物' || count(*) || '单', false, false, '' from customer_order where current_place_id = ${list} group by 1`.execute(
    trx,
  );
  return rows;
}

/** A rule means the same with two parts in the place of one, but for 未到: it asks for every one of its places. */
export const joinsRule = sql<boolean>`(r.kind <> 'zone' or coalesce(r.params ->> 'trigger', '') <> 'absent')`;

/**
 * A rule of 进入, 离开, 停留 or 区域内超速 judges each of its places by itself (`kernel/detect/place/zone`): an incident names its place, and no place
 * says which one it was split from.
 */
const eachRule = sql<boolean>`(r.kind = 'zone' and coalesce(r.params ->> 'trigger', '') in ('enter', 'leave', 'stay', 'speed'))`;

/** The same in words by place id. Unused places are left out. */
export async function loadPlaceUses(trx: Trx, who: ScopeOf, ids: readonly string[]): Promise<Map<string, string[]>> {
  return wordsByPlace(await listPlaceUses(trx, who, ids));
}

export function wordsByPlace(uses: readonly PlaceUse[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, name } of uses) found.set(id, [...new Set([...(found.get(id) ?? []), name])]);
  return found;
}
