import { sql } from 'kysely';
import type { Trx } from '../../core/db/trx';
import { dayStart, localDay, nextDayStart } from '../../kernel/day/edges';
import { computeWayFacts } from '../../kernel/day/facts';
import { type ReadableVehicle, readPermitted } from '../../modules/watch/track/door';

/**
 * Metres that a vehicle drove between two moments (epoch ms): whole days by their summaries (docs/decisions/083), the parts of the first and the last day from
 * the points.
 */
export async function loadDrivenM(
  trx: Trx,
  vehicle: ReadableVehicle,
  { from, to }: { from: number; to: number },
  timeZone: string,
): Promise<number> {
  const part = async (range: { from: number; to: number }): Promise<number> => {
    if (range.to <= range.from) return 0;
    const points = await readPermitted(trx, vehicle, { ...range, neighbours: true });
    return computeWayFacts(points, range, vehicle.settingsAt).mileageM;
  };
  const [firstEnd, lastStart] = [nextDayStart(from, timeZone), dayStart(to, timeZone)];
  if (firstEnd > lastStart) return part({ from, to });
  const { rows } = await sql<{ metres: number }>`select coalesce(sum(mileage_m), 0)::float8 as metres from day_summary
    where vehicle_id = ${vehicle.id} and day >= ${localDay(firstEnd, timeZone)}::date and day < ${localDay(lastStart, timeZone)}::date`.execute(
    trx,
  );
  const ends = (await part({ from, to: firstEnd })) + (await part({ from: lastStart, to }));
  return ends + (rows[0]?.metres ?? 0);
}
