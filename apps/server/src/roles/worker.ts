import type { App, Stop } from '../core/app';
import { exportJobs } from '../core/export-run';
import { runJobs } from '../core/jobs';
import { Authenticator } from '../modules/identity/authenticate';

/** Does the work of the queue: exported files and their removal. */
export async function startWorker(app: App): Promise<Stop> {
  const { database, secrets, log, config } = app;
  const authenticator = new Authenticator(database, secrets, log);
  const jobs = exportJobs({
    db: database.systemDb,
    filesDir: config.filesDir,
    log,
    ctxOfUser: (userId) => authenticator.ofUser(userId),
  });
  return runJobs(database.pool, log, jobs);
}
