import { placeKind, placeType, useStatus } from '@tongda/contract/enums/place';
import type { BoardOrder } from '@tongda/contract/waybill/board';
import { inShape } from '@tongda/geo/shape';
import { sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { type StoredShape, shapeOf } from '../../kernel/place-shape';
import { visiblePlaces } from '../org/org.scope';

type Limits = BoardOrder['shipLimits'];
type LimitsAt = (lng: number | null, lat: number | null) => Limits;

/** 限行区 of the company in one query; the answer says which of them a point lies in. */
export async function limitsOf(trx: Transaction<DB>, ctx: Ctx): Promise<LimitsAt> {
  const { rows } = await sql<
    Limits[number] & StoredShape
  >`select p.id::text as "placeId", p.name, p.hours, p.limit_over_t::float8 as "overT",
      g.kind, g.geometry, g.radius_m, g.adcode
    from place p join place_shape g on g.place_id = p.id and g.during @> now()
    where p.client_id = ${ctx.clientId} and p.kind = ${placeKind.region} and p.place_type = ${placeType.truckLimit}
      and p.status = ${useStatus.on} and p.deleted_at is null and ${visiblePlaces(ctx, 'p')} order by p.name`.execute(
    trx,
  );
  const areas = rows.map(({ placeId, name, hours, overT, ...stored }) => ({
    limit: { placeId, name, hours, overT },
    shape: shapeOf(stored),
  }));
  return (lng, lat) =>
    lng === null || lat === null ? [] : areas.flatMap(({ limit, shape }) => (inShape(lng, lat, shape) ? [limit] : []));
}

/** Orders as they were read, with the 限行区 around their shipper, their receiver and the place where they lie. */
export async function withLimits(
  trx: Transaction<DB>,
  ctx: Ctx,
  orders: ReadonlyArray<Omit<BoardOrder, 'shipLimits' | 'receiveLimits'>>,
): Promise<BoardOrder[]> {
  const at = await limitsOf(trx, ctx);
  return orders.map((order) => ({
    ...order,
    shipLimits: at(order.shipLng, order.shipLat),
    receiveLimits: at(order.receiveLng, order.receiveLat),
    site: order.site && { ...order.site, limits: at(order.site.lng, order.site.lat) },
  }));
}
