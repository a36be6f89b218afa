import { deviceStatus } from '@tongda/contract/resources/device/enums';
import { portableColumns, portableFilters } from '@tongda/contract/resources/equipment/portable';
import { sql } from 'kysely';
import { terminalFormSql } from '../../../core/db/terminal-number';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { likePattern, optionLimit } from '../../../core/record/options';
import { registerRows } from '../../../core/record/rows';
import { coldestC, hottestC } from '../../../kernel/temperature/figures';
import { visibleDevices } from '../../base/org/door';
import { withAddresses } from './place-words';

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
  when d.fix_at is null or d.fix_at < d.reading_at - make_interval(secs => 2 * d.upload_interval_s + 600) then ${sql.lit(deviceStatus.notLocated)}
  when d.battery_pct < 20 then ${sql.lit(deviceStatus.lowBattery)} else ${sql.lit(deviceStatus.normal)} end`;

/** The reading of a probe, one decimal; what lies outside of −60 … +80 ℃ is none (K7). */
const tempOf = (channel: number) =>
  sql<
    number | null
  >`case when d.temp_c[${sql.lit(channel)}] between ${sql.lit(coldestC)} and ${sql.lit(hottestC)} then round(d.temp_c[${sql.lit(channel)}]::numeric, 1)::float8 end`;
const hum = sql<number | null>`round(d.hum_pct[1]::numeric, 1)::float8`;
const isTempOver = (channel: number) =>
  sql<boolean>`coalesce(${tempOf(channel)} < d.temp_lower_c or ${tempOf(channel)} > d.temp_upper_c, false)`;
const isHumOver = sql<boolean>`coalesce(${hum} < d.hum_lower_pct or ${hum} > d.hum_upper_pct, false)`;
const over = sql<
  Array<'tem1' | 'tem2' | 'hum'>
>`array_remove(array[case when ${isTempOver(1)} then 'tem1' end, case when ${isTempOver(2)} then 'tem2' end,
  case when ${isHumOver} then 'hum' end], null)`;

/** Charge by what a day of the last three cost, charging left out; null when less than half a day is known or nothing was used. */
const daysLeft = sql<
  number | null
>`(select round((d.battery_pct / nullif(sum(greatest(was - batt_pct, 0)) / (extract(epoch from max(device_time) - min(device_time)) / 86400), 0))::numeric, 1)::float8
  from (select device_time, batt_pct, lag(batt_pct) over (order by device_time) as was from portable_reading
    where portable_id = d.id and device_time > d.reading_at - interval '3 days' and batt_pct is not null) r
  having max(device_time) - min(device_time) > interval '12 hours')`;

/** Since when it is on a trip. */
const tripSince = sql<Date | null>`(select lower(p.during) from portable_trip p where p.portable_id = d.id and upper_inf(p.during))`;

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
    tempOf(1).as('tem1'),
    tempOf(2).as('tem2'),
    hum.as('hum'),
    over.as('over'),
    sql<number | null>`d.temp_lower_c::float8`.as('temLower'),
    sql<number | null>`d.temp_upper_c::float8`.as('temUpper'),
    sql<number | null>`d.hum_lower_pct::float8`.as('humLower'),
    sql<number | null>`d.hum_upper_pct::float8`.as('humUpper'),
    sql<string | null>`${wireTimeSql(sql<Date | null>`d.reading_at`, ctx.timeZone)}`.as('readingTime'),
    sql<string | null>`${wireTimeSql(sql<Date | null>`d.fix_at`, ctx.timeZone)}`.as('fixTime'),
    'd.loc_type as locType',
    'd.lng',
    'd.lat',
    sql<string>`''`.as('address'),
    daysLeft.as('daysLeft'),
    sql<'waiting' | 'done' | 'refused' | null>`d.interval_state`.as('intervalState'),
    sql<number | null>`round(d.wanted_interval_s / 60.0)::int`.as('wantedInterval'),
    sql<string | null>`${wireTimeSql(tripSince, ctx.timeZone)}`.as('tripSince'),
    terminalFormSql(sql`d.phone_key`).as('terminalNo'),
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
  sort: {
    tem1: tempOf(1),
    tem2: tempOf(2),
    hum,
    battery: 'd.battery_pct',
    tripSince,
    readingTime: 'd.reading_at',
    fixTime: 'd.fix_at',
    name: 'd.name',
    model: 'd.model',
    bindName: 'd.bind_name',
    lastTime: 'd.last_seen_at',
    orgName: 'o.name',
  },
  finish: (_trx, _ctx, found) => withAddresses(found),
  own: {
    over: (code) => sql<boolean>`(${isTempOver(1)} or ${isTempOver(2)} or ${isHumOver}) = ${code === 1}`,
    model: (name) => sql<boolean>`coalesce(m.name, d.model) ilike ${likePattern(name)}`,
    status: (code) => sql<boolean>`${status} = ${code}`,
    travels: (code) => sql<boolean>`(${tripSince} is not null) = ${code === 1}`,
    bound: (code) => sql<boolean>`(d.bind_type is not null) = ${code === 1}`,
    bindName: (name) => sql<boolean>`${bindName} ilike ${likePattern(name)}`,
  },
});

/** One recorder; undefined when it does not exist or the caller may not see it. */
export async function findPortable(trx: Trx, ctx: Ctx, id: string) {
  const found = await fromPortables(trx, ctx).select(rowColumns(ctx)).where('d.id', '=', id).executeTakeFirst();
  return found && (await withAddresses([found]))[0];
}

export type FoundPortable = NonNullable<Awaited<ReturnType<typeof findPortable>>>;

/** Recorders with one of the numbers that the caller sees. */
export const findPortablesByNumber = (trx: Trx, ctx: Ctx, numbers: string[]) =>
  fromPortables(trx, ctx).select(rowColumns(ctx)).where(sql<boolean>`d.device_no = any(${numbers}::text[])`).execute();

/** Number and name of every recorder that the caller sees, in the order of their numbers. */
export async function listPortables(trx: Trx, ctx: Ctx): Promise<Array<{ code: string; name: string }>> {
  const found = await fromPortables(trx, ctx)
    .select(['d.id', 'd.device_no', 'd.name'])
    .orderBy('d.device_no')
    .limit(optionLimit)
    .execute();
  return found.map(({ id, device_no: no, name }) => ({ code: id, name: `${no} ${name}`.trim() }));
}
