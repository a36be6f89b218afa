import {
  type RouteRow,
  type RouteStop,
  routeColumns,
  routeFilters,
} from '@tongda/contract/ground/transport-route/calls';
import { normalizePlate } from '@tongda/contract/resources/vehicle/fields';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { likePattern } from '../../../core/record/options';
import { registerRows } from '../../../core/record/rows';
import type { RegisterReader } from '../../../core/record/serve';
import { orgScope, seesAll, visibleVehicleRows, visibleVehicles } from '../../base/org/door';

/** Query of the routes that the caller sees: those of his departments, and those without a department. */
export function selectRoutes(trx: Trx, ctx: Ctx) {
  return trx
    .selectFrom('transport_route as r')
    .leftJoin('place as l', 'l.id', 'r.line_id')
    .leftJoin('org as o', 'o.id', 'r.org_id')
    .leftJoin('app_user as u', 'u.id', 'r.updated_by')
    .where('r.client_id', '=', ctx.clientId)
    .where('r.deleted_at', 'is', null)
    .$if(!seesAll(ctx), (q) => q.where(sql<boolean>`(r.org_id is null or ${orgScope(ctx, 'r.org_id')})`));
}

const endName = (order: 'asc' | 'desc') =>
  sql<string>`coalesce((select p.name from route_stop s join place p on p.id = s.place_id where s.route_id = r.id order by s.seq ${sql.raw(order)} limit 1), '')`;

/** SQL `from …` of the bound vehicles of route `r` that the caller may see. */
const boundTo = (ctx: Ctx) => sql`from route_vehicle b join vehicle v on v.id = b.vehicle_id
  where b.route_id = r.id and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')}`;
/** SQL: plates of up to three bound vehicles, and how many there are when they are more. */
const boundPlates = (ctx: Ctx) =>
  sql<string>`(select coalesce(string_agg(x.plate_no, '、' order by x.n) filter (where x.n <= 3), '')
    || case when count(*) > 3 then ' 等' || count(*) || '辆' else '' end
    from (select v.plate_no, row_number() over (order by v.plate_no) as n ${boundTo(ctx)}) x)`;

/** Lateral join with one row of figures of route `r`: its runs of the last 30 days by vehicles that the caller may see. */
const runFiguresSql = (ctx: Ctx) =>
  sql<{
    runs: number;
    avg_min: number | null;
    on_time_rate: number | null;
  }>`(select count(*)::int as runs, avg(extract(epoch from x.arrive_at - x.depart_at) / 60)::float8 as avg_min,
      (100.0 * sum(x.on_time) / nullif(sum(x.assessed), 0))::float8 as on_time_rate
    from route_run x where x.route_id = r.id and x.depart_at >= now() - interval '30 days' and ${visibleVehicles(ctx, 'x.vehicle_id')})`;

