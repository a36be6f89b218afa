import type { ServerModule } from '../../module';
import { orderRoutes } from './routes';

/** What the server starts of `order`. */
export const orderModule: ServerModule = {
  routes: (http, { files }) => orderRoutes(http, files),
};
