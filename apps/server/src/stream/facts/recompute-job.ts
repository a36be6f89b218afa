import type { Database } from '../../core/db/database';
import { defineJob, type JobDefinition } from '../../core/run/jobs';
import type { ReadTrack } from '../recompute';
import { Inputs } from './inputs/types';
import { recomputeDay } from './recompute-days';
import type { DirtyDay } from './run';
import { findRunningDue, sumRunningDay } from './running-days';

export const recomputeJobName = 'recompute-days';

export interface RecomputeJobOptions {
  database: Pick<Database, 'systemDb' | 'pool'>;
  readTrack: ReadTrack;
  log: { warn(facts: object, message: string): void };
  now?: () => number;
  /** longest duration of a run, ms; the rest is left for the next one */
  runMs?: number;
}

/** How often running days with old figures are looked for, ms. */
const refreshEveryMs = 300_000;
/** A day that cannot be computed is tried again after these times, one after another, seconds. */
const backOffS = [60, 300, 1_800, 21_600] as const;
/** Rows of `episode_event` are kept for so many days: they serve notifications, not history. */
const eventDays = 30;

/** The job that computes all due days of `dirty_day` again, the oldest first, and then sums up running days with old figures. Any number of processes may run it. */
export function recomputeJob(options: RecomputeJobOptions): JobDefinition<object> {
  const { database, log } = options;
  const now = options.now ?? Date.now;
  const inputs = new Inputs(database.systemDb, (facts, message) => log.warn(facts, message), now);
  const deps = { database, inputs, readTrack: options.readTrack, now };
  let refreshedAt = 0;
  return defineJob<object>(recomputeJobName, async () => {
    const until = Date.now() + (options.runMs ?? 30_000);
    // each run reads the companies' inputs anew, so that it sees what changed since the last one
    const renewed = new Set<string>();
    const renew = (clientId: string): void => {
      if (!renewed.has(clientId)) inputs.forget(clientId);
      renewed.add(clientId);
    };
    for (let due = await nextDue(database.pool); due.length > 0; due = await nextDue(database.pool)) {
      for (const dirty of due) {
        renew(dirty.clientId);
        await recomputeDay(deps, dirty).catch((err: unknown) => postponeDay(database.pool, dirty, err, log));
        if (Date.now() > until) return;
      }
    }
    if (now() - refreshedAt <= refreshEveryMs) return;
    await deleteOldEvents(database.pool);
    const tried: string[] = [];
    for (
      let due = await findRunningDue(database.pool, tried);
      due.length > 0;
      due = await findRunningDue(database.pool, tried)
    ) {
      for (const running of due) {
        renew(running.clientId);
        tried.push(running.vehicleId);
        await sumRunningDay(deps, running).catch((err: unknown) =>
          log.warn({ err, ...running }, 'running day cannot be summed up'),
        );
        if (Date.now() > until) return;
      }
    }
    refreshedAt = now();
  });
}

async function nextDue(pool: Database['pool']): Promise<DirtyDay[]> {
  const { rows } = await pool.query<DirtyDay>(
    `select vehicle_id::text as "vehicleId", client_id::text as "clientId", min(day)::text as day from dirty_day
     where due_at <= now() group by vehicle_id, client_id order by client_id, min(due_at) limit 50`,
  );
  return rows;
}

async function postponeDay(
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

/** Deletes old events. */
const deleteOldEvents = (pool: Database['pool']) =>
  pool.query("delete from episode_event where at < now() - $1 * interval '1 day'", [eventDays]);
