import type { VehicleFilters } from '@tongda/contract/resources/vehicle/calls';
import { vehicleStatus } from '@tongda/contract/resources/vehicle/enums';
import { expirySoonDays, normalPlate } from '@tongda/contract/resources/vehicle/fields';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import type { Ctx } from '../../../../core/http/ctx';
import { todaySql } from '../../../../core/http/wire-time';
import { visibleVehicleRows } from '../../../base/org/door';
import { hasPlate, hasRemark } from '../import/text';

const expiries = sql`(values (v.license_end), (v.inspect_end), (v.insure_end), (v.transport_cert_end), (v.service_end)) as x(ends)`;
/** Papers of the register that end on such a day; asked once a statement, not once a vehicle. */
const papers = (when: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`v.id in (select c.vehicle_id from vehicle_certificate c where c.end_date ${when})`;
const ending = (when: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from ${expiries} where x.ends ${when}) or ${papers(when)})`;
const soon = (ctx: Ctx): RawBuilder<boolean> =>
  ending(sql`between ${todaySql(ctx.timeZone)} and ${todaySql(ctx.timeZone)} + ${sql.lit(expirySoonDays)}`);
const expired = (ctx: Ctx): RawBuilder<boolean> => ending(sql`< ${todaySql(ctx.timeZone)}`);

/** Filters of the list, and the ticked rows of an export. */
export type Filters = VehicleFilters & {
  ids?: string[];
  /** false: nobody shares a vehicle with the company now */
  shares?: boolean;
};

export function conditions(ctx: Ctx, q: Filters): Array<RawBuilder<boolean>> {
  const found: Array<RawBuilder<boolean>> = [];
  const plates = (q.plateNo ?? '')
    .split(/[\s,，、;；]+/u)
    .map(normalPlate)
    .filter(Boolean)
    .slice(0, 200);
  if (plates.length > 0) found.push(hasPlate(plates));
  if (q.remarkNo) found.push(hasRemark(q.remarkNo));
  if (q.orgId) {
    found.push(sql<boolean>`v.org_id in (with recursive below(id) as (
      select ${q.orgId}::bigint union select o2.id from org o2 join below on o2.parent_id = below.id) select id from below)`);
  }
  if (q.fleetId) found.push(sql<boolean>`v.fleet_id = ${q.fleetId}`);
  if (q.carrierId) found.push(sql<boolean>`v.carrier_id = ${q.carrierId}`);
  if (q.vehicleStatus !== undefined) found.push(sql<boolean>`v.vehicle_status = ${q.vehicleStatus}`);
  if (q.vehicleCq !== undefined) found.push(sql<boolean>`v.vehicle_cq = ${q.vehicleCq}`);
  if (q.usageMode !== undefined) found.push(sql<boolean>`v.usage_mode = ${q.usageMode}`);
  if (q.temperatureType !== undefined)
    found.push(sql<boolean>`${q.temperatureType}::smallint = any(v.temperature_types)`);
  if (q.vehicleType) found.push(sql<boolean>`v.vehicle_type = ${q.vehicleType}`);
  if (q.hasDevice !== undefined) found.push(q.hasDevice === 1 ? bound : noDevice);
  if (q.videoMonitoring !== undefined) found.push(sql<boolean>`v.video_monitoring = ${q.videoMonitoring}`);
  if (q.ids) found.push(sql<boolean>`v.id = any(${q.ids}::bigint[])`);
  if (q.expire) found.push(q.expire === 'soon' ? soon(ctx) : expired(ctx));
  return found;
}

const bound = sql<boolean>`exists (select from device_binding db where db.vehicle_id = v.id and upper_inf(db.during))`;
/** No terminal is bound now. */
export const noDevice = sql<boolean>`not ${bound}`;
export const tabConditions: Record<NonNullable<VehicleFilters['tab']>, (ctx: Ctx) => RawBuilder<boolean>> = {
  available: () => sql<boolean>`v.vehicle_status = ${sql.lit(vehicleStatus.available)}`,
  maintenance: () => sql<boolean>`v.vehicle_status = ${sql.lit(vehicleStatus.maintenance)}`,
  disabled: () => sql<boolean>`v.vehicle_status = ${sql.lit(vehicleStatus.disabled)}`,
  soon,
  expired,
  noDevice: () => noDevice,
};

/** Vehicles that fit, and nothing joined: what counts and pages are made of. Every condition is about the vehicle itself. */
export function bare(trx: Transaction<DB>, ctx: Ctx, q: Filters) {
  const all = conditions(ctx, q);
  if (q.tab) all.push(tabConditions[q.tab](ctx));
  const vehicles = trx
    .selectFrom('vehicle as v')
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v', 'view', q.shares));
  return all.reduce((query, condition) => query.where(condition), vehicles);
}
