import type { ServerModule } from '../../module';
import { startAlarmMessages } from './messages';
import { alarmRoutes } from './routes';

/** What the server starts of `alarm`. */
export const alarmModule: ServerModule = {
  routes: (http, { exports, files }) => alarmRoutes(http, { ...exports, ...files }),
  work: ({ bus, database, log }) => ({ watch: () => startAlarmMessages(database.systemDb, bus, log) }),
};
