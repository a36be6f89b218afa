import type { ServerModule } from '../../module';
import { cardRoutes } from './routes';
import { writeTaskRoutes } from './write/routes';

/** What the server starts of `card`. */
export const cardModule: ServerModule = {
  routes: (http, { app: { bus }, exports }) => {
    cardRoutes(http, exports);
    writeTaskRoutes(http, exports, bus);
  },
};
