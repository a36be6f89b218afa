import { dayMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { defineJob, type JobDefinition, type JobQueue } from '../../../core/run/jobs';
import { tellWhatIsDue } from './due';

/** Messages are kept for half a year. */
const keepDays = 180;
const name = 'message-daily';
/** 08:00 in China: in the morning, when somebody can act. */
const morningUtcMs = 0;

export const forgetOldMessages = (db: Kysely<DB>): Promise<unknown> =>
  db.deleteFrom('message').where('created_at', '<', sql<Date>`now() - make_interval(days => ${keepDays})`).execute();

/** The next morning after `now`. */
export const nextMorning = (now: number): Date =>
  new Date(Math.floor((now - morningUtcMs) / dayMs + 1) * dayMs + morningUtcMs);

/** The daily job: tells users what comes to its end, deletes old messages and queues itself for the next morning. */
export function messageJobs(db: Kysely<DB>, jobs: Pick<JobQueue, 'add'>): Array<JobDefinition<never>> {
  const daily = defineJob<object>(name, async () => {
    await tellWhatIsDue(db, new Date());
    await forgetOldMessages(db);
    await jobs.add({ name }, {}, { key: `${name}-next`, runAt: nextMorning(Date.now()) });
  });
  return [daily];
}

/** Queues the job at start, to make up for mornings on which no process ran. */
export const beginMessageJobs = (jobs: Pick<JobQueue, 'add'>): Promise<void> => jobs.add({ name }, {}, { key: name });
