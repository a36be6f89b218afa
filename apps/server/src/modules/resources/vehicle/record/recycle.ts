import type { Parsed } from '@tongda/contract/core/endpoint';
import { recycleDays, type vehicleRecyclePage } from '@tongda/contract/resources/vehicle/recycle';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import { brokenIndex } from '../../../../core/db/unique';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, notFound } from '../../../../core/http/errors';
import { wireTimeSql } from '../../../../core/http/wire-time';
import { recordChanges } from '../../../../core/record/audit';
import { likePattern } from '../../../../core/record/options';
import { visibleVehicleRows } from '../../../base/org/door';
import { entity } from './service';

/** Query of the deleted vehicles that the caller may edit and can still restore. */
const selectRecycled = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('vehicle as v')
    .where('v.client_id', '=', ctx.clientId)
    .where(sql<boolean>`v.deleted_at > now() - make_interval(days => ${sql.lit(recycleDays)})`)
    .where(visibleVehicleRows(ctx, 'v', 'edit'));

/** 回收站: a page of the deleted vehicles that can be restored, the last deleted first. */
export function listRecycled(ctx: Ctx, { plateNo, page, size }: Parsed<typeof vehicleRecyclePage>) {
  return ctx.db(async (trx) => {
    const found = plateNo
      ? selectRecycled(trx, ctx).where(sql<boolean>`v.plate_no ilike ${likePattern(plateNo)}`)
      : selectRecycled(trx, ctx);
    const list = await found
      .leftJoin('org as o', 'o.id', 'v.org_id')
      .leftJoin('fleet as f', 'f.id', 'v.fleet_id')
      .leftJoin('app_user as u', 'u.id', 'v.updated_by')
      .select(['v.id', 'v.plate_no as plateNo', 'v.vehicle_color as vehicleColor', 'v.remark_no as remarkNo'])
      .select([
        sql<string>`coalesce(o.name, '')`.as('orgName'),
        sql<string>`coalesce(f.name, '')`.as('fleetName'),
        sql<string>`coalesce(u.name, '')`.as('deleteUser'),
        wireTimeSql(sql<Date>`v.deleted_at`, ctx.timeZone).as('deleteTime'),
        sql<number>`greatest(0, ceil(extract(epoch from v.deleted_at - now()) / 86400 + ${sql.lit(recycleDays)}))::int`.as(
          'daysLeft',
        ),
      ])
      .orderBy('v.deleted_at', 'desc')
      .orderBy('v.id')
      .limit(size)
      .offset((page - 1) * size)
      .execute();
    const { n } = await found.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
    return { list, total: n, page, size };
  });
}

/** 恢复: restores a deleted vehicle; 4011 while another vehicle has its plate. */
export function restoreVehicle(ctx: Ctx, id: string): Promise<null> {
  return ctx.db(async (trx) => {
    const found = await selectRecycled(trx, ctx)
      .select(['v.id', 'v.plate_no as plateNo'])
      .where('v.id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw notFound('已删除的车辆');
    const { plateNo } = found;
    const taken = () => blockedByRule(`车牌号${plateNo}已被另一辆车使用，请先更改那辆车的车牌号`, [`车辆${plateNo}`]);
    const twin = await trx
      .selectFrom('vehicle')
      .select('id')
      .where('client_id', '=', ctx.clientId)
      .where('plate_no', '=', plateNo)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (twin) throw taken();
    /** The id in a column, or null when that record was deleted in the meantime. */
    const still = (table: 'fleet' | 'driver' | 'carrier', column: string) =>
      sql<
        string | null
      >`(select t.id from ${sql.table(table)} t where t.id = ${sql.ref(column)} and t.deleted_at is null)`;
    await trx
      .updateTable('vehicle')
      .set({
        deleted_at: null,
        fleet_id: still('fleet', 'vehicle.fleet_id'),
        carrier_id: still('carrier', 'vehicle.carrier_id'),
        driver_id: still('driver', 'vehicle.driver_id'),
        co_driver_id: still('driver', 'vehicle.co_driver_id'),
        escort_id: still('driver', 'vehicle.escort_id'),
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`now()`,
        updated_by: ctx.userId,
      })
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => {
        // another transaction has just given the plate to another vehicle
        throw brokenIndex(error) === null ? error : taken();
      });
    const changes = [{ field: 'plateNo', label: '车牌号', before: '', after: plateNo }];
    await recordChanges(trx, ctx, [{ entity, entityId: id, action: '恢复', changes }]);
    return null;
  });
}
