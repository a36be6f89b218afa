import { dayMs } from '@tongda/contract/core/durations';
import { defineJob } from '../../../core/run/jobs';
import type { ServerModule } from '../../module';
import { clearLooks } from './looks';
import { deviceShareRoutes } from './routes';

const clearJob = 'share-looks-clear';

/** What the server starts of `device-share`. */
export const deviceShareModule: ServerModule = {
  routes: (http, { exports, db }) => deviceShareRoutes(http, { exports, db }),
  work: ({ database }) => ({
    jobs: [defineJob(clearJob, () => clearLooks(database.systemDb))],
    every: [{ name: clearJob, everyMs: dayMs, what: 'looks at shared vehicles' }],
  }),
};
