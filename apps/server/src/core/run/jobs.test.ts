import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { type TestDb, testDb } from '../../../test/test-db';
import { type JobQueue, openJobQueue, runJobs } from './jobs';
import { jobConformance } from './jobs-conformance';

const log = pino({ level: 'silent' });
let db: TestDb;
let queue: JobQueue;
beforeAll(async () => {
  db = await testDb();
  queue = await openJobQueue(db.pool, log);
});
afterAll(async () => {
  await queue.close();
  await db.close();
});

jobConformance('the queue in PostgreSQL', () => ({
  queue,
  run: (jobs) => runJobs(db.pool, log, jobs),
  hurry: async (key) => {
    await db.pool.query('update graphile_worker._private_jobs set run_at = now() where key = $1', [key]);
  },
}));
