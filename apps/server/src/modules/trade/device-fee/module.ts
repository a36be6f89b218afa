import type { ServerModule } from '../../module';
import { feeRoutes } from './routes';

/** What the server starts of `device-fee`. */
export const deviceFeeModule: ServerModule = {
  routes: (http, { exports }) => feeRoutes(http, exports),
};
