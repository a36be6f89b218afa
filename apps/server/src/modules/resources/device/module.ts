import type { ServerModule } from '../../module';
import { startDeviceAlerts } from './alerts';
import { deviceRegisterRoutes, deviceRoutes } from './routes';

/** What the server starts of `device`. */
export const deviceModule: ServerModule = {
  routes: (http, { exports }) => {
    deviceRoutes(http);
    deviceRegisterRoutes(http, exports);
  },
  work: ({ database, log }) => ({ watch: () => startDeviceAlerts(database.systemDb, log) }),
};
