import type { ServerModule } from '../../module';
import { receiptOrderRoutes } from './routes';

/** What the server starts of `receipt-order`. */
export const receiptOrderModule: ServerModule = {
  routes: (http, { app: { secrets }, files }) => receiptOrderRoutes(http, secrets, files),
};
