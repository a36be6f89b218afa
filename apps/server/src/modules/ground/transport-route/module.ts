import type { ServerModule } from '../../module';
import { beginRouteJobs, routeJobs } from './learning';
import { transportRouteRoutes } from './routes';

/** What the server starts of `transport-route`. */
export const transportRouteModule: ServerModule = {
  routes: (http, { exports }) => transportRouteRoutes(http, exports),
  work: ({ database, jobs }) => ({
    jobs: routeJobs(database.systemDb, jobs),
    begin: () => beginRouteJobs(jobs),
  }),
};
