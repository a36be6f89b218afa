import { type PlanFilters, type PlanRow, planFilters } from '@tongda/contract/ground/route-plan/calls';
import { normalizePlate } from '@tongda/contract/resources/vehicle/fields';
import { type RawBuilder, sql } from 'kysely';
import { orderByClause } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { filterConditions } from '../../../core/record/filters';
import { likePattern } from '../../../core/record/options';
import { orgScope, seesAll, visibleVehicleRows } from '../../base/org/door';
import { writeStatusNow } from '../../watch/command/door';

/** Query of the plans that the caller sees: those of his departments, and those without one. A vehicle that he may not see has no plate in it. */
function selectPlans(trx: Trx, ctx: Ctx) {
  return trx
    .selectFrom('route_plan as r')
    .leftJoin('vehicle as v', (j) => j.onRef('v.id', '=', 'r.vehicle_id').on(visibleVehicleRows(ctx, 'v')))
    .leftJoin('driver as d', 'd.id', 'v.driver_id')
    .leftJoin('org as o', 'o.id', 'r.org_id')
    .leftJoin('app_user as u', 'u.id', 'r.created_by')
    .leftJoin('transport_route as t', 't.id', 'r.route_id')
    .leftJoin('place as l', 'l.id', 'r.line_id')
    .where('r.client_id', '=', ctx.clientId)
    .where('r.deleted_at', 'is', null)
    .$if(!seesAll(ctx), (q) => q.where(sql<boolean>`(r.org_id is null or ${orgScope(ctx, 'r.org_id')})`));
}

const stopName = (order: 'asc' | 'desc'): RawBuilder<string> =>
  sql<string>`coalesce((select s.name from route_plan_stop s where s.plan_id = r.id order by s.seq ${sql.raw(order)} limit 1), '')`;
/** SQL: (actual - plan) / plan of the mileage, per cent, of runs that are over. */
const deviationRate = sql<number | null>`case when r.status = 3 and r.plan_mileage_m > 0
  then round(100.0 * (r.actual_mileage_m - r.plan_mileage_m) / r.plan_mileage_m, 1)::float8 end`;
const stopCount = sql<number>`(select count(*)::int from route_plan_stop s where s.plan_id = r.id)`;

/**
 * SQL: the worst state of what was written into the terminal since the plan was sent last, in the order failed, no answer, expired, offline, waiting, on
 * the way, cancelled, done.
 */
const sendStatus = sql<number | null>`(select x.s from (select ${writeStatusNow} as s
    from write_task k join write_item w on w.task_id = k.id where k.route_plan_id = r.id and k.created_at >= r.sent_at) x
  order by array_position(array[3, 4, 7, 6, 5, 0, 1, 8, 2], x.s::int) limit 1)`;

