import type { ServerModule } from '../../module';
import { tmsHomeRoutes } from './routes';

/** What the server starts of `tms-home`. */
export const tmsHomeModule: ServerModule = {
  routes: (http) => tmsHomeRoutes(http),
};
