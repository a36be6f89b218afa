import type { ServerModule } from '../../module';
import { deviceRegisterRoutes, deviceRoutes } from './routes';

/** What the server starts of `device`. */
export const deviceModule: ServerModule = {
  routes: (http, { exports }) => {
    deviceRoutes(http);
    deviceRegisterRoutes(http, exports);
  },
};
