import { swipeProofM } from '@tongda/contract/resources/card/writer';
import { cardStatus } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { LockedWaybill } from '../state';

/**
 * Loads by stop when a card of its store was first held to the reader of the truck: a card valid at that time, after the departure, and near the store
 * (decision 071). A stop belongs to a store when it is the store's site, or, without a site, when it lies in the store's fence or has its name.
 */
export async function loadSwipes(trx: Trx, waybill: LockedWaybill): Promise<Map<string, Date>> {
  const flat = sql`111195 * sqrt(power((p.lng - g.lng) * cos(radians(g.lat)), 2) + power(p.lat - g.lat, 2))`;
  const { rows } = await sql<{ stopId: string; at: Date }>`select p.id::text as "stopId", min(k.at) as at
    from waybill w join waybill_stop p on p.waybill_id = w.id and p.seq > 1
      join card_swipe k on k.vehicle_id = w.vehicle_id and k.at >= w.actual_depart_at
        and k.at < coalesce(w.actual_arrive_at, now()) + interval '1 hour'
      join store s on s.id = k.store_id
      left join place_shape g on g.place_id = s.place_id and g.during @> k.at
    where w.id = ${waybill.id} and k.card_status = ${cardStatus.valid} and k.distance_m <= ${swipeProofM}
      and (p.place_id = s.place_id or (p.place_id is null
        and (p.name = s.name or ${flat} <= coalesce(g.radius_m, sqrt(g.area_m2 / pi())))))
    group by p.id`.execute(trx);
  return new Map(rows.map(({ stopId, at }) => [stopId, new Date(at)]));
}
