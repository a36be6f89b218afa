import type { ServerModule } from '../../module';
import { memberEveryMs, memberJob, memberJobName, reconcileEveryMs, reconcileJob, reconcileJobName } from './jobs';
import { payCallDepsOf } from './pay/installed';
import { memberRoutes } from './routes';

/** What the server starts of `member`. */
export const memberModule: ServerModule = {
  routes: (http, { app, exports, files }) => {
    const contractFen = app.config.MEMBER_CONTRACT_YUAN * 100;
    memberRoutes(http, {
      ...exports,
      pay: payCallDepsOf(app),
      files,
      contractFen,
      smsQuota: app.config.SMS_MONTHLY_QUOTA,
    });
  },
  work: (app) => {
    const pay = payCallDepsOf(app);
    return {
      jobs: [memberJob(pay), reconcileJob(pay)],
      every: [
        { name: memberJobName, everyMs: memberEveryMs, what: 'overdue orders' },
        { name: reconcileJobName, everyMs: reconcileEveryMs, what: 'payments that wait' },
      ],
    };
  },
};
