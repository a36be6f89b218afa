import type { ServerModule } from '../../module';
import { itemNameRoutes } from './routes';

/** What the server starts of `item-name`. */
export const itemNameModule: ServerModule = {
  routes: (http, { files }) => itemNameRoutes(http, files),
};
