import type { ServerModule } from '../../module';
import { payCallDepsOf } from '../member/door';
import { erpOrderRoutes } from './routes';

/** What the server starts of `erp-order`. */
export const erpOrderModule: ServerModule = {
  routes: (http, { app, exports, files }) => erpOrderRoutes(http, exports, payCallDepsOf(app), files.blobs),
};
