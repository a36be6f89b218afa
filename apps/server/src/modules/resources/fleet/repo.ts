import type { Output } from '@tongda/contract/core/endpoint';
import { motionState } from '@tongda/contract/core/live';
import { fleetColumns, fleetFilters, type fleetLeaders } from '@tongda/contract/resources/fleet/calls';
import { sql } from 'kysely';
import { orEmpty } from '../../../core/db/columns';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { likePattern } from '../../../core/record/options';
import { registerRows } from '../../../core/record/rows';
import { orgScope, visibleVehicleRows } from '../../base/org/door';
import { peopleSql } from '../../base/reference/door';

/** Query of the fleets of the caller's departments and of those without a department. */
export const fromFleets = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('fleet as f')
    .leftJoin('org as o', 'o.id', 'f.org_id')
    .leftJoin('fleet as p', 'p.id', 'f.parent_id')
    .leftJoin('app_user as u', 'u.id', 'f.created_by')
    .leftJoin('app_user as lu', 'lu.id', 'f.leader_user_id')
    .leftJoin('driver as ld', 'ld.id', 'f.leader_driver_id')
    .where('f.client_id', '=', ctx.clientId)
    .where('f.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('f.org_id', 'is', null), orgScope(ctx, 'f.org_id')]));

const dark = sql.join([sql.lit(motionState.offline), sql.lit(motionState.never)]);

/** Whether the vehicle of row `v` is online. */
export const isOnline = sql<boolean>`exists (select from device_state s where s.vehicle_id = v.id and (s.live->>'state')::int not in (${dark}))`;
const vehicleCount = sql<number>`(select count(*)::int from vehicle v where v.fleet_id = f.id and v.deleted_at is null)`;
export const driverCount = sql<number>`(select count(*)::int from driver d where d.fleet_id = f.id and d.deleted_at is null)`;

/** The leader's present name, or else the typed one. */
const leaderName = sql<string | null>`coalesce(lu.name, ld.name, f.leader_name)`;
const leaderKey = sql<string | null>`case when f.leader_user_id is not null then 'u' || f.leader_user_id
  when f.leader_driver_id is not null then 'd' || f.leader_driver_id else 'n' || f.leader_name end`;

const rowColumns = (ctx: Ctx) =>
  [
    'f.id',
    'f.name',
    'f.code',
    'f.org_id as orgId',
    orEmpty('o.name').as('orgName'),
    'f.parent_id as parentId',
    orEmpty('p.name').as('parentName'),
    leaderKey.as('leader'),
    leaderName.as('leaderName'),
    'f.phone',
    vehicleCount.as('vehicleCount'),
    sql<number>`(select count(*)::int from vehicle v where v.fleet_id = f.id and v.deleted_at is null and ${isOnline})`.as(
      'onlineCount',
    ),
    driverCount.as('driverCount'),
    'f.temperature_type as temperatureType',
    'f.dispatch_area as dispatchArea',
    'f.status',
    'f.remark',
    'f.version',
    orEmpty('u.name').as('createUser'),
    wireTimeSql(sql<Date>`f.created_at`, ctx.timeZone).as('createTime'),
    wireTimeSql(sql<Date>`f.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

/** List, count and look-up of the register. */
export const fleetRows = registerRows({
  filters: fleetFilters,
  columns: fleetColumns,
  alias: 'f',
  select: (trx: Trx, ctx: Ctx) => fromFleets(trx, ctx).select(rowColumns(ctx)),
  // the columns of the joined tables are null without a record, and so sort last; '' would sort first
  sort: { orgName: 'o.name', parentName: 'p.name' },
  own: {
    leaderName: (text) => {
      const like = likePattern(text);
      return sql<boolean>`(${leaderName} ilike ${like} or f.phone ilike ${like} or lu.phone ilike ${like} or ld.phone ilike ${like})`;
    },
  },
});

/** One fleet; undefined when it does not exist or the caller may not see it. */
export const findFleet = (trx: Trx, ctx: Ctx, id: string) =>
  fromFleets(trx, ctx)
    .leftJoin('app_user as w', 'w.id', 'f.updated_by')
    .select(rowColumns(ctx))
    .select(orEmpty('w.name').as('updateUser'))
    .where('f.id', '=', id)
    .executeTakeFirst();

export type FoundFleet = NonNullable<Awaited<ReturnType<typeof findFleet>>>;
/** Fleets with one of the names that the caller sees. */
export const findFleetsByName = (trx: Trx, ctx: Ctx, names: string[]) =>
  fromFleets(trx, ctx).select(rowColumns(ctx)).where(sql<boolean>`f.name = any(${names}::text[])`).execute();

/** Vehicles of a fleet that the caller sees, with motion state and today's distance, km. */
export const listFleetVehicles = (trx: Trx, ctx: Ctx, id: string) =>
  trx
    .selectFrom('vehicle as v')
    .leftJoin('driver as d', 'd.id', 'v.driver_id')
    .leftJoin('device_state as s', 's.vehicle_id', 'v.id')
    .select(['v.id', 'v.plate_no as plateNo', 'v.vehicle_color as vehicleColor', 'v.vehicle_type as vehicleType'])
    .select([
      orEmpty('d.name').as('driverName'),
      sql<
        number | null
      >`case when exists (select from device_binding b where b.vehicle_id = v.id and upper_inf(b.during)) then coalesce((s.live->>'state')::int, ${sql.lit(motionState.never)}) end`.as(
        'state',
      ),
      sql<number>`coalesce(s.today_mileage_m, 0)::float8 / 1000`.as('todayMileageKm'),
    ])
    .where('v.fleet_id', '=', id)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v'))
    .orderBy('v.plate_no')
    .execute();

/** Drivers of a fleet, whichever department they belong to. */
export const listFleetDrivers = (trx: Trx, ctx: Ctx, id: string) =>
  trx
    .selectFrom('driver')
    .select(['id', 'name', 'license_class as licenseClass', 'status'])
    .where('fleet_id', '=', id)
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();

const maxLeaders = 100;
/** People who may lead a fleet; `keyword` is part of a name or of a phone number. */
export async function listLeaders(
  trx: Trx,
  ctx: Ctx,
  keyword: string | undefined,
): Promise<Output<typeof fleetLeaders>> {
  const like = likePattern(keyword ?? '');
  const { rows } = await sql<
    Output<typeof fleetLeaders>[number]
  >`select key, name, coalesce(phone, '') as phone, kind, of
    from (${peopleSql(ctx)}) p where name ilike ${like} or phone ilike ${like} limit ${maxLeaders}`.execute(trx);
  return rows;
}
