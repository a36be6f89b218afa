import type { ServerModule } from '../../module';
import { resourceAuthRoutes } from './routes';

/** What the server starts of `resource-auth`. */
export const resourceAuthModule: ServerModule = {
  routes: (http, { exports }) => resourceAuthRoutes(http, exports),
};
