import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { defineJob, type JobDefinition, type JobQueue } from './jobs';

export interface QueueUnderTest {
  queue: JobQueue;
  /** does jobs until stopped, as the worker role does */
  run(jobs: ReadonlyArray<JobDefinition<never>>): Promise<() => Promise<void>>;
  /** brings a second attempt forward that would wait */
  hurry(key: string): Promise<void>;
}

async function waitUntil(test: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !test(); i++) await sleep(25);
  expect(test()).toBe(true);
}

/** What every driver of the job queue has to keep; run by the test of each driver. */
export function jobConformance(name: string, make: () => QueueUnderTest): void {
  describe(`${name} keeps the promises of a job queue`, () => {
    it('work added before anybody runs it is done later, once, with its payload', async () => {
      const { queue, run } = make();
      const seen: unknown[] = [];
      const note = defineJob<{ text: string }>('note', async (payload) => void seen.push(payload));
      await queue.add(note, { text: '导出' });
      const stop = await run([note]);
      await waitUntil(() => seen.length === 1);
      await stop();
      await queue.add(note, { text: '后来' });
      const again = await run([note]);
      await waitUntil(() => seen.length === 2);
      await again();
      expect(seen).toEqual([{ text: '导出' }, { text: '后来' }]);
    });

    it('stopping waits for the work under way', async () => {
      const { queue, run } = make();
      let done = false;
      let begun = false;
      const slow = defineJob('slow', async () => {
        begun = true;
        await sleep(300);
        done = true;
      });
      const stop = await run([slow]);
      await queue.add(slow, {});
      await waitUntil(() => begun);
      await stop();
      expect(done).toBe(true);
    });

    it('a failed attempt is tried again with the count of attempts, and a job of the same key is kept once', async () => {
      const { queue, run, hurry } = make();
      const attempts: number[] = [];
      const flaky = defineJob('flaky', async (_payload, job) => {
        attempts.push(job.attempts);
        if (attempts.length === 1) throw new Error('first time');
      });
      await queue.add(flaky, {}, { key: 'only-one' });
      await queue.add(flaky, {}, { key: 'only-one' });
      const stop = await run([flaky]);
      await waitUntil(() => attempts.length === 1);
      await hurry('only-one');
      await waitUntil(() => attempts.length === 2);
      await stop();
      expect(attempts).toEqual([1, 2]);
    });

    it('jobs of one queue run one after another, those without one side by side, and none before its time', async () => {
      const { queue, run } = make();
      const open = { now: 0, most: 0 };
      const times: number[] = [];
      const work = defineJob<{ ms: number }>('work', async ({ ms }) => {
        times.push(Date.now());
        open.most = Math.max(open.most, ++open.now);
        await sleep(ms);
        open.now--;
      });
      const due = Date.now() + 700;
      for (let i = 0; i < 3; i++) await queue.add(work, { ms: 50 }, { queue: 'in-line' });
      await queue.add(work, { ms: 1 }, { queue: 'in-line', runAt: new Date(due) });
      const stop = await run([work]);
      await waitUntil(() => times.length === 4);
      await stop();
      expect(open.most).toBe(1);
      expect(times.at(-1)).toBeGreaterThanOrEqual(due);
    });
  });
}
