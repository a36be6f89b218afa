import type { ServerModule } from '../../module';
import { commandRoutes } from './routes';

/** What the server starts of `command`. */
export const commandModule: ServerModule = {
  routes: (http, { app }) => commandRoutes(http, app.bus),
};
