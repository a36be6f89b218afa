import { deviceStatus } from '@tongda/contract/resources/device/enums';
import { portableColumns, portableFilters } from '@tongda/contract/resources/equipment/portable';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { wireTimeSql } from '../../../core/http/wire-time';
import { likePattern } from '../../../core/record/options';
import { registerRows } from '../../../core/record/rows';
import { visibleDevices } from '../../base/org/door';

/** Query of the recorders that the caller may see: those in vehicles of his scope, and other ones of his departments. */
export const fromPortables = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('portable_device as d')
    .leftJoin('vehicle as v', 'v.id', 'd.bind_vehicle_id')
    .leftJoin('store as t', 't.id', 'd.bind_store_id')
    .leftJoin('org as o', 'o.id', 'd.org_id')
    .leftJoin('device_model as m', 'm.id', 'd.model_id')
    .where('d.client_id', '=', ctx.clientId)
    .where('d.deleted_at', 'is', null)
    .where(visibleDevices(ctx, 'd', 'd.bind_vehicle_id', 'portable'));

/** A recorder is offline when it was silent for longer than two upload intervals and ten minutes (report.md 2.1). */
const silent = sql<boolean>`now() - d.last_seen_at > make_interval(secs => 2 * d.upload_interval_s + 600)`;
const status = sql<
  number | null
>`case when d.last_seen_at is null then null when ${silent} then ${sql.lit(deviceStatus.offline)}
  when d.battery_pct < 20 then ${sql.lit(deviceStatus.lowBattery)} else ${sql.lit(deviceStatus.normal)} end`;
const bindName = sql<string>`coalesce(v.plate_no, t.name, d.bind_name, '')`;

const rowColumns = (ctx: Ctx) =>
  [
    'd.id',
    'd.device_no as deviceNo',
    'd.name',
    'd.model_id as modelId',
    sql<string>`coalesce(m.name, d.model, '')`.as('model'),
    'd.org_id as orgId',
    sql<string>`coalesce(o.name, '')`.as('orgName'),
    'd.bind_type as bindType',
    bindName.as('bindName'),
    'd.usage_mode as usageMode',
    status.as('status'),
    'd.battery_pct as battery',
    sql<number>`round(d.upload_interval_s / 60.0)::int`.as('uploadInterval'),
    sql<string | null>`${wireTimeSql(sql<Date | null>`d.last_seen_at`, ctx.timeZone)}`.as('lastTime'),
    sql<string>`coalesce(d.sim_no, '')`.as('simNo'),
    'd.calibration_date as calibrationDate',
    'd.cert_no as certNo',
    'd.service_end as serviceEnd',
    'd.remark',
    'd.version',
    wireTimeSql(sql<Date>`d.updated_at`, ctx.timeZone).as('updateTime'),
  ] as const;

/** List, count and look-up of the register; recorders with a low battery come first, then those that are offline. */
export const portableRows = registerRows({
  filters: portableFilters,
  columns: portableColumns,
  alias: 'd',
  select: (trx: Trx, ctx: Ctx) => fromPortables(trx, ctx).select(rowColumns(ctx)),
  usual: sql`case ${status} when ${sql.lit(deviceStatus.lowBattery)} then 0 when ${sql.lit(deviceStatus.offline)} then 1 else 2 end, d.device_no`,
  sort: { name: 'd.name', model: 'd.model', bindName: 'd.bind_name', lastTime: 'd.last_seen_at', orgName: 'o.name' },
  own: {
    model: (name) => sql<boolean>`coalesce(m.name, d.model) ilike ${likePattern(name)}`,
    status: (code) => sql<boolean>`${status} = ${code}`,
    bound: (code) => sql<boolean>`(d.bind_type is not null) = ${code === 1}`,
    bindName: (name) => sql<boolean>`${bindName} ilike ${likePattern(name)}`,
  },
});

/** One recorder; undefined when it does not exist or the caller may not see it. */
export const findPortable = (trx: Trx, ctx: Ctx, id: string) =>
  fromPortables(trx, ctx).select(rowColumns(ctx)).where('d.id', '=', id).executeTakeFirst();

export type FoundPortable = NonNullable<Awaited<ReturnType<typeof findPortable>>>;

/** Recorders with one of the numbers that the caller sees. */
export const findPortablesByNumber = (trx: Trx, ctx: Ctx, numbers: string[]) =>
  fromPortables(trx, ctx).select(rowColumns(ctx)).where(sql<boolean>`d.device_no = any(${numbers}::text[])`).execute();
