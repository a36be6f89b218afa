import type { ServerModule } from '../../module';
import { surveyRoutes } from './routes';

/** What the server starts of `survey`. */
export const surveyModule: ServerModule = {
  routes: (http, { exports, sessions }) => surveyRoutes(http, { ...exports, ctxOf: sessions.ctxOf }),
};
