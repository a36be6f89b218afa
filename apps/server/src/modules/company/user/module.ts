import type { ServerModule } from '../../module';
import { userRoutes } from './routes';

/** What the server starts of `user`. */
export const userModule: ServerModule = {
  routes: (http, { exports, sessions }) => userRoutes(http, sessions, exports),
};
