import type { ServerModule } from '../../module';
import { memberEveryMs, memberJob, memberJobName } from './jobs';
import { memberRoutes } from './routes';

/** What the server starts of `member`. */
export const memberModule: ServerModule = {
  routes: (http, { app: { config }, exports }) =>
    memberRoutes(http, { ...exports, platformName: config.PLATFORM_NAME }),
  work: ({ database }) => ({
    jobs: [memberJob(database.systemDb)],
    every: [{ name: memberJobName, everyMs: memberEveryMs, what: 'overdue orders' }],
  }),
};
