import type { ServerModule } from '../../module';
import { orderAuditRoutes } from './routes';

/** What the server starts of `order-audit`. */
export const orderAuditModule: ServerModule = {
  routes: (http, { exports, files }) => orderAuditRoutes(http, exports, files.blobs),
};
