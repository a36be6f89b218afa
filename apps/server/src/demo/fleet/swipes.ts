import { dayMs } from '@tongda/contract/core/durations';
import { cardStatus } from '@tongda/contract/resources/enums';
import { distanceM } from '@tongda/geo/distance';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import type { Fix } from '@tongda/simulator/world/event';
import { simulateMoves } from '@tongda/simulator/world/simulate';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import type { CardSwipe } from '../../core/generated/db-types';
import { demoClients } from '../people/users';
import { deviceId, vehicleId } from './vehicle/rows';

const clientId = demoClients.cold.id;
const pastMs = dayMs;

/**
 * Writes the card swipes of delivery trucks since yesterday. A reader's message carries no time, so that the past cannot be sent by the simulator;
 * from now on the trucks report swipes themselves.
 */
export async function seedSwipes(trx: Trx, now: Date): Promise<void> {
  const { rows } = await sql<{ cardNo: string; id: string; storeId: string; lng: number; lat: number }>`
    select k.card_no as "cardNo", k.id::text, k.store_id::text as "storeId", g.lng, g.lat from card k join store s on s.id = k.store_id
      join place_shape g on g.place_id = s.place_id and upper_inf(g.during)
    where k.client_id = ${clientId} and k.card_status = ${cardStatus.valid}`.execute(trx);
  const cards = new Map(rows.map((row) => [row.cardNo, row]));
  const swipes: Array<Insertable<CardSwipe>> = [];
  for (const vehicle of demoVehicles.filter(({ duty }) => duty.kind === 'city' && duty.city === 'shanghai')) {
    let last: Fix | null = null;
    for (const event of simulateMoves(vehicle, now.getTime() - pastMs, now.getTime())) {
      if (event.kind === 'point' && event.point.located) last = event.point;
      const card = event.kind === 'reader' ? cards.get(event.cardNo) : undefined;
      if (!card || !last) continue;
      swipes.push({
        client_id: clientId,
        device_id: deviceId(vehicle.no),
        vehicle_id: vehicleId(vehicle.no),
        at: new Date(event.timeMs),
        card_no: card.cardNo,
        card_id: card.id,
        card_status: cardStatus.valid,
        lng: last.lng,
        lat: last.lat,
        store_id: card.storeId,
        distance_m: Math.round(distanceM(last.lng, last.lat, card.lng, card.lat)),
      });
    }
  }
  if (swipes.length > 0) await trx.insertInto('card_swipe').values(swipes).execute();
}
