import type { ServerModule } from '../../module';
import { passwordEveryMs, passwordJob, passwordJobName, usualJob, usualJobName } from './password/jobs';
import { identityRoutes } from './routes';

/** What the server starts of `identity`. */
export const identityModule: ServerModule = {
  routes: (http, { sessions }) => identityRoutes(http, sessions),
  work: ({ database, secrets }) => ({
    jobs: [passwordJob(database.systemDb), usualJob(database.systemDb, secrets.pwdSalt)],
    every: [
      { name: passwordJobName, everyMs: passwordEveryMs, what: 'passwords of imports' },
      { name: usualJobName, everyMs: passwordEveryMs, what: 'hashes of usual passwords' },
    ],
  }),
};
