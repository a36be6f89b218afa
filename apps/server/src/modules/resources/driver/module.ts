import type { ServerModule } from '../../module';
import { driverRoutes } from './routes';

/** What the server starts of `driver`. */
export const driverModule: ServerModule = {
  routes: (http, { files, sessions }) => driverRoutes(http, files, sessions),
};
