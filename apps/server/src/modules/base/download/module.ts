import type { ServerModule } from '../../module';
import { downloadRoutes } from './routes';

/** What the server starts of `download`. */
export const downloadModule: ServerModule = {
  routes: (http, { app: { config }, exports }) => downloadRoutes(http, { ...exports, filesDir: config.filesDir }),
};
