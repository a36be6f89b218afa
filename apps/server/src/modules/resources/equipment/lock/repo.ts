import { lockStatus } from '@tongda/contract/resources/enums';
import { lockColumns, lockFilters } from '@tongda/contract/resources/equipment/lock';
import { normalizePlate } from '@tongda/contract/resources/vehicle/fields';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { likePattern } from '../../../../core/record/options';
import { registerRows } from '../../../../core/record/rows';
import { visibleResources, visibleVehicleRows } from '../../../base/org/door';
import { withAddresses } from '../place-words';

/** Query of the locks of the caller's departments and of those granted to him; vehicle `v` is joined only when he may see it. */
export const fromLocks = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('bluetooth_lock as l')
    .leftJoin('vehicle as v', (j) => j.onRef('v.id', '=', 'l.vehicle_id').on(visibleVehicleRows(ctx, 'v')))
    .leftJoin('org as o', 'o.id', 'l.org_id')
    .leftJoin('device_model as m', 'm.id', 'l.model_id')
    .where('l.deleted_at', 'is', null)
    .where(visibleResources(ctx, 'lock', 'l'));

const rowColumns = (ctx: Ctx) =>
  [
    'l.id',
    'l.lock_no as lockNo',
    'l.mac',
    'l.model_id as modelId',
    sql<string>`coalesce(m.name, l.model, '')`.as('model'),
    'l.org_id as orgId',
    sql<string>`coalesce(o.name, '')`.as('orgName'),
    'v.id as vehicleId',
    sql<string>`coalesce(v.plate_no, '')`.as('plateNo'),
    'v.vehicle_color as vehicleColor',
    'l.door_pos as doorPos',
    'l.lock_status as lockStatus',
    'l.battery_pct as battery',
    'l.last_action as lastAction',
    'l.last_way as lastWay',
    'l.lng',
    'l.lat',
    sql<string>`''`.as('address'),
    sql<string>`coalesce(l.last_user, '')`.as('lastUser'),
    sql<string | null>`${wireTimeSql(sql<Date | null>`l.last_time`, ctx.timeZone)}`.as('lastTime'),
    sql<number>`(select count(*)::int from resource_auth g where g.resource_kind = 'lock' and g.resource_id = l.id and g.revoked_at is null
      and g.valid_from <= now() and (g.valid_until is null or g.valid_until > now()))`.as('authCount'),
    'l.fw_version as fwVersion',
    'l.service_end as serviceEnd',
    'l.remark',
    'l.version',
    wireTimeSql(sql<Date>`l.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

/** lockStatus in the order in which somebody has to look at it. */
const byUrgency = `{${[lockStatus.faulty, lockStatus.offline, lockStatus.open, lockStatus.locked, lockStatus.unbound].join(',')}}`;

/** List, count and look-up of the register. */
export const lockRows = registerRows({
  filters: lockFilters,
  columns: lockColumns,
  alias: 'l',
  select: (trx: Trx, ctx: Ctx) => fromLocks(trx, ctx).select(rowColumns(ctx)),
  // those that somebody has to look at first
  usual: sql`array_position(${sql.lit(byUrgency)}::int[], l.lock_status), l.lock_no`,
  sort: { plateNo: 'v.plate_no', lastTime: 'l.last_time', model: 'l.model', orgName: 'o.name' },
  finish: (_trx, _ctx, found) => withAddresses(found),
  own: {
    plateNo: (plate) => sql<boolean>`v.plate_no like ${likePattern(normalizePlate(plate))}`,
    low: () => sql<boolean>`l.battery_pct < 20`,
  },
});

/** One lock; undefined when it does not exist or the caller may not see it. */
export async function findLock(trx: Trx, ctx: Ctx, id: string) {
  const found = await fromLocks(trx, ctx)
    .select(rowColumns(ctx))
    // also a vehicle that the caller does not see, whose plate is not told
    .select('l.vehicle_id as boundTo')
    .where('l.id', '=', id)
    .executeTakeFirst();
  return found && (await withAddresses([found]))[0];
}

export type FoundLock = NonNullable<Awaited<ReturnType<typeof findLock>>>;

/** Locks with one of the numbers that the caller sees. */
export const findLocksByNumber = (trx: Trx, ctx: Ctx, numbers: string[]) =>
  fromLocks(trx, ctx).select(rowColumns(ctx)).where(sql<boolean>`l.lock_no = any(${numbers}::text[])`).execute();
