import { cleanupJobName, exportJobs } from '../core/export/run';
import { mailOf } from '../core/notify/mail';
import { outbound } from '../core/notify/outbound';
import { smsOf } from '../core/notify/sms';
import { wechatSenderOf } from '../core/notify/wechat-notice';
import type { App, Stop } from '../core/run/app';
import { releaseOrphans, runJobs } from '../core/run/jobs';
import { passwordEveryMs, passwordJob, passwordJobName } from '../modules/base/identity/password/jobs';
import { Authenticator } from '../modules/base/identity/session/authenticate';
import { beginMessageJobs, messageJobs } from '../modules/base/message/jobs';
import { beginPlanJobs, planJobs } from '../modules/ground/route-plan/follow';
import { beginRouteJobs, routeJobs } from '../modules/ground/transport-route/learning';
import { beginStoreJobs, storeJobs } from '../modules/resources/store/learning';
import { startPush } from '../modules/rules/push/send/worker';
import { memberEveryMs, memberJob, memberJobName } from '../modules/trade/member/jobs';
import { startTripWatch } from '../modules/transport/trip/watch';
import { startAlarmMessages } from '../modules/watch/alarm/messages';
import { beginTelemetryJobs, telemetryJobs } from '../modules/watch/track/jobs';
import { readTrack } from '../modules/watch/track/repo';
import { recomputeJob, recomputeJobName } from '../stream/facts/recompute-job';
import { trialJob } from '../stream/facts/trial';

const cleanEveryMs = 3_600_000;
const recomputeEveryMs = 10_000;

/** Does the work of the queue: exported files and their removal; tells people of alarms. */
export async function startWorker(app: App): Promise<Stop> {
  const { database, secrets, log, config } = app;
  const authenticator = new Authenticator(database, secrets, log);
  const jobs = exportJobs({
    db: database.systemDb,
    filesDir: config.filesDir,
    log,
    ctxOfUser: (userId) => authenticator.ofUser(userId),
  });
  const recompute = recomputeJob({
    database,
    log,
    readTrack: (vehicleId, from, to) =>
      readTrack(database.systemDb, { vehicleId, from, to, neighbours: true, extra: true }),
  });
  const trial = trialJob({
    database,
    log,
    readTrack: (vehicleId, from, to) =>
      readTrack(database.systemDb, { vehicleId, from, to, neighbours: true, extra: true }),
  });
  // The bundled database belongs to this process alone: whatever is still held was held by one that died.
  if (!config.DATABASE_URL) await releaseOrphans(database.pool);
  const stop = await runJobs(database.pool, log, [
    ...jobs,
    ...messageJobs(database.systemDb, app.jobs),
    ...telemetryJobs(database.systemDb, app.jobs, log),
    ...storeJobs(database.systemDb, app.jobs),
    ...routeJobs(database.systemDb, app.jobs),
    ...planJobs(database.systemDb, app.jobs, (vehicleId, from, to) =>
      readTrack(database.systemDb, { vehicleId, from, to, neighbours: true }),
    ),
    recompute,
    trial,
    memberJob(database.systemDb),
    passwordJob(database.systemDb),
  ]);
  await beginMessageJobs(app.jobs);
  await beginTelemetryJobs(app.jobs);
  await beginStoreJobs(app.jobs);
  await beginRouteJobs(app.jobs);
  await beginPlanJobs(app.jobs);
  const regularly = (name: string, everyMs: number, what: string, queue?: string): NodeJS.Timeout => {
    const add = (): void => {
      app.jobs.add({ name }, {}, { key: name, queue }).catch((error: unknown) => log.warn({ err: error }, what));
    };
    return setInterval(add, everyMs);
  };
  await app.jobs.add({ name: cleanupJobName }, {}, { key: cleanupJobName });
  const timers = [
    regularly(cleanupJobName, cleanEveryMs, 'export cleanup'),
    regularly(recomputeJobName, recomputeEveryMs, 'recompute of days', recomputeJobName),
    regularly(memberJobName, memberEveryMs, 'overdue orders'),
    regularly(passwordJobName, passwordEveryMs, 'passwords of imports'),
  ];
  const stopAlarms = startAlarmMessages(database.systemDb, app.bus, log);
  const stopPush = startPush(database.pool, {
    db: database.systemDb,
    log,
    now: Date.now,
    publicUrl: config.PUBLIC_URL,
    sms: smsOf(app),
    mail: mailOf(app),
    wechat: wechatSenderOf(app),
    net: outbound({ privateHosts: config.PUSH_PRIVATE_HOSTS }),
  });
  const trips = startTripWatch({
    database,
    log,
    now: Date.now,
    readPoints: (vehicleId, from, to) => readTrack(database.systemDb, { vehicleId, from, to, extra: true }),
  });
  return async () => {
    await trips.stop();
    await stopPush();
    await stopAlarms();
    for (const timer of timers) clearInterval(timer);
    await stop();
  };
}
