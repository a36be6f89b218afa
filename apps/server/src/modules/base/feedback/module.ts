import type { ServerModule } from '../../module';
import { solveCaptcha } from '../identity/door';
import { feedbackRoutes } from './routes';

/** What the server starts of `feedback`. */
export const feedbackModule: ServerModule = {
  routes: (http, { db, sessions }) => feedbackRoutes(http, { db, ctxOf: sessions.ctxOf, solveCaptcha }),
};
