import type { ServerModule } from '../../module';
import { sealEvery, sealJobs } from './jobs';
import { sealRoutes } from './routes';

/** What the server starts of `seal`. */
export const sealModule: ServerModule = {
  routes: (http, { db }) => sealRoutes(http, db),
  work: ({ database, log }) => ({ jobs: sealJobs(database.systemDb, log), every: [sealEvery] }),
};
