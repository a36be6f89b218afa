import type { ServerModule } from '../../module';
import { erpOrderRoutes } from './routes';

/** What the server starts of `erp-order`. */
export const erpOrderModule: ServerModule = {
  routes: (http, { exports }) => erpOrderRoutes(http, exports),
};
