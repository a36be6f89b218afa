import { placeKind, placeType, useStatus } from '@tongda/contract/ground/place/enums';
import type { Shape } from '@tongda/geo/shape';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { type StoredShape, shapeOf } from '../../../kernel/ground/place-shape';
import { visiblePlaces } from '../../base/org/door';

/** Who drives, and on which day of the company; without a vehicle every lorry is meant. */
interface Driven {
  vehicleId: string | null;
  /** YYYY-MM-DD */
  day: string;
}

/**
 * 限行区 in use that the caller sees and that keep the vehicle out: it is heavier than they let in (or nobody entered its mass), and has no pass that day.
 * And the areas that the vehicle itself must not enter. At which hours they do is not asked: a way is looked at before its times are known.
 */
export async function truckLimitAreas(
  trx: Transaction<DB>,
  ctx: Ctx,
  { vehicleId, day }: Driven,
): Promise<Array<{ name: string; shape: Shape }>> {
  const { rows } = await sql<StoredShape & { name: string }>`select p.name, g.kind, g.geometry, g.radius_m, g.adcode
    from place p join place_shape g on g.place_id = p.id and upper_inf(g.during)
      left join vehicle v on v.id = ${vehicleId} and v.client_id = ${ctx.clientId}
    where p.client_id = ${ctx.clientId} and p.kind = ${placeKind.region} and p.deleted_at is null
      and (p.id = any(v.limit_area_ids)
        or (p.place_type = ${placeType.truckLimit} and p.status = ${useStatus.on} and ${visiblePlaces(ctx, 'p')}
          and (p.limit_over_t is null or v.total_weight_t is null or v.total_weight_t > p.limit_over_t)
          and not exists (select from truck_pass t where t.place_id = p.id and t.vehicle_id = v.id
            and coalesce(t.valid_from <= ${day}::date, true) and coalesce(t.valid_until >= ${day}::date, true))))
    order by p.name`.execute(trx);
  return rows.map(({ name, ...stored }) => ({ name, shape: shapeOf(stored) }));
}
