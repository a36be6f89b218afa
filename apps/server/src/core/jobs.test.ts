import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDb, testDb } from '../../test/test-db';
import { defineJob, type JobQueue, openJobQueue, runJobs } from './jobs';

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

async function until(test: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !test(); i++) await sleep(25);
  expect(test()).toBe(true);
}

it('work added before anybody runs it is done later, once, with its payload', async () => {
  const seen: unknown[] = [];
  const note = defineJob<{ text: string }>('note', async (payload) => void seen.push(payload));
  await queue.add(note, { text: '导出' });
  const stop = await runJobs(db.pool, log, [note]);
  await until(() => seen.length === 1);
  await stop();
  await queue.add(note, { text: '后来' });
  const again = await runJobs(db.pool, log, [note]);
  await until(() => seen.length === 2);
  await again();
  expect(seen).toEqual([{ text: '导出' }, { text: '后来' }]);
});

it('stopping waits for the work under way', async () => {
  let done = false;
  let begun = false;
  const slow = defineJob('slow', async () => {
    begun = true;
    await sleep(300);
    done = true;
  });
  const stop = await runJobs(db.pool, log, [slow]);
  await queue.add(slow, {});
  await until(() => begun);
  await stop();
  expect(done).toBe(true);
});

it('a failed attempt is tried again with the count of attempts, and a job of the same key is kept once', async () => {
  const attempts: number[] = [];
  const flaky = defineJob('flaky', async (_payload, job) => {
    attempts.push(job.attempts);
    if (attempts.length === 1) throw new Error('first time');
  });
  await queue.add(flaky, {}, { key: 'only-one' });
  await queue.add(flaky, {}, { key: 'only-one' });
  const stop = await runJobs(db.pool, log, [flaky]);
  await until(() => attempts.length === 1);
  // the queue would wait before the second attempt: here it is due at once
  await db.pool.query("update graphile_worker._private_jobs set run_at = now() where key = 'only-one'");
  await until(() => attempts.length === 2);
  await stop();
  expect(attempts).toEqual([1, 2]);
});
