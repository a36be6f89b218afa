import type { ServerModule } from '../../module';
import { fileRoutes } from './routes';

/** What the server starts of `file`. */
export const fileModule: ServerModule = {
  routes: (http, { files }) => fileRoutes(http, files),
};
