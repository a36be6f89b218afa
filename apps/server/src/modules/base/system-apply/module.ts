import type { ServerModule } from '../../module';
import { systemApplyRoutes } from './routes';

/** What the server starts of `system-apply`. */
export const systemApplyModule: ServerModule = {
  routes: (http, { db }) => systemApplyRoutes(http, db),
};
