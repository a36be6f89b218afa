import type { ServerModule } from '../../module';
import { beginTelemetryJobs, telemetryJobs } from './export/jobs';
import { trackRoutes } from './routes';

/** What the server starts of `track`. */
export const trackModule: ServerModule = {
  routes: (http, { exports }) => trackRoutes(http, exports),
  work: ({ database, jobs, log }) => ({
    jobs: telemetryJobs(database.systemDb, jobs, log),
    begin: () => beginTelemetryJobs(jobs),
  }),
};
