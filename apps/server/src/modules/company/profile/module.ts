import type { ServerModule } from '../../module';
import { profileRoutes } from './routes';

/** What the server starts of `profile`. */
export const profileModule: ServerModule = {
  routes: (http, { files, sessions }) => profileRoutes(http, sessions, files),
};
