import type { ServerModule } from '../../module';
import { alarmRuleRoutes } from './routes';

/** What the server starts of `alarm-rule`. */
export const alarmRuleModule: ServerModule = {
  routes: (http, { app: { bus, jobs } }) => alarmRuleRoutes(http, { bus, jobs }),
};
