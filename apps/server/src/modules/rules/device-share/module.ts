import type { ServerModule } from '../../module';
import { deviceShareRoutes } from './routes';

/** What the server starts of `device-share`. */
export const deviceShareModule: ServerModule = {
  routes: (http, { exports, db }) => deviceShareRoutes(http, { exports, db }),
};
