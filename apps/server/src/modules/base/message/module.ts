import type { ServerModule } from '../../module';
import { beginMessageJobs, messageJobs } from './jobs';
import { messageRoutes } from './routes';

/** What the server starts of `message`. */
export const messageModule: ServerModule = {
  routes: (http, { exports }) => messageRoutes(http, exports),
  work: ({ database, jobs }) => ({
    jobs: messageJobs(database.systemDb, jobs),
    begin: () => beginMessageJobs(jobs),
  }),
};