const rowColumns = (ctx: Ctx) =>
  [
    'r.id',
    'r.plan_no as planNo',
    'r.name as planName',
    'r.plan_type as planType',
    'r.vehicle_id as vehicleId',
    sql<string>`coalesce(v.plate_no, '')`.as('plateNo'),
    sql<string>`coalesce(d.name, '')`.as('driverName'),
    stopName('asc').as('startName'),
    sql<string>`case when r.return_to_start then ${stopName('asc')} else ${stopName('desc')} end`.as('endName'),
    stopCount.as('stopCount'),
    sql<number>`round(r.plan_mileage_m / 1000.0, 1)::float8`.as('planMileage'),
    sql<number>`round(r.plan_duration_min / 60.0, 1)::float8`.as('planDuration'),
    sql<number>`(select count(*)::int from route_plan_stop s where s.plan_id = r.id and s.late_min > 0)`.as(
      'lateCount',
    ),
    wireTimeSql(sql<Date>`r.depart_at`, ctx.timeZone).as('departTime'),
    'r.status',
    sql<number | null>`round(r.actual_mileage_m / 1000.0, 1)::float8`.as('actualMileage'),
    deviationRate.as('deviationRate'),
    'r.deviation_count as deviationCount',
    wireTimeSql(sql<Date | null>`r.started_at`, ctx.timeZone).as('startTime'),
    wireTimeSql(sql<Date | null>`r.finished_at`, ctx.timeZone).as('finishTime'),
    wireTimeSql(sql<Date>`r.sent_at`, ctx.timeZone).as('sentTime'),
    sendStatus.as('sendStatus'),
    wireTimeSql(sql<Date | null>`r.driver_sent_at`, ctx.timeZone).as('driverSentTime'),
    wireTimeSql(sql<Date | null>`r.driver_read_at`, ctx.timeZone).as('driverReadTime'),
    sql<number | null>`r.toll_yuan::float8`.as('tollYuan'),
    sql<boolean>`r.path is null`.as('estimated'),
    'r.route_id as routeId',
    sql<string>`coalesce(t.name, '')`.as('routeName'),
    'r.org_id as orgId',
    sql<string>`coalesce(o.name, '')`.as('orgName'),
    'r.line_id as lineId',
    sql<string>`coalesce(l.name, '')`.as('lineName'),
    'r.strategy',
    sql<string>`coalesce(u.name, '')`.as('createUser'),
    'r.version',
    wireTimeSql(sql<Date>`r.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

const sortable: Readonly<Record<string, string>> = {
  planNo: 'r.plan_no',
  planName: 'r.name',
  status: 'r.status',
  planMileage: 'r.plan_mileage_m',
  planDuration: 'r.plan_duration_min',
  departTime: 'r.depart_at',
  actualMileage: 'r.actual_mileage_m',
  deviationCount: 'r.deviation_count',
  startTime: 'r.started_at',
  finishTime: 'r.finished_at',
  sentTime: 'r.sent_at',
  driverReadTime: 'r.driver_read_at',
  tollYuan: 'r.toll_yuan',
  updateTime: 'r.updated_at',
};

export type PlanQuery = PlanFilters & { ids?: readonly string[] };

const planConditions = (ctx: Ctx, q: PlanQuery): RawBuilder<boolean> =>
  filterConditions(
    planFilters.table,
    'r',
    { plateNo: (plate) => sql<boolean>`v.plate_no like ${likePattern(normalizePlate(plate))}` },
    ctx,
    q,
  );

export function listPlans(
  trx: Trx,
  ctx: Ctx,
  q: PlanQuery & { sort?: string; limit: number; offset: number },
): Promise<PlanRow[]> {
  const [key, direction] = (q.sort ?? '').split(' ');
  const reckoned = { stopCount, deviationRate }[key ?? ''];
  const order = reckoned
    ? sql`${reckoned} ${sql.raw(direction === 'desc' ? 'desc' : 'asc')} nulls last, r.id desc`
    : orderByClause(q.sort, sortable, 'r.id');
  return selectPlans(trx, ctx)
    .select(rowColumns(ctx))
    .where(planConditions(ctx, q))
    .orderBy(order)
    .limit(q.limit)
    .offset(q.offset)
    .execute();
}

export async function countPlans(trx: Trx, ctx: Ctx, q: PlanQuery): Promise<number> {
  const { n } = await selectPlans(trx, ctx)
    .where(planConditions(ctx, q))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Whether any plan that the caller sees has a strategy. */
export async function hasAnyStrategy(trx: Trx, ctx: Ctx): Promise<boolean> {
  const one = await selectPlans(trx, ctx)
    .select('r.id')
    .where('r.strategy', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

const clockOf = (column: string, zone: string): RawBuilder<string | null> =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone ${zone}, 'HH24:MI')`;

/** One plan with its stops in order and the results of its last calculation. */
export async function findPlan(trx: Trx, ctx: Ctx, id: string) {
  const row = await selectPlans(trx, ctx)
    .select(rowColumns(ctx))
    .select(['r.keep_last as keepLast', 'r.return_to_start as returnToStart', 'r.remark', 'r.depart_at as departAt'])
    .select(['r.plan_mileage_m as mileageM', 'r.plan_duration_min as durationMin', 'r.corridor_m as corridorM'])
    .select(sql<Array<[number, number]> | null>`r.path`.as('path'))
    .select(sql<string>`coalesce((select pd.name from driver pd where pd.id = r.driver_id), '')`.as('phoneDriver'))
    .select(
      sql<
        Array<{ id: string; name: string }>
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', a.id::text, 'name', p.name) order by a.n), '[]')
      from unnest(r.avoid_ids) with ordinality a (id, n) join place p on p.id = a.id)`.as('avoid'),
    )
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const stops = await trx
    .selectFrom('route_plan_stop as s')
    .leftJoin('place as p', 'p.id', 's.place_id')
    .select(['s.place_id as placeId', 's.name', 's.lng', 's.lat', 's.stay_min as stayMin', 's.drive_min as driveMin'])
    .select(['s.late_min as lateMin', 's.distance_m as distanceM', 's.arrive_at as arriveAt', 's.leave_at as leaveAt'])
    .select([
      sql<string>`coalesce(p.address, '')`.as('address'),
      clockOf('s.window_from', ctx.timeZone).as('windowFrom'),
      clockOf('s.window_to', ctx.timeZone).as('windowTo'),
    ])
    .select(['s.window_from as opensAt', 's.window_to as closesAt'])
    .where('s.plan_id', '=', id)
    .orderBy('s.seq')
    .execute();
  return { ...row, avoidIds: row.avoid.map((area) => area.id), stops };
}
export type FoundPlan = NonNullable<Awaited<ReturnType<typeof findPlan>>>;

/** The chosen plans that the caller may see. */
export const loadPlanTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
  selectPlans(trx, ctx)
    .select(['r.id', 'r.name', 'r.version', 'r.status', 'r.plan_no as planNo', 'r.vehicle_id as vehicleId'])
    .where(sql<boolean>`r.id = any(${ids}::bigint[])`)
    .execute();
