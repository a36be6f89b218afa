import type { App } from '../../../core/run/app';
import type { ServerModule } from '../../module';
import { memberEveryMs, memberJob, memberJobName, reconcileEveryMs, reconcileJob, reconcileJobName } from './jobs';
import { paymentsOf } from './pay/installed';
import { memberRoutes } from './routes';

const payDeps = (app: App) => ({
  db: app.database.systemDb,
  log: app.log,
  payments: paymentsOf(app),
  autoApprove: app.config.MEMBER_AUTO_APPROVE === '1',
});

/** What the server starts of `member`. */
export const memberModule: ServerModule = {
  routes: (http, { app, exports, files }) => {
    const { config } = app;
    const pay = { ...payDeps(app), publicUrl: config.PUBLIC_URL ?? '', platformName: config.PLATFORM_NAME };
    memberRoutes(http, { ...exports, pay, files, contractFen: config.MEMBER_CONTRACT_YUAN * 100 });
  },
  work: (app) => {
    const pay = payDeps(app);
    return {
      jobs: [memberJob(pay), reconcileJob(pay)],
      every: [
        { name: memberJobName, everyMs: memberEveryMs, what: 'overdue orders' },
        { name: reconcileJobName, everyMs: reconcileEveryMs, what: 'payments that wait' },
      ],
    };
  },
};
