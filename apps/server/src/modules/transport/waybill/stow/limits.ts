import { placeKind, placeType, useStatus } from '@tongda/contract/ground/place/enums';
import type { BoardOrder } from '@tongda/contract/transport/waybill/stow/board';
import { inShape } from '@tongda/geo/shape';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { type StoredShape, shapeOf } from '../../../../kernel/ground/place-shape';
import { visiblePlaces } from '../../../base/org/door';

type Limits = BoardOrder['shipLimits'];
type LimitsAt = (lng: number | null, lat: number | null) => Limits;

/** Loads the company's 限行区 and the areas that vehicles name as their 限行区域; answers a function that finds those around a point. */
export async function loadLimits(trx: Trx, ctx: Ctx): Promise<LimitsAt> {
  const { rows } = await sql<
    Limits[number] & StoredShape
  >`select p.id::text as "placeId", p.name, p.hours, p.limit_over_t::float8 as "overT",
      p.place_type <> ${placeType.truckLimit} or p.status <> ${useStatus.on} as named, g.kind, g.geometry, g.radius_m, g.adcode
    from place p join place_shape g on g.place_id = p.id and g.during @> now()
    where p.client_id = ${ctx.clientId} and p.kind = ${placeKind.region} and p.deleted_at is null
      and ((p.place_type = ${placeType.truckLimit} and p.status = ${useStatus.on} and ${visiblePlaces(ctx, 'p')})
        or p.id in (select unnest(v.limit_area_ids) from vehicle v where v.client_id = ${ctx.clientId} and v.deleted_at is null)) order by p.name`.execute(
    trx,
  );
  const areas = rows.map(({ placeId, name, hours, overT, named, ...stored }) => ({
    limit: { placeId, name, hours, overT, named },
    shape: shapeOf(stored),
  }));
  return (lng, lat) =>
    lng === null || lat === null ? [] : areas.flatMap(({ limit, shape }) => (inShape(lng, lat, shape) ? [limit] : []));
}

/** Adds to orders the 限行区 around their shipper, their receiver and the place where the goods lie. */
export async function addLimits(
  trx: Trx,
  ctx: Ctx,
  orders: ReadonlyArray<Omit<BoardOrder, 'shipLimits' | 'receiveLimits'>>,
): Promise<BoardOrder[]> {
  const at = await loadLimits(trx, ctx);
  return orders.map((order) => ({
    ...order,
    shipLimits: at(order.shipLng, order.shipLat),
    receiveLimits: at(order.receiveLng, order.receiveLat),
    site: order.site && { ...order.site, limits: at(order.site.lng, order.site.lat) },
  }));
}
