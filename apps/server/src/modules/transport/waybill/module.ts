import type { ServerModule } from '../../module';
import { waybillRoutes } from './routes';
import { waybillSiteRoutes } from './site-routes';

/** What the server starts of `waybill`. */
export const waybillModule: ServerModule = {
  routes: (http, { app: { secrets }, files }) => {
    waybillRoutes(http, files);
    waybillSiteRoutes(http, secrets);
  },
};
