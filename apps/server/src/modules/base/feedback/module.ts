import type { ServerModule } from '../../module';
import { takeUsualProof } from '../identity/door';
import { feedbackRoutes } from './routes';

/** What the server starts of `feedback`. */
export const feedbackModule: ServerModule = {
  routes: (http, { db, app, sessions }) =>
    feedbackRoutes(http, {
      db,
      ctxOf: sessions.ctxOf,
      takeProof: (key, nonce) => takeUsualProof(app.secrets, key, nonce),
    }),
};
