import { placeKind, placeType, useStatus } from '@tongda/contract/ground/place/enums';
import type { Shape } from '@tongda/geo/shape';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { type StoredShape, shapeOf } from '../../../kernel/ground/place-shape';
import { visiblePlaces } from '../../base/org/door';

/** The vehicle and the day in the company's zone; without a vehicle any lorry is meant. */
interface Driven {
  vehicleId: string | null;
  /** YYYY-MM-DD */
  day: string;
}

/**
 * 限行区 in use that the caller sees and that keep the vehicle out: it is heavier than allowed (or its mass is unknown) and has no pass on that day;
 * besides the areas that the vehicle itself must not enter. Their hours are not considered, as a way is checked before its times are known.
 */
export async function truckLimitAreas(
  trx: Trx,
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
