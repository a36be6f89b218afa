import { expect, it } from 'vitest';
import type { JobDefinition } from '../../../../core/run/jobs';
import { beginTelemetryJobs, telemetryJobs } from './jobs';

it('a chore that fails is told and comes again: packing never stops for good', async () => {
  const added: Array<{ name: string; runAt: Date | undefined }> = [];
  const told: string[] = [];
  const queue = {
    add: async ({ name }: { name: string }, _payload: object, options?: { runAt?: Date }) =>
      void added.push({ name, runAt: options?.runAt }),
  };
  const refuse = () => {
    throw new Error('no database');
  };
  const broken = new Proxy({}, { get: () => refuse });
  const jobs = telemetryJobs(broken as Parameters<typeof telemetryJobs>[0], queue, {
    info: () => undefined,
    warn: (_facts: unknown, text?: string) => void told.push(text ?? ''),
  } as Parameters<typeof telemetryJobs>[2]);
  await beginTelemetryJobs(queue);
  expect(added.map(({ name }) => name).sort()).toEqual(jobs.map(({ name }) => name).sort());
  for (const job of jobs as unknown as Array<JobDefinition<object>>)
    await job.handle({}, { attempts: 1, maxAttempts: 5 });
  expect(told).toHaveLength(2);
  expect(added).toHaveLength(4);
  for (const { runAt } of added.slice(2)) expect(runAt?.getTime()).toBeGreaterThan(Date.now() + 30_000);
});
