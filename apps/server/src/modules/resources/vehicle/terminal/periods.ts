import { vehicleStatus } from '@tongda/contract/resources/vehicle/enums';
import { sql } from 'kysely';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { notFound } from '../../../../core/http/errors';
import { findVehicle } from '../list/repo';

/** Former and present states, fleets, main drivers, plates and departments of a vehicle (vehicle_period, which a trigger writes), newest first. */
export function listPeriods(ctx: Ctx, id: string) {
  return ctx.db(async (trx) => {
    if (!(await findVehicle(trx, ctx, id))) throw notFound('车辆');
    const rows = await trx
      .selectFrom('vehicle_period as p')
      .leftJoin('app_user as u', 'u.id', 'p.user_id')
      .select(['p.id', 'p.name', 'p.value', sql<'status' | 'fleet' | 'driver' | 'plate' | 'org'>`p.kind`.as('kind')])
      .select([
        wireTimeSql(sql<Date>`p.since`, ctx.timeZone).as('startTime'),
        sql<string | null>`${wireTimeSql(sql<Date | null>`p.until`, ctx.timeZone)}`.as('endTime'),
        sql<string>`coalesce(u.name, '')`.as('operator'),
      ])
      .where('p.vehicle_id', '=', id)
      .orderBy('p.since', 'desc')
      .orderBy('p.id', 'desc')
      .limit(200)
      .execute();
    return rows.map(({ value, ...row }) => ({
      ...row,
      name: row.kind === 'status' ? vehicleStatus.label(Number(value)) : row.name,
    }));
  });
}
