import type { ServerModule } from '../../module';
import { beginStoreJobs, storeJobs } from './learning';
import { storeRoutes } from './routes';

/** What the server starts of `store`. */
export const storeModule: ServerModule = {
  routes: (http, { exports }) => storeRoutes(http, exports),
  work: ({ database, jobs }) => ({
    jobs: storeJobs(database.systemDb, jobs),
    begin: () => beginStoreJobs(jobs),
  }),
};
