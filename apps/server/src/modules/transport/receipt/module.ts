import type { ServerModule } from '../../module';
import { receiptRoutes } from './routes';

/** What the server starts of `receipt`. */
export const receiptModule: ServerModule = {
  routes: (http, { files }) => receiptRoutes(http, files),
};
