import type { ServerModule } from '../../module';
import { itemProfileRoutes } from './routes';

/** What the server starts of `item-profile`. */
export const itemProfileModule: ServerModule = {
  routes: (http, { exports }) => itemProfileRoutes(http, exports),
};
