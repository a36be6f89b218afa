import type { ServerModule } from '../../module';
import { vehicleGroupRoutes } from './routes';

/** What the server starts of `vehicle-group`. */
export const vehicleGroupModule: ServerModule = {
  routes: (http) => vehicleGroupRoutes(http),
};
