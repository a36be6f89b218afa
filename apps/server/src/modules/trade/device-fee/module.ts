import { minuteMs } from '@tongda/contract/core/durations';
import { defineJob } from '../../../core/run/jobs';
import type { ServerModule } from '../../module';
import { payCallDepsOf } from '../member/door';
import { closeAllOverdueOrders } from './renew';
import { feeRoutes } from './routes';

const jobName = 'renewal-overdue';

/** What the server starts of `device-fee`. */
export const deviceFeeModule: ServerModule = {
  routes: (http, { app, exports, files }) => feeRoutes(http, exports, payCallDepsOf(app), files.blobs),
  work: ({ database }) => ({
    jobs: [
      defineJob<object>(jobName, async () => {
        while ((await database.systemDb.transaction().execute(closeAllOverdueOrders)) > 0);
      }),
    ],
    every: [{ name: jobName, everyMs: minuteMs, what: 'overdue renewals' }],
  }),
};
