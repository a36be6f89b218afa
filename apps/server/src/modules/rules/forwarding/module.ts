import { makeOutbound } from '../../../core/notify/outbound';
import type { App } from '../../../core/run/app';
import type { ServerModule } from '../../module';
import { forwardingRoutes } from './routes';
import { type ForwardDeps, startForwarding } from './work/worker';

const depsOf = ({ config, database, log, secrets }: App): ForwardDeps => ({
  db: database.systemDb,
  log,
  now: Date.now,
  factorKey: secrets.factorKey,
  net: makeOutbound({ privateHosts: config.PUSH_PRIVATE_HOSTS }),
});

/** What the server starts of `forwarding`. */
export const forwardingModule: ServerModule = {
  routes: (http, { app, exports }) =>
    forwardingRoutes(http, { exports, forward: depsOf(app), privateHosts: app.config.PUSH_PRIVATE_HOSTS }),
  work: (app) => ({ watch: () => startForwarding(depsOf(app)) }),
};