const rowColumns = (ctx: Ctx) =>
  [
    'r.id',
    'r.code as routeCode',
    'r.name as routeName',
    'r.route_type as routeType',
    endName('asc').as('startName'),
    endName('desc').as('endName'),
    sql<number>`(select count(*)::int from route_stop s where s.route_id = r.id)`.as('stopCount'),
    sql<number>`round(r.plan_mileage_m / 1000.0, 1)::float8`.as('planMileage'),
    sql<number>`round(r.plan_duration_min / 60.0, 1)::float8`.as('planDuration'),
    'r.temperature_types as temperatureTypes',
    'r.vehicle_types as vehicleTypes',
    'r.depart_times as departTimes',
    sql<string>`case when cardinality(r.weekdays) in (0, 7) then '每天'
      else (select string_agg('周' || substr('一二三四五六日', d, 1), '、' order by d) from unnest(r.weekdays) d) end`.as(
      'runDays',
    ),
    sql<number | null>`(r.toll_fen / 100.0)::float8`.as('tollYuan'),
    sql<number | null>`(r.fuel_fen / 100.0)::float8`.as('fuelYuan'),
    boundPlates(ctx).as('vehicles'),
    'f.runs',
    sql<number | null>`round((f.avg_min / 60)::numeric, 1)::float8`.as('avgHours'),
    sql<number | null>`round(f.on_time_rate::numeric, 1)::float8`.as('onTimeRate'),
    'r.line_id as lineId',
    sql<string>`coalesce(l.name, '')`.as('lineName'),
    'r.org_id as orgId',
    sql<string>`coalesce(o.name, '')`.as('orgName'),
    'r.status',
    'r.version',
    sql<string>`coalesce(u.name, '')`.as('updateUser'),
    wireTimeSql(sql<Date>`r.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

const withFigures = (from: ReturnType<typeof selectRoutes>, ctx: Ctx) =>
  from.innerJoinLateral(runFiguresSql(ctx).as('f'), (join) => join.onTrue());

/** The route has a stop whose place meets the condition; `s` and `p` are stop and place. */
const hasStop = (condition: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from route_stop s join place p on p.id = s.place_id where s.route_id = r.id and ${condition})`;

const readRows = registerRows({
  filters: routeFilters,
  columns: routeColumns,
  alias: 'r',
  select: (trx: Trx, ctx: Ctx) => withFigures(selectRoutes(trx, ctx), ctx).select(rowColumns(ctx)),
  usual: 'routeCode asc',
  // by the exact values, not by the rounded ones; an empty name would come before the others, none comes after them
  sort: {
    planMileage: 'r.plan_mileage_m',
    planDuration: 'r.plan_duration_min',
    avgHours: 'f.avg_min',
    onTimeRate: 'f.on_time_rate',
    orgName: 'o.name',
  },
  own: {
    start: (text) => sql<boolean>`${endName('asc')} ilike ${likePattern(text)}`,
    end: (text) => sql<boolean>`${endName('desc')} ilike ${likePattern(text)}`,
    stop: (text) => hasStop(sql`p.name ilike ${likePattern(text)}`),
    customerId: (id) =>
      hasStop(
        sql`exists (select from store t where t.place_id = s.place_id and t.deleted_at is null and t.customer_id = ${id})`,
      ),
    carrierId: (id, ctx) => sql<boolean>`exists (select ${boundTo(ctx)} and v.carrier_id = ${id})`,
    plateNo: (plate, ctx) =>
      sql<boolean>`exists (select ${boundTo(ctx)} and v.plate_no like ${likePattern(normalizePlate(plate))})`,
    orgId: (id) => sql<boolean>`r.org_id = ${id}`,
  },
});

/** The reading side of the register. Routes are counted and looked up without the figures of their runs, which take time. */
export const routeRows: RegisterReader<RouteRow> = {
  list: readRows.list,
  count: async (trx, ctx, asked) => {
    const { n } = await selectRoutes(trx, ctx)
      .where(readRows.where(ctx, asked))
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow();
    return n;
  },
  sees: async (trx, ctx, id) =>
    (await selectRoutes(trx, ctx).select('r.id').where('r.id', '=', id).executeTakeFirst()) !== undefined,
};

/** One route with its stops in order. */
export async function findRoute(trx: Trx, ctx: Ctx, id: string) {
  const row = await withFigures(selectRoutes(trx, ctx), ctx)
    .select(rowColumns(ctx))
    .select(['r.weekdays', 'r.remark'])
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const stops = await trx
    .selectFrom('route_stop as s')
    .innerJoin('place as p', 'p.id', 's.place_id')
    .innerJoin('place_shape as g', (j) => j.onRef('g.place_id', '=', 'p.id').on(sql<boolean>`upper_inf(g.during)`))
    .select(['s.place_id as placeId', 's.drive_min as driveMin', 's.stay_min as stayMin'])
    .select(sql<RouteStop['pointType']>`s.point_type`.as('pointType'))
    .select([
      's.early_min as earlyMin',
      's.late_min as lateMin',
      's.assess',
      'p.name',
      'p.address',
      'p.place_type as placeType',
    ])
    .select(['g.lng', 'g.lat', sql<number>`round(s.distance_m / 1000.0, 1)::float8`.as('distanceKm')])
    .where('s.route_id', '=', id)
    .orderBy('s.seq')
    .execute();
  const { rows: boundVehicles } = await sql<{
    id: string;
    plateNo: string;
    vehicleColor: number;
    remarkNo: string;
  }>`select v.id::text, v.plate_no as "plateNo", v.vehicle_color as "vehicleColor", coalesce(v.remark_no, '') as "remarkNo"
    from transport_route r, lateral (select v.* ${boundTo(ctx)}) v where r.id = ${id} order by v.plate_no`.execute(trx);
  return { ...row, stops, boundVehicles };
}
export type FoundRoute = NonNullable<Awaited<ReturnType<typeof findRoute>>>;
