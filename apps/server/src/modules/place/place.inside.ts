import { inShape } from '@tongda/geo/shape';
import { sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { shapeOf } from '../../kernel/place-shape';
import { visibleVehicles } from '../org/org.scope';
import type { Ground } from './place.repo';

type Trx = Transaction<DB>;
export interface Standing {
  id: string;
  lng: number;
  lat: number;
}

/** Last valid fix of every vehicle that the caller sees, from west to east. */
export async function standingVehicles(trx: Trx, ctx: Ctx): Promise<Standing[]> {
  return trx
    .selectFrom('device_state as s')
    .innerJoin('vehicle as v', 'v.id', 's.vehicle_id')
    .select(['s.vehicle_id as id', sql<number>`s.lng`.as('lng'), sql<number>`s.lat`.as('lat')])
    .where('v.deleted_at', 'is', null)
    .where('s.lng', 'is not', null)
    .where('s.lat', 'is not', null)
    .where(visibleVehicles(ctx, 'v.id'))
    .orderBy('s.lng')
    .execute();
}

/** Which of the vehicles (sorted by longitude) stand in a place, its buffer included. */
export function vehiclesIn(
  place: Pick<Ground, 'kind' | 'geometry' | 'radius_m' | 'adcode' | 'buffer_m' | 'west' | 'south' | 'east' | 'north'>,
  vehicles: readonly Standing[],
): Standing[] {
  const shape = shapeOf(place);
  const found: Standing[] = [];
  for (let i = firstFrom(vehicles, place.west); i < vehicles.length; i++) {
    const v = vehicles[i];
    if (!v || v.lng > place.east) break;
    if (v.lat >= place.south && v.lat <= place.north && inShape(v.lng, v.lat, shape, place.buffer_m)) found.push(v);
  }
  return found;
}

function firstFrom(vehicles: readonly Standing[], west: number): number {
  let low = 0;
  let high = vehicles.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((vehicles[middle]?.lng ?? 0) < west) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many vehicles stand in each of the places. */
export async function insideCounts(trx: Trx, ctx: Ctx, grounds: readonly Ground[]): Promise<Map<string, number>> {
  if (grounds.length === 0) return new Map();
  const vehicles = await standingVehicles(trx, ctx);
  return new Map(grounds.map((g) => [g.id, vehiclesIn(g, vehicles).length]));
}
