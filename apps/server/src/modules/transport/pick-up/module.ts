import type { ServerModule } from '../../module';
import { pickUpRoutes } from './routes';

/** What the server starts of `pick-up`. */
export const pickUpModule: ServerModule = {
  routes: (http, { app: { secrets }, files }) => pickUpRoutes(http, secrets, files),
};
