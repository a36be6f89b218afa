import type { ServerModule } from '../../module';
import { repairRequestRoutes } from './routes';
import { repairWorkRoutes } from './staff-routes';

/** What the server starts of `repair-request`. */
export const repairRequestModule: ServerModule = {
  routes: (http, { db, exports }) => {
    repairRequestRoutes(http, { db, exports });
    repairWorkRoutes(http, exports);
  },
};
