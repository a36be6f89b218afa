import type { ServerModule } from '../../module';
import { roleRoutes } from './routes';

/** What the server starts of `role`. */
export const roleModule: ServerModule = {
  routes: (http, { exports }) => roleRoutes(http, exports),
};
