import type { ServerModule } from '../../module';
import { searchRoutes } from './routes';

/** What the server starts of `search`. */
export const searchModule: ServerModule = {
  routes: (http) => searchRoutes(http),
};
