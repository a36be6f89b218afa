import type { ServerModule } from '../../module';
import './below';
import { orgRoutes } from './routes';

/** What the server starts of `org`. */
export const orgModule: ServerModule = {
  routes: (http, { exports }) => orgRoutes(http, exports),
};
