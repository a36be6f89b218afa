import type { ServerModule } from '../../module';
import { fleetRoutes } from './routes';

/** What the server starts of `fleet`. */
export const fleetModule: ServerModule = {
  routes: (http, { files }) => fleetRoutes(http, files),
};
