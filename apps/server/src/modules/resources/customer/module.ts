import type { ServerModule } from '../../module';
import { customerRoutes } from './routes';

/** What the server starts of `customer`. */
export const customerModule: ServerModule = {
  routes: (http, { files, sessions }) => customerRoutes(http, files, sessions),
};
