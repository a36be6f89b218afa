import type { ServerModule } from '../../module';
import { pushRoutes } from './routes';
import { deliverDepsOf } from './send/deps';
import { startPush } from './send/worker';

/** What the server starts of `push`. */
export const pushModule: ServerModule = {
  routes: (http, { app, exports }) =>
    pushRoutes(http, { exports, privateHosts: app.config.PUSH_PRIVATE_HOSTS, deliver: deliverDepsOf(app) }),
  work: (app) => ({ watch: () => startPush(app.database.pool, deliverDepsOf(app)) }),
};
