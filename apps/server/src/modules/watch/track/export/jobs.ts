import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '../../../../core/generated/db-types';
import { defineJob, type JobDefinition, type JobQueue } from '../../../../core/run/jobs';
import { packDue } from '../../../../core/telemetry/hours/packing';
import { refilePacked } from '../../../../core/telemetry/hours/refile';
import { maintainPartitions } from '../../../../core/telemetry/keeping';
import { figuresOf } from '../figures';
import { vehicleOwners } from '../owners';

const packName = 'telemetry-pack';
const keepName = 'telemetry-keep';
/** A run packs for this long and then lets other jobs in; while there is more it is queued again at once. */
const budgetMs = 20_000;
const packEveryMs = minuteMs;
const keepEveryMs = hourMs;
/** Many attempts, so that the chain of runs does not end when the database is away for long. */
const maxAttempts = 100;

/**
 * Jobs of the stored positions: every minute finished hours are packed; every hour partitions are made ahead, old data is dropped and hours that
 * were missed are packed. Each run queues the next one.
 */
export function telemetryJobs(
  db: Kysely<DB>,
  jobs: Pick<JobQueue, 'add'>,
  log: Pick<Logger, 'info' | 'warn'>,
): Array<JobDefinition<never>> {
  const again = (name: string, ms: number) =>
    jobs.add({ name }, {}, { key: `${name}-next`, runAt: new Date(Date.now() + ms), queue: name, maxAttempts });
  /** A run that fails is logged and comes again at its time. */
  const everyTime = (name: string, work: () => Promise<number>) =>
    defineJob<object>(name, async () => {
      const waitMs = await work().catch((err: unknown) => {
        log.warn({ err, job: name }, 'telemetry chore failed');
        return packEveryMs;
      });
      await again(name, waitMs);
    });
  const pack = everyTime(packName, async () => {
    await refilePacked(db, figuresOf, vehicleOwners);
    const done = await packDue(db, figuresOf, Date.now(), budgetMs);
    if (done.points > 0) log.info(done, 'positions packed');
    return done.more ? 0 : packEveryMs;
  });
  const keep = everyTime(keepName, async () => {
    const done = await maintainPartitions(db, Date.now(), vehicleOwners);
    if (done.dropped.length > 0 || done.deleted > 0) log.info(done, 'positions dropped by retention');
    return keepEveryMs;
  });
  return [pack, keep];
}

/** Queues the first runs when a process starts; what the last process left undone is done then. */
export async function beginTelemetryJobs(jobs: Pick<JobQueue, 'add'>): Promise<void> {
  for (const name of [keepName, packName])
    await jobs.add({ name }, {}, { key: `${name}-next`, queue: name, maxAttempts });
}
