import type { App } from '../../../../core/run/app';
import { makePayments, type Payments } from './payments';
import { type PayDeps, takeNotice } from './settle';
import { PaySimulator } from './simulator';

const made = new WeakMap<App['config'], Payments>();

/** The ways of paying of a process: routes and jobs share one, as the simulator keeps its trades in memory. Test mode is the demo's, or PAY_SIMULATOR's. */
export function paymentsOf({ config, database, log }: App): Payments {
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
