import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { cleanupJobName, type ExportRunDeps, exportJobs } from '../core/export/run';
import { mailOf } from '../core/notify/mail';
import type { App, Stop } from '../core/run/app';
import { releaseOrphans, runJobs } from '../core/run/jobs';
import { modules } from '../modules/all';
import { Authenticator } from '../modules/base/identity/door';
import type { ModuleWork, Repeated } from '../modules/module';
import { readTrack } from '../modules/watch/track/door';
import { preCoolingJobs, preCoolingNewsName } from '../reports/cold-chain/pre-cooling-news';
import { shipmentFollowName, shipmentJobs } from '../reports/customized/dispatch/follow';
import { settlementJobs, settlementName } from '../reports/operation/settlement';
import { subscriptionJobs, subscriptionTickName } from '../reports/subscription/jobs';
import { recomputeJob, recomputeJobName } from '../stream/facts/recompute-job';
import { trialJob } from '../stream/facts/trial';

/** Background work that belongs to no module: making export files, computing days again, trials of rules. */
function ownWork(app: App): ModuleWork {
  const { database, secrets, log, config } = app;
  const authenticator = new Authenticator(database, secrets, log);
  const wholeTrack = (vehicleId: string, from: number, to: number) =>
    readTrack(database.systemDb, { vehicleId, from, to, neighbours: true, extra: true });
  const exports: ExportRunDeps = {
    db: database.systemDb,
    filesDir: config.filesDir,
    log,
    publicUrl: config.PUBLIC_URL,
    ctxOfUser: (userId) => authenticator.ofUser(userId),
  };
  return {
    jobs: [
      ...exportJobs(exports),
      ...subscriptionJobs({ ...exports, jobs: app.jobs, mail: mailOf(app) }),
      ...shipmentJobs(database.systemDb),
      ...preCoolingJobs(database.systemDb),
      ...settlementJobs(database.systemDb, log),
      recomputeJob({ database, log, readTrack: wholeTrack }),
      trialJob({ database, log, readTrack: wholeTrack }),
    ],
    begin: () => app.jobs.add({ name: cleanupJobName }, {}, { key: cleanupJobName }),
    every: [
      { name: cleanupJobName, everyMs: hourMs, what: 'export cleanup' },
      { name: subscriptionTickName, everyMs: minuteMs, what: 'subscriptions of reports' },
      { name: shipmentFollowName, everyMs: minuteMs, what: 'following of shipments' },
      { name: preCoolingNewsName, everyMs: minuteMs, what: 'news of pre-coolings' },
      { name: settlementName, everyMs: hourMs, what: 'settlement of punctuality' },
      { name: recomputeJobName, everyMs: 10_000, what: 'recompute of days', queue: recomputeJobName },
    ],
  };
}

/** Adds a job to the queue at regular times until the timer it answers is cleared. */
function repeatJob(app: App, { name, everyMs, what, queue }: Repeated): NodeJS.Timeout {
  const add = (): void => {
    app.jobs.add({ name }, {}, { key: name, queue }).catch((error: unknown) => app.log.warn({ err: error }, what));
  };
  return setInterval(add, everyMs);
}

/** The worker role: runs the jobs of the queue and the background work of the modules (exports, daily messages, notifications of alarms …). */
export async function startWorker(app: App): Promise<Stop> {
  const works = [ownWork(app), ...modules.flatMap(({ work }) => (work ? [work(app)] : []))];
  // only this process uses the bundled database, so jobs that are still locked belong to a process that died
  if (!app.config.DATABASE_URL) await releaseOrphans(app.database.pool);
  const stop = await runJobs(
    app.database.pool,
    app.log,
    works.flatMap(({ jobs }) => jobs ?? []),
  );
  for (const { begin } of works) await begin?.();
  const timers = works.flatMap(({ every }) => every ?? []).map((one) => repeatJob(app, one));
  const watches = works.flatMap(({ watch }) => (watch ? [watch()] : []));
  return async () => {
    for (const end of watches.reverse()) await end();
    for (const timer of timers) clearInterval(timer);
    await stop();
  };
}
