import type { ServerModule } from '../../module';
import { trackingRoutes } from './routes';

/** What the server starts of `tracking`. */
export const trackingModule: ServerModule = {
  routes: (http, { exports }) => trackingRoutes(http, exports),
};
