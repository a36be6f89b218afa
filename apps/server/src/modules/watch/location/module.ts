import type { ServerModule } from '../../module';
import { locationRoutes } from './routes';

/** What the server starts of `location`. */
export const locationModule: ServerModule = {
  routes: (http, { exports }) => locationRoutes(http, exports),
};
