import { driverStatus } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalidField } from '../../../core/http/errors';
import { type Audit, type Change, recordChanges } from '../../../core/record/audit';
import { visibleVehicles } from '../../base/org/door';

interface Binding {
  driver: { id: string; name: string; status: number };
  vehicleIds: readonly string[];
  /** action in the driver's change history: 绑定车辆, 扫码绑定 */
  action: string;
  /** action in the change history of the vehicles */
  vehicleAction: string;
}

/** Makes somebody the main driver of exactly these among the vehicles that the caller sees; he is no longer their co-driver or escort. */
export async function makeMainDriver(trx: Trx, ctx: Ctx, binding: Binding): Promise<void> {
  const { driver, vehicleIds, action, vehicleAction } = binding;
  refuseUnemployed(driver, vehicleIds);
  const vehicles = await trx
    .selectFrom('vehicle as v')
    .leftJoin('driver as d', 'd.id', 'v.driver_id')
    .select(['v.id', 'v.plate_no', 'v.driver_id', sql<string>`coalesce(d.name, '')`.as('driverName')])
    .where('v.client_id', '=', ctx.clientId)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicles(ctx, 'v.id'))
    .where((eb) =>
      eb.or([eb('v.driver_id', '=', driver.id), eb('v.id', 'in', vehicleIds.length > 0 ? vehicleIds : ['0'])]),
    )
    .orderBy('v.id')
    .forUpdate('v')
    .execute();
  const wanted = new Set(vehicleIds);
  const known = new Set(vehicles.map((v) => v.id));
  if (vehicleIds.some((vehicle) => !known.has(vehicle))) throw invalidField('vehicleIds', '所选车辆不存在或无权查看');
  const added = vehicles.filter((v) => wanted.has(v.id) && v.driver_id !== driver.id);
  const removed = vehicles.filter((v) => !wanted.has(v.id) && v.driver_id === driver.id);
  const touched = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: ctx.userId };
  const idsOf = (list: typeof vehicles): string[] => list.map(({ id }) => id);
  if (added.length > 0)
    await trx
      .updateTable('vehicle')
      .set({
        driver_id: driver.id,
        co_driver_id: sql<string | null>`nullif(co_driver_id, ${driver.id})`,
        escort_id: sql<string | null>`nullif(escort_id, ${driver.id})`,
        ...touched,
      })
      .where('id', 'in', idsOf(added))
      .execute();
  if (removed.length > 0)
    await trx
      .updateTable('vehicle')
      .set({ driver_id: null, ...touched })
      .where('id', 'in', idsOf(removed))
      .execute();
  const plates = (list: typeof vehicles): string => list.map((v) => v.plate_no).join('、');
  const change = (field: string, label: string, before: string, after: string): Change[] => [
    { field, label, before, after },
  ];
  const before = plates(vehicles.filter((v) => v.driver_id === driver.id));
  const after = plates(vehicles.filter((v) => wanted.has(v.id)));
  await recordChanges(trx, ctx, [
    { entity: 'driver', entityId: driver.id, action, changes: change('plates', '驾驶车辆', before, after) },
    ...[...added, ...removed].map(
      (v): Audit => ({
        entity: 'vehicle',
        entityId: v.id,
        action: vehicleAction,
        changes: change('driverId', '主驾司机', v.driverName, wanted.has(v.id) ? driver.name : ''),
      }),
    ),
  ]);
}

/** 4011 when a driver who is disabled or has left is to get vehicles. */
export function refuseUnemployed({ name, status }: Binding['driver'], vehicleIds: readonly unknown[]): void {
  if (status !== driverStatus.employed && vehicleIds.length > 0)
    throw blockedByRule(`司机${name}已${driverStatus.label(status)}，不能绑定车辆`);
}
