import type { ServerModule } from '../../module';
import { prefsRoutes } from './routes';

/** What the server starts of `prefs`. */
export const prefsModule: ServerModule = {
  routes: (http) => prefsRoutes(http),
};
