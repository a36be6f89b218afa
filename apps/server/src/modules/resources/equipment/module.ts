import type { ServerModule } from '../../module';
import { equipmentRoutes } from './routes';

/** What the server starts of `equipment`. */
export const equipmentModule: ServerModule = {
  routes: (http, { exports }) => equipmentRoutes(http, exports),
};
