import type { ServerModule } from '../../module';
import { memberPlanRoutes } from './routes';

/** What the server starts of `member-plan`. */
export const memberPlanModule: ServerModule = {
  routes: (http, { exports }) => memberPlanRoutes(http, exports),
};
