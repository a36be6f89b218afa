import { routingOf } from '../../base/map/door';
import type { ServerModule } from '../../module';
import { readTrack } from '../../watch/track/door';
import { beginPlanJobs, planJobs } from './follow';
import { routePlanRoutes } from './routes';

/** What the server starts of `route-plan`. */
export const routePlanModule: ServerModule = {
  routes: (http, { app: { config }, exports }) => routePlanRoutes(http, exports, routingOf(config)),
  work: ({ database: { systemDb: db }, jobs }) => ({
    jobs: planJobs(db, jobs, (vehicleId, from, to) => readTrack(db, { vehicleId, from, to, neighbours: true })),
    begin: () => beginPlanJobs(jobs),
  }),
};
