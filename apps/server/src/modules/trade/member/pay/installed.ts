import type { App } from '../../../../core/run/app';
import type { PayCallDeps } from './offers';
import { makePayments, type Payments } from './payments';
import { type PayDeps, takeNotice } from './settle';
import { PaySimulator } from './simulator';

const made = new WeakMap<App['config'], Payments>();

/** The ways of paying of a process: routes and jobs share one, as the simulator keeps its trades in memory. Test mode is the demo's, or PAY_SIMULATOR's. */
function paymentsOf({ config, database, log }: App): Payments {
  const known = made.get(config);
  if (known) return known;
  const simulating = (config.PAY_SIMULATOR ?? config.DEMO) === '1';
  const simulator = simulating
    ? new PaySimulator(async (channel, message) => {
        const deps: PayDeps = { db: database.systemDb, log, payments, autoApprove: config.MEMBER_AUTO_APPROVE === '1' };
        return (await takeNotice(deps, channel, message, 'simulator')).status;
      })
    : null;
  const payments = makePayments(config, simulator);
  made.set(config, payments);
  return payments;
}

/** What the calls of paying need of the process: those of memberships, and of every other kind of orders. */
export const payCallDepsOf = (app: App): PayCallDeps => ({
  db: app.database.systemDb,
  log: app.log,
  payments: paymentsOf(app),
  autoApprove: app.config.MEMBER_AUTO_APPROVE === '1',
  publicUrl: app.config.PUBLIC_URL ?? '',
  platformName: app.config.PLATFORM_NAME,
});
