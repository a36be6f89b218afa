import { dayMs } from '@tongda/contract/core/durations';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { demoClients } from '../people/users';
import { vehicleId } from './vehicle/rows';

const clientId = demoClients.cold.id;
/** Trucks of each kind that have a setting. */
const some = 3;

/**
 * 行程设置: three trucks of the long roads whose trips end with half an hour of standing (not a quarter, as those of others), and three of a city whose trip is
 * the whole round from its depot over the stores and back; three of the other city begin a trip whenever the engine is switched on.
 */
export async function seedTripSettings(trx: Trx, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 60 * dayMs);
  const idsOf = (kind: 'trunk' | 'city', city: 'guangzhou' | 'shanghai' = 'guangzhou'): string[] =>
    demoVehicles
      .filter(({ duty }) => duty.kind === kind && (duty.kind !== 'city' || duty.city === city))
      .slice(-some)
      .map(({ no }) => vehicleId(no));
  await sql`insert into trip_setting (client_id, vehicle_id, during, mode, gap_min, min_mileage_m, updated_name)
    select ${clientId}, v, tstzrange(${since}, null), 1, 30, 20000, '管理员' from unnest(${idsOf('trunk')}::bigint[]) v`.execute(
    trx,
  );
  await sql`insert into trip_setting (client_id, vehicle_id, during, mode, updated_name)
    select ${clientId}, v, tstzrange(${since}, null), 4, '管理员' from unnest(${idsOf('city', 'shanghai')}::bigint[]) v`.execute(
    trx,
  );
  // a round ends where it began, or at the other house of the city
  await sql`insert into trip_setting (client_id, vehicle_id, during, mode, start_place_ids, end_place_ids, updated_name)
    select ${clientId}, v, tstzrange(${since}, null), 2, array[depot.id], array[depot.id, other.id], '管理员' from unnest(${idsOf('city')}::bigint[]) v
      join place depot on depot.client_id = ${clientId} and depot.name = '广州城配中心' and depot.kind = 'site'
      join place other on other.client_id = ${clientId} and other.name = '广州越秀配送中心' and other.kind = 'site'`.execute(
    trx,
  );
}
