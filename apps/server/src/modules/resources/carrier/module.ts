import type { ServerModule } from '../../module';
import { carrierRoutes } from './routes';

/** What the server starts of `carrier`. */
export const carrierModule: ServerModule = {
  routes: (http, { files, sessions }) => carrierRoutes(http, files, sessions),
};
