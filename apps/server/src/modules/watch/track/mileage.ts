import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { computeWayFacts } from '../../../kernel/day/facts';
import type { Range } from '../../../kernel/motion/segments';
import { settingsOverTime } from '../../../kernel/settings';
import { loadCalcPeriods } from '../../base/org/door';
import { readTrack } from './repo';

/** Metres that a vehicle drove in a range, by the constants of its company: the figure of the trajectory. The caller must have checked that it may be read. */
export async function loadMileage(db: Kysely<DB>, vehicleId: string, range: Range): Promise<number> {
  const { clientId, vehicleType, mileageCoefficient } = await db
    .selectFrom('vehicle')
    .select(['client_id as clientId', 'vehicle_type as vehicleType'])
    .select(sql<number>`mileage_coefficient::float8`.as('mileageCoefficient'))
    .where('id', '=', vehicleId)
    .executeTakeFirstOrThrow();
  const calc = (await loadCalcPeriods(db, [clientId])).get(clientId) ?? [];
  const settingsAt = settingsOverTime(calc, { vehicleType, mileageCoefficient });
  const points = await readTrack(db, { vehicleId, ...range, neighbours: true });
  return computeWayFacts(points, range, settingsAt).mileageM;
}
