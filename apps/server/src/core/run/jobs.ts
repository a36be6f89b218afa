import { type Job, makeWorkerUtils, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';

/** A kind of background work: its name in the queue and what to do with a payload. Handlers may run twice: make them repeatable. */
export interface JobDefinition<P> {
  name: string;
  handle: (payload: P, job: { attempts: number; maxAttempts: number }) => Promise<void>;
}

export interface JobOptions {
  /** jobs of one queue run one after another */
  queue?: string;
  runAt?: Date;
  maxAttempts?: number;
  /** replaces a waiting job of the same key */
  key?: string;
}

/** Puts work into the queue; it survives a crash and is done by whichever process runs the worker role. */
export interface JobQueue {
  add<P extends object>(job: Pick<JobDefinition<P>, 'name'>, payload: P, options?: JobOptions): Promise<void>;
  close(): Promise<void>;
}

/** Declares a job with its payload's type. */
export const defineJob = <P extends object>(name: string, handle: JobDefinition<P>['handle']): JobDefinition<P> => ({
  name,
  handle,
});

/** Opens the queue of a database (and makes its tables on the first start). */
export async function openJobQueue(pool: pg.Pool, log: Logger): Promise<JobQueue> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: workerLogger(log) });
  await utils.migrate();
  return {
    add: async (job, payload, options = {}) => {
      await utils.addJob(job.name, payload, {
        queueName: options.queue,
        runAt: options.runAt,
        maxAttempts: options.maxAttempts ?? 5,
        jobKey: options.key,
      });
    },
    close: async () => {
      await utils.release();
    },
  };
}

/** A queue that is opened when the first job comes: a process that never adds one pays nothing. */
export function lazyJobQueue(open: () => Promise<JobQueue>): JobQueue {
  let opened: Promise<JobQueue> | null = null;
  const queue = (): Promise<JobQueue> => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  return {
    add: async (job, payload, options) => (await queue()).add(job, payload, options),
    close: async () => {
      if (opened) await (await opened).close();
    },
  };
}

/**
 * Hands back the jobs of workers that died with them (the queue itself would wait four hours). Only where no other process can be
 * running jobs: theirs would run twice.
 */
export async function releaseOrphans(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(
    "select to_regclass('graphile_worker._private_jobs') is not null as there",
  );
  if (!rows[0]?.there) return;
  await pool.query(
    `select graphile_worker.force_unlock_workers(array(
       select locked_by from graphile_worker._private_jobs where locked_by is not null
       union select locked_by from graphile_worker._private_job_queues where locked_by is not null))`,
  );
}

/** Runs jobs until stopped; `stop` waits for those that are under way. */
export async function runJobs(
  pool: pg.Pool,
  log: Logger,
  jobs: ReadonlyArray<JobDefinition<never>>,
  concurrency = 3,
): Promise<() => Promise<void>> {
  const taskList: TaskList = {};
  for (const job of jobs) {
    taskList[job.name] = async (payload, helpers) => {
      const { attempts, max_attempts: maxAttempts }: Job = helpers.job;
      await job.handle(payload as never, { attempts, maxAttempts });
    };
  }
  const runner = await run({
    pgPool: pool,
    taskList,
    concurrency,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: workerLogger(log),
  });
  return () => runner.stop();
}

function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: meta }, message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}
