import type { ServerModule } from '../../module';
import { watchForPhotos } from './photos';
import { alarmRuleRoutes } from './routes';

/** What the server starts of `alarm-rule`. */
export const alarmRuleModule: ServerModule = {
  routes: (http, { app: { jobs }, exports }) => alarmRuleRoutes(http, { exports, jobs }),
  work: ({ database, log }) => ({ watch: () => watchForPhotos(database.pool, database.systemDb, log) }),
};
