import { keysOf } from '@tongda/contract/core/keys';
import { type VehicleFilters, vehicleFilters } from '@tongda/contract/resources/vehicle/calls';
import { vehicleStatus } from '@tongda/contract/resources/vehicle/enums';
import { expirySoonDays, normalPlate } from '@tongda/contract/resources/vehicle/fields';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { todaySql } from '../../../../core/http/wire-time';
import { type Asked, filterConditions, type OwnConditions } from '../../../../core/record/filters';
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

/** What a list of vehicles is asked for. */
export type Filters = Asked & {
  /** false: nobody shares a vehicle with the company now */
  shares?: boolean;
};

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

const own: OwnConditions<typeof vehicleFilters.table> = {
  plateNo: (typed) => {
    const plates = typed
      .split(/[\s,，、;；]+/u)
      .map(normalPlate)
      .filter(Boolean)
      .slice(0, 200);
    return plates.length > 0 ? hasPlate(plates) : sql<boolean>`true`;
  },
  remarkNo: hasRemark,
  hasDevice: (code) => (code === 1 ? bound : noDevice),
  expire: (when, ctx) => (when === 'soon' ? soon(ctx) : expired(ctx)),
  tab: (tab, ctx) => tabConditions[tab](ctx),
};

/** Whether a list is narrowed by nothing. */
export const isUnfiltered = (q: Filters): boolean =>
  q.ids === undefined && keysOf(vehicleFilters.table).every((name) => q[name] === undefined || q[name] === '');

/** Vehicles that fit, and nothing joined: what counts and pages are made of. Every condition is about the vehicle itself. */
export const selectVehicles = (trx: Trx, ctx: Ctx, q: Filters) =>
  trx
    .selectFrom('vehicle as v')
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v', 'view', q.shares))
    .where(filterConditions(vehicleFilters.table, 'v', own, ctx, q));
