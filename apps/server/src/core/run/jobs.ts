import { type Job, makeWorkerUtils, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';

/** A kind of background job: its name in the queue and what to do with a payload. A handler may run twice for the same job, so it must be repeatable. */
export interface JobDefinition<P> {
  name: string;
  handle: (payload: P, job: { attempts: number; maxAttempts: number }) => Promise<void>;
}

export interface JobOptions {
  /** jobs with the same queue name run one after another */
  queue?: string;
  runAt?: Date;
  maxAttempts?: number;
  /** a waiting job with the same key is replaced */
  key?: string;
}

/** The job queue in the database: jobs survive a crash and are run by whichever process has the worker role. */
export interface JobQueue {
  add<P extends object>(job: Pick<JobDefinition<P>, 'name'>, payload: P, options?: JobOptions): Promise<void>;
  close(): Promise<void>;
}

/** Declares a job with the type of its payload. */
export const defineJob = <P extends object>(name: string, handle: JobDefinition<P>['handle']): JobDefinition<P> => ({
  name,
  handle,
});

/** Opens the queue of a database and makes its tables on the first start. */
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

/** A queue that is opened when the first job is added, so that a process that never adds one pays nothing. */
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
 * Unlocks the jobs of workers that died (the queue itself would wait for four hours). Only to be called when no other process can be running jobs, as these
 * would run twice.
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

/** Starts running jobs, `concurrency` at a time. The function answered stops and waits for those under way. */
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
      // whoever added the job gave the payload of its definition (`JobQueue.add` checks that)
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
