import type { ServerModule } from '../../module';
import { passwordEveryMs, passwordJob, passwordJobName } from './password/jobs';
import { identityRoutes } from './routes';

/** What the server starts of `identity`. */
export const identityModule: ServerModule = {
  routes: (http, { sessions }) => identityRoutes(http, sessions),
  work: ({ database }) => ({
    jobs: [passwordJob(database.systemDb)],
    every: [{ name: passwordJobName, everyMs: passwordEveryMs, what: 'passwords of imports' }],
  }),
};
