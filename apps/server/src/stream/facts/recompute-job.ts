import type { Database } from '../../core/db';
import { defineJob, type JobDefinition } from '../../core/jobs';
import type { ReadTrack } from '../recompute';
import { Inputs } from './inputs';
import { type DirtyDay, recomputeDay } from './recompute-days';

export const recomputeJobName = 'recompute-days';

export interface RecomputeJobOptions {
  database: Pick<Database, 'systemDb' | 'pool'>;
  readTrack: ReadTrack;
  log: { warn(facts: object, message: string): void };
  now?: () => number;
  /** longest time a run goes on, ms; the rest is for the next one */
  runMs?: number;
}

/** A running day is summed up again when it is older than this. */
const refreshMs = 3_600_000;
const refreshEveryMs = 300_000;
/** A day that cannot be computed is tried again later, and later still. */
const backOffS = [60, 300, 1_800, 21_600] as const;
/** `episode_event` is for telling people soon, not for history. */
const eventDays = 30;

/** The work of `dirty_day`: every day that is due, oldest first. Any number of processes may do it. */
export function recomputeJob(options: RecomputeJobOptions): JobDefinition<object> {
  const { database, log } = options;
  const inputs = new Inputs(database.systemDb, (facts, message) => log.warn(facts, message));
  const now = options.now ?? Date.now;
  const deps = { database, inputs, readTrack: options.readTrack, now };
  let refreshedAt = 0;
  return defineJob<object>(recomputeJobName, async () => {
    const until = Date.now() + (options.runMs ?? 30_000);
    if (now() - refreshedAt > refreshEveryMs) {
      await refresh(database.pool);
      refreshedAt = now();
    }
    // a run works with inputs of its own: what changed since the last one is seen
    const clients = new Set<string>();
    for (let due = await nextDue(database.pool); due.length > 0; due = await nextDue(database.pool)) {
      for (const dirty of due) {
        if (!clients.has(dirty.clientId)) inputs.forget(dirty.clientId);
        clients.add(dirty.clientId);
        await recomputeDay(deps, dirty).catch((err: unknown) => postpone(database.pool, dirty, err, log));
        if (Date.now() > until) return;
      }
    }
  });
}

async function nextDue(pool: Database['pool']): Promise<DirtyDay[]> {
  const { rows } = await pool.query<DirtyDay>(
    `select vehicle_id::text as "vehicleId", client_id::text as "clientId", min(day)::text as day from dirty_day
     where due_at <= now() group by vehicle_id, client_id order by client_id, min(due_at) limit 50`,
  );
  return rows;
}

async function postpone(
  pool: Database['pool'],
  dirty: DirtyDay,
  err: unknown,
  log: RecomputeJobOptions['log'],
): Promise<void> {
  log.warn({ err, ...dirty }, 'day cannot be computed');
  await pool.query(
    `update dirty_day set attempts = attempts + 1, due_at = now() + ($3::int[])[least(attempts + 1, $4)] * interval '1 s'
     where vehicle_id = $1 and day = $2`,
    [dirty.vehicleId, dirty.day, backOffS, backOffS.length],
  );
}

/** Running days that have no figures of the last hour, and what is kept too long. */
async function refresh(pool: Database['pool']): Promise<void> {
  await pool.query(
    `insert into dirty_day (vehicle_id, day, client_id, due_at)
     select d.vehicle_id, d.today, d.client_id, now() from device_state d
     left join day_summary s on s.vehicle_id = d.vehicle_id and s.day = d.today
     where d.today is not null and (s.day is null or (d.device_time > s.covered_until and s.calc_time < now() - $1 * interval '1 ms'))
     on conflict (vehicle_id, day) do nothing`,
    [refreshMs],
  );
  await pool.query("delete from episode_event where at < now() - $1 * interval '1 day'", [eventDays]);
}
