import { keysOf } from '@tongda/contract/core/keys';
import { type VehicleFilters, vehicleFilters } from '@tongda/contract/resources/vehicle/calls';
import { vehicleStatus } from '@tongda/contract/resources/vehicle/enums';
import { expirySoonDays, normalizePlate } from '@tongda/contract/resources/vehicle/fields';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { todaySql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { type Asked, filterConditions, type OwnConditions } from '../../../../core/record/filters';
import { isBoundAt, visibleVehicleRows } from '../../../base/org/door';
import { hasPlate, hasRemark } from './text';

const expiries = sql`(values (v.license_end), (v.inspect_end), (v.insure_end), (v.transport_cert_end), (v.service_end)) as x(ends)`;
/** Whether a paper with an end of its own ends at such a day; written so that it is evaluated once per statement, not once per vehicle. */
const hasPaperEnding = (when: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`v.id in (select c.vehicle_id from vehicle_certificate c where c.end_date ${when})`;
const hasAnyEnding = (when: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from ${expiries} where x.ends ${when}) or ${hasPaperEnding(when)})`;
const endsSoon = (ctx: Ctx): RawBuilder<boolean> =>
  hasAnyEnding(sql`between ${todaySql(ctx.timeZone)} and ${todaySql(ctx.timeZone)} + ${sql.lit(expirySoonDays)}`);
const hasEnded = (ctx: Ctx): RawBuilder<boolean> => hasAnyEnding(sql`< ${todaySql(ctx.timeZone)}`);

/** The filters of a list of vehicles. */
export type Filters = Asked & {
  /** false: no other company shares a vehicle with this one, so that part of the scope is left out */
  shares?: boolean;
};

const bound = sql<boolean>`exists (select from device_binding db where db.vehicle_id = v.id and upper_inf(db.during))`;
/** Whether no terminal is bound to vehicle `v` now. */
export const noDevice = sql<boolean>`not ${bound}`;
export const tabConditions: Record<NonNullable<VehicleFilters['tab']>, (ctx: Ctx) => RawBuilder<boolean>> = {
  available: () => sql<boolean>`v.vehicle_status = ${sql.lit(vehicleStatus.available)}`,
  maintenance: () => sql<boolean>`v.vehicle_status = ${sql.lit(vehicleStatus.maintenance)}`,
  disabled: () => sql<boolean>`v.vehicle_status = ${sql.lit(vehicleStatus.disabled)}`,
  soon: endsSoon,
  expired: hasEnded,
  noDevice: () => noDevice,
};

const own: OwnConditions<typeof vehicleFilters.table> = {
  plateNo: (typed) => {
    const plates = typed
      .split(/[\s,，、;；]+/u)
      .map(normalizePlate)
      .filter(Boolean)
      .slice(0, 200);
    return plates.length > 0 ? hasPlate(plates) : sql<boolean>`true`;
  },
  remarkNo: hasRemark,
  hasDevice: (code) => (code === 1 ? bound : noDevice),
  expire: (when, ctx) => (when === 'soon' ? endsSoon(ctx) : hasEnded(ctx)),
  customerId: (customerId, ctx) => isBoundAt(ctx, 'v.id', sql`now()`, { customerId }),
  extCode: (extCode, ctx) => isBoundAt(ctx, 'v.id', sql`now()`, { extCode }),
  tab: (tab, ctx) => tabConditions[tab](ctx),
};

/** Whether a list has no filter at all. */
export const isUnfiltered = (q: Filters): boolean =>
  q.ids === undefined && keysOf(vehicleFilters.table).every((name) => q[name] === undefined || q[name] === '');

/** Query of the vehicles that fulfil the filters and that the caller sees, without joins: every condition is on `v` alone. */
export const selectVehicles = (trx: Trx, ctx: Ctx, q: Filters) =>
  trx
    .selectFrom('vehicle as v')
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v', 'view', q.shares))
    .where(filterConditions(vehicleFilters.table, 'v', own, ctx, q))
    .where(isBoundAsNamed(ctx, q));

/** Customer and code are one binding's: by themselves their filters would take two. */
function isBoundAsNamed(ctx: Ctx, { customerId, extCode }: Filters): RawBuilder<boolean> {
  return typeof customerId === 'string' && typeof extCode === 'string' && customerId !== '' && extCode !== ''
    ? isBoundAt(ctx, 'v.id', sql`now()`, { customerId, extCode })
    : sql<boolean>`true`;
}
