import type { ServerModule } from '../../module';
import { mapRoutes } from './routes';
import { mapSettingsOf } from './settings';

/** What the server starts of `map`. */
export const mapModule: ServerModule = {
  routes: (http, { app: { config } }) => mapRoutes(http, mapSettingsOf(config)),
};
