import type { ServerModule } from '../../module';
import { driverAppRoutes } from './routes';

/** What the server starts of `driver-app`. */
export const driverAppModule: ServerModule = {
  routes: (http, { app: { secrets } }) => driverAppRoutes(http, secrets),
};
