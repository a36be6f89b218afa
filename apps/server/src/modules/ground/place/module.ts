import type { ServerModule } from '../../module';
import { placeRoutes } from './routes';

/** What the server starts of `place`. */
export const placeModule: ServerModule = {
  routes: (http, { exports }) => placeRoutes(http, exports),
};
