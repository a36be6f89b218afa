import { hourMs } from '@tongda/contract/core/durations';
import type { Database } from '../../core/db/database';
import { asError } from '../../core/run/error-code';
import { dayStart, nextDayStart, wallToMs } from '../../kernel/day/edges';
import type { DirtyDay, RecomputeDeps } from './run';
import { lockStates } from './save-states';
import { countEpisodes } from './summary';
import { readHead, writeDay } from './write-day';

/** The day that still runs is summed up again when its figures are older than this, ms. */
const refreshMs = hourMs;
const atOnce = 50;

/** Running days whose figures are missing, or older than points that came since; the oldest first, without the vehicles in `tried`. */
export async function findRunningDue(pool: Database['pool'], tried: readonly string[]): Promise<DirtyDay[]> {
  const { rows } = await pool.query<DirtyDay>(
    `select d.vehicle_id::text as "vehicleId", d.client_id::text as "clientId", d.today::text as day from device_state d
     left join day_summary s on s.vehicle_id = d.vehicle_id and s.day = d.today
     where d.today is not null and (s.day is null or (d.device_time > s.covered_until and s.calc_time < now() - $1 * interval '1 ms'))
       and d.vehicle_id <> all($2::bigint[])
     order by s.calc_time nulls first, d.vehicle_id limit ${atOnce}`,
    [refreshMs, tried],
  );
  return rows;
}

/**
 * Sums up the day that still runs, as far as its data goes. Its episodes are those that the live engine stored, so nothing is folded again and no state
 * changes; late data is not handled here, it marks the day to be recomputed. False when the vehicle does not exist any more.
 */
export async function sumRunningDay(deps: RecomputeDeps, running: DirtyDay): Promise<boolean> {
  const { vehicleId, clientId } = running;
  if (!(await deps.inputs.load(clientId, vehicleId))) return false;
  const zone = deps.inputs.zoneOf(clientId) ?? 'Asia/Shanghai';
  const from = wallToMs(`${running.day} 00:00:00`, zone) ?? dayStart(deps.now(), zone);
  const to = nextDayStart(from, zone);
  const points = await deps.readTrack(vehicleId, from, to - 1);
  const client = await deps.database.pool.connect();
  let failed: Error | undefined;
  try {
    await client.query('begin');
    // a recompute of the same day goes first or waits
    await lockStates(client, [{ vehicleId, clientId }]);
    const counts = await countEpisodes(client, vehicleId, { from, to });
    const run = { client, owner: { vehicleId, clientId } };
    const head = await readHead(client, vehicleId, zone);
    const day = { day: running.day, from, to, points };
    await writeDay(deps, run, day, counts, head);
    await client.query('commit');
    return true;
  } catch (error) {
    failed = asError(error);
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release(failed);
  }
}
