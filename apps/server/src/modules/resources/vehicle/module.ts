import type { ServerModule } from '../../module';
import { vehicleRoutes } from './routes';

/** What the server starts of `vehicle`. */
export const vehicleModule: ServerModule = {
  routes: (http, { files }) => vehicleRoutes(http, files),
};
